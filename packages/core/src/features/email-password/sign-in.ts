/** Signing in with email and password. */

import * as z from "zod";
import { signInWithPassword } from "../../accounts/sign-in.ts";
import { findUserWithCredential } from "../../accounts/store.ts";
import { fail } from "../../http/errors.ts";
import { flag, password, target } from "../../http/inputs.ts";
import { defineUntypedEndpoint, type Endpoint } from "../../plugin/endpoint.ts";
import { checkRedirect } from "../../plugin/redirect.ts";
import { presentUser } from "../../sessions/present.ts";
import { normalizeEmail } from "../../users/email.ts";
import { emailPasswordErrors, signInErrors } from "./errors.ts";
import type { SignedIn, SignInEmailInput } from "./inputs.ts";
import type { EmailPasswordSettings } from "./options.ts";
import { signedInOutput } from "./outputs.ts";

const input: z.ZodType<SignInEmailInput> = z.object({
  email: z.string(),
  password,
  callbackURL: target,
  rememberMe: flag.optional(),
});

/** Checks email and password and makes a session. Unknown address and wrong password cost and say the same. */
export function signInEmail(settings: EmailPasswordSettings): Endpoint<SignInEmailInput, SignedIn> {
  return defineUntypedEndpoint({
    method: "POST",
    path: "/sign-in/email",
    summary: "Sign in with email and password",
    input,
    output: signedInOutput,
    moments: ["signIn"],
    errors: signInErrors,
    statements: settings.requireEmailVerification ? 4 : 3,
    rateLimit: { window: 10, max: 3 },
    form: true,
    origin: "always",
    async handle(body, context) {
      if (!settings.enabled) fail(emailPasswordErrors, "EMAIL_PASSWORD_DISABLED");
      const url = body.callbackURL === undefined ? null : await checkRedirect(context, "callbackURL", body.callbackURL);
      const email = normalizeEmail(body.email) ?? fail(emailPasswordErrors, "INVALID_EMAIL");
      const created =
        (await signInWithPassword(context, {
          name: email,
          find: () => findUserWithCredential(context.db, { email }),
          password: body.password,
          rememberMe: body.rememberMe ?? true,
        })) ?? fail(emailPasswordErrors, "INVALID_EMAIL_OR_PASSWORD");
      if (created.kind === "challenge") return created.answer as unknown as SignedIn;
      const user = presentUser(context, created.active.user);
      const answer = { redirect: url !== null, token: created.token, user };
      if (url === null) return answer;
      context.reply.setHeader("location", url);
      return { ...answer, url };
    },
  });
}
