/** `/send-verification-email`: asks for the mail again. */

import { fail } from "../../http/errors.ts";
import { putMessage } from "../../outbox/store.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { linkBase } from "../../plugin/links.ts";
import { checkRedirect } from "../../plugin/redirect.ts";
import { mayMail } from "../../rate-limits/limiter.ts";
import { readSession } from "../../sessions/read.ts";
import { statusAnswer } from "../../shapes/shape.ts";
import { normalizeEmail } from "../../users/email.ts";
import { verificationWish } from "../../users/verification.ts";
import type { EmailVerificationCalls } from "./contract.ts";
import { sendVerificationErrors } from "./errors.ts";
import type { EmailVerificationSettings } from "./options.ts";

/** Without a session the answer is the same for every address, and so is the work: the mail is made later. */
export function sendVerificationEmail(
  settings: EmailVerificationSettings,
): EndpointOf<EmailVerificationCalls["sendVerificationEmail"]> {
  return defineEndpoint({
    method: "POST",
    path: "/send-verification-email",
    summary: "Send the verification mail again",
    input: input.object({ email: input.rawText(), callbackURL: input.target }),
    output: statusAnswer,
    errors: sendVerificationErrors,
    statements: 1,
    rateLimit: { window: 60, max: 3 },
    origin: "always",
    async handle({ email: typed, callbackURL }, context) {
      if (!settings.send) fail(sendVerificationErrors, "VERIFICATION_EMAIL_NOT_ENABLED");
      const base = linkBase(context, await checkRedirect(context, "callbackURL", callbackURL ?? "/"));
      const email = normalizeEmail(typed) ?? fail(sendVerificationErrors, "INVALID_EMAIL");
      const active = await readSession(context, { cache: false, refresh: false });
      if (active && active.user.email !== email) fail(sendVerificationErrors, "EMAIL_MISMATCH");
      if (active?.user.emailVerified) fail(sendVerificationErrors, "EMAIL_ALREADY_VERIFIED");
      if (await mayMail(context, email)) await putMessage(context.db, context, verificationWish(context, email, base));
      return { status: true };
    },
  });
}
