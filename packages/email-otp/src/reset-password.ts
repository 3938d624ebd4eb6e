/** Sets a new password with a code. */

import {
  type CheckedOneTimeCode,
  checkNewPassword,
  consumeOneTimeCode,
  defineEndpoint,
  type EndpointOf,
  fail,
  findUserForRecovery,
  input,
  passwordErrors,
  recipientOf,
  resetPasswordByMailbox,
  type UserRow,
} from "@latchkey/core/plugin";
import { successResponse } from "@latchkey/core/shapes";
import { requireCode, requireEmail } from "./codes.ts";
import type { EmailOtpCalls } from "./contract.ts";
import { emailOtpErrors } from "./errors.ts";
import type { EmailOtpSettings } from "./options.ts";
import { codeCallErrors, otpInput, rateLimit } from "./send.ts";

/**
 * Has all effects of `/reset-password`. Validates the password before the code, so that a weak one doesn't cost an
 * attempt.
 */
export function resetPasswordEmailOTP(settings: EmailOtpSettings): EndpointOf<EmailOtpCalls["resetPasswordEmailOTP"]> {
  const { PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_TOO_OBVIOUS } = passwordErrors;
  return defineEndpoint({
    method: "POST",
    path: "/email-otp/reset-password",
    summary: "Reset the password with a code",
    input: input.object({ email: input.rawText(), otp: otpInput, password: input.rawText() }),
    output: successResponse,
    stages: ["newPassword"],
    errors: { ...codeCallErrors, PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_TOO_OBVIOUS },
    queryBudget: 20,
    rateLimit,
    originCheck: "always",
    async handle({ email: typed, otp, password }, context) {
      await checkNewPassword(context, password);
      const email = requireEmail(typed);
      const checked = await requireCode(context, settings, { type: "forget-password", email, otp });
      const user = await findUserForRecovery(context.db, email);
      // The recipient of the code. It differs from the typed email if that one was never verified.
      const to = user && recipientOf(user);
      if (!user || !to || !wasSentFor(checked, user, { email, to })) return fail(emailOtpErrors, "INVALID_OTP");
      const hash = await context.passwords.hash(password);
      const consume = (tx: Parameters<typeof consumeOneTimeCode>[0]) => consumeOneTimeCode(tx, context, checked);
      const isDone = await resetPasswordByMailbox(context, { user, email: to, newPassword: password, hash, consume });
      return isDone ? { success: true } : fail(emailOtpErrors, "INVALID_OTP");
    },
  });
}

/**
 * Whether this user received the code. The email may have belonged to someone else when it was sent. A code created by
 * the app's server was for the email itself.
 */
function wasSentFor(
  { userId }: CheckedOneTimeCode,
  user: UserRow,
  { email, to }: { readonly email: string; readonly to: string },
): boolean {
  return userId === null ? to === email : userId === user.id;
}
