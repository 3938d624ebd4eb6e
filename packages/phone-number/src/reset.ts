/** The endpoints that reset a password with a code by text. */

import { type Transaction, widen } from "@latchkey/core/database";
import {
  checkNewPassword,
  checkNotIdentifier,
  defineEndpoint,
  type EndpointOf,
  fail,
  input,
  notifyPasswordChanged,
  passwordErrors,
  type RequestContext,
  recordAudit,
  revokeSessionsAndSignIns,
  revokeTokens,
  upsertPassword,
  userTable,
} from "@latchkey/core/plugin";
import { statusResponse } from "@latchkey/core/shapes";
import { checkCode, codeErrors, type PhoneProof, requestCode } from "./codes.ts";
import type { PhoneNumberCalls } from "./contract.ts";
import { phoneNumberErrors } from "./errors.ts";
import { requirePhoneNumber } from "./numbers.ts";
import type { PhoneNumberSettings } from "./options.ts";
import type { UserWithPhone } from "./tables.ts";
import { findUserByPhone, hasVerifiedMailbox } from "./texts.ts";

const { INVALID_PHONE_NUMBER, SEND_OTP_NOT_IMPLEMENTED, UNEXPECTED_ERROR } = phoneNumberErrors;
const { PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_TOO_OBVIOUS } = passwordErrors;

/** Texts a code to reset the password. The response doesn't reveal whether a user has the number. */
export function requestPasswordReset(
  settings: PhoneNumberSettings,
): EndpointOf<PhoneNumberCalls["requestPasswordResetPhoneNumber"]> {
  return defineEndpoint({
    method: "POST",
    path: "/phone-number/request-password-reset",
    summary: "Text a code to reset the password",
    input: input.object({ phoneNumber: input.rawText({ max: 256 }) }),
    output: statusResponse,
    errors: { INVALID_PHONE_NUMBER, SEND_OTP_NOT_IMPLEMENTED },
    queryBudget: 3,
    rateLimit: { window: 60, max: 3 },
    originCheck: "always",
    async handle({ phoneNumber }, context) {
      if (!settings.sendReset) fail(phoneNumberErrors, "SEND_OTP_NOT_IMPLEMENTED");
      await requestCode(context, settings, "reset", requirePhoneNumber(phoneNumber, settings), true);
      return { status: true };
    },
  });
}

/** Sets a new password with a code. The second factor stays, and all sessions end. */
export function resetPassword(settings: PhoneNumberSettings): EndpointOf<PhoneNumberCalls["resetPasswordPhoneNumber"]> {
  return defineEndpoint({
    method: "POST",
    path: "/phone-number/reset-password",
    summary: "Reset the password with a texted code",
    input: input.object({
      phoneNumber: input.rawText({ max: 256 }),
      otp: input.rawText({ max: 64 }),
      newPassword: input.rawText(),
    }),
    output: statusResponse,
    stages: ["newPassword"],
    errors: {
      ...codeErrors,
      INVALID_PHONE_NUMBER,
      UNEXPECTED_ERROR,
      PASSWORD_TOO_SHORT,
      PASSWORD_TOO_LONG,
      PASSWORD_TOO_OBVIOUS,
    },
    queryBudget: 13,
    rateLimit: { window: 60, max: 3 },
    originCheck: "always",
    async handle({ phoneNumber, otp, newPassword }, context) {
      const phone = requirePhoneNumber(phoneNumber, settings);
      // Check the password before the code, so that a password that's too short doesn't use up an attempt.
      await checkNewPassword(context, newPassword);
      const proof = await checkCode(context, settings, "reset", phone, otp);
      const user = await findUserByPhone(context, phone.number);
      if (!user || !canReset(settings, user)) return fail(phoneNumberErrors, "UNEXPECTED_ERROR");
      checkNotIdentifier(context, newPassword, user);
      const hash = await context.passwords.hash(newPassword);
      await context.db.transaction((tx) => reset(tx, context, settings, { user, proof, hash }));
      return { status: true };
    },
  });
}

function canReset({ resetsOnlyWithoutEmail }: PhoneNumberSettings, user: UserWithPhone): boolean {
  return !resetsOnlyWithoutEmail || !hasVerifiedMailbox(user);
}

interface Reset {
  /** The user's row from before the password was hashed. */
  readonly user: UserWithPhone;
  readonly proof: PhoneProof;
  readonly hash: string;
}

async function reset(
  tx: Transaction,
  context: RequestContext,
  settings: PhoneNumberSettings,
  { user: { id, phoneNumber }, proof, hash }: Reset,
): Promise<void> {
  const user = await tx.lock(widen<UserWithPhone>(userTable), id);
  // While the password was hashed, the number might have been removed or an email might have been verified.
  if (user?.phoneNumber !== phoneNumber || !canReset(settings, user)) fail(phoneNumberErrors, "UNEXPECTED_ERROR");
  await proof.consume(tx);
  await upsertPassword(tx, context, id, hash);
  await revokeSessionsAndSignIns(context, id, { db: tx });
  await revokeTokens(tx, context, id);
  await recordAudit(tx, context, {
    action: "user.password.reset",
    actorId: id,
    userId: id,
    data: { method: "phone-number" },
  });
  await notifyPasswordChanged(tx, context, id);
}
