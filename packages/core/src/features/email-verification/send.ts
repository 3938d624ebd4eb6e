/** `/send-verification-email` sends the verification email again. */

import { fail } from "../../http/errors.ts";
import { linkBase } from "../../kernel/links.ts";
import { checkRedirect } from "../../kernel/redirect.ts";
import { enqueueMessage } from "../../outbox/store.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { allowMail } from "../../rate-limits/limiter.ts";
import { readSession } from "../../sessions/read.ts";
import { statusResponse } from "../../shapes/shape.ts";
import { normalizeEmail } from "../../users/email.ts";
import { createVerificationMessage } from "../../users/verification.ts";
import type { EmailVerificationCalls } from "./contract.ts";
import { sendVerificationErrors } from "./errors.ts";
import type { EmailVerificationSettings } from "./options.ts";

/** Without a session, every email gets the same response and the same work. The email itself is created later. */
export function sendVerificationEmail(
  settings: EmailVerificationSettings,
): EndpointOf<EmailVerificationCalls["sendVerificationEmail"]> {
  return defineEndpoint({
    method: "POST",
    path: "/send-verification-email",
    summary: "Resend the verification email",
    startsSignIn: true,
    input: input.object({ email: input.rawText(), callbackURL: input.target }),
    output: statusResponse,
    errors: sendVerificationErrors,
    queryBudget: 1,
    rateLimit: { window: 60, max: 3 },
    originCheck: "always",
    async handle({ email: typed, callbackURL }, context) {
      if (!settings.sendVerification) fail(sendVerificationErrors, "VERIFICATION_EMAIL_NOT_ENABLED");
      const base = linkBase(context, await checkRedirect(context, "callbackURL", callbackURL ?? "/"));
      const email = normalizeEmail(typed) ?? fail(sendVerificationErrors, "INVALID_EMAIL");
      const active = await readSession(context);
      if (active && active.user.email !== email) fail(sendVerificationErrors, "EMAIL_MISMATCH");
      if (active?.user.emailVerified) fail(sendVerificationErrors, "EMAIL_ALREADY_VERIFIED");
      if (await allowMail(context, email))
        await enqueueMessage(context.db, context, createVerificationMessage(context, email, base));
      return { status: true };
    },
  });
}
