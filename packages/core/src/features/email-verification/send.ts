/** `/send-verification-email`: asks for the mail again. */

import * as z from "zod";
import type { StatusAnswer } from "../../http/call.ts";
import { fail } from "../../http/errors.ts";
import { target } from "../../http/inputs.ts";
import { putMessage } from "../../outbox/store.ts";
import { defineUntypedEndpoint, type Endpoint } from "../../plugin/endpoint.ts";
import { linkBase } from "../../plugin/links.ts";
import { checkRedirect } from "../../plugin/redirect.ts";
import { mayMail } from "../../rate-limits/limiter.ts";
import { readSession } from "../../sessions/read.ts";
import { statusAnswer } from "../../shapes/shape.ts";
import { normalizeEmail } from "../../users/email.ts";
import { verificationWish } from "../../users/verification.ts";
import { emailVerificationErrors } from "./errors.ts";
import type { SendVerificationEmailInput } from "./inputs.ts";
import type { EmailVerificationSettings } from "./options.ts";

const input: z.ZodType<SendVerificationEmailInput> = z.object({ email: z.string(), callbackURL: target });

/** Without a session the answer is the same for every address, and so is the work: the mail is made later. */
export function sendVerificationEmail(
  settings: EmailVerificationSettings,
): Endpoint<SendVerificationEmailInput, StatusAnswer> {
  return defineUntypedEndpoint({
    method: "POST",
    path: "/send-verification-email",
    summary: "Send the verification mail again",
    input,
    output: statusAnswer,
    errors: emailVerificationErrors,
    statements: 1,
    rateLimit: { window: 60, max: 3 },
    origin: "always",
    async handle({ email: typed, callbackURL }, context) {
      if (!settings.send) fail(emailVerificationErrors, "VERIFICATION_EMAIL_NOT_ENABLED");
      const base = linkBase(context, await checkRedirect(context, "callbackURL", callbackURL ?? "/"));
      const email = normalizeEmail(typed) ?? fail(emailVerificationErrors, "INVALID_EMAIL");
      const active = await readSession(context, { cache: false, refresh: false });
      if (active && active.user.email !== email) fail(emailVerificationErrors, "EMAIL_MISMATCH");
      if (active?.user.emailVerified) fail(emailVerificationErrors, "EMAIL_ALREADY_VERIFIED");
      if (await mayMail(context, email)) await putMessage(context.db, context, verificationWish(context, email, base));
      return { status: true };
    },
  });
}
