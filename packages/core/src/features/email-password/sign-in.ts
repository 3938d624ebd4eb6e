/** `/sign-in/email` signs users in with email and password. */

import { signInWithPassword } from "../../accounts/sign-in.ts";
import { findUserWithCredential } from "../../accounts/store.ts";
import { fail } from "../../http/errors.ts";
import { checkRedirect } from "../../kernel/redirect.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { presentUser } from "../../sessions/present.ts";
import { normalizeEmail } from "../../users/email.ts";
import type { EmailPasswordCalls } from "./contract.ts";
import { emailPasswordErrors } from "./errors.ts";
import type { EmailPasswordSettings } from "./options.ts";
import { signInOutput } from "./outputs.ts";

const {
  EMAIL_PASSWORD_DISABLED,
  INVALID_EMAIL,
  INVALID_EMAIL_OR_PASSWORD,
  EMAIL_NOT_VERIFIED,
  FAILED_TO_CREATE_SESSION,
} = emailPasswordErrors;

/**
 * Verifies email and password and creates a session. An unknown email and a wrong password get the same response in the
 * same time.
 */
export function signInEmail(settings: EmailPasswordSettings): EndpointOf<EmailPasswordCalls["signInEmail"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sign-in/email",
    summary: "Sign in with email and password",
    changes: ["session"],
    input: input.object({
      email: input.rawText(),
      password: input.password,
      callbackURL: input.target,
      rememberMe: input.optional(input.flag),
    }),
    output: signInOutput,
    stages: ["signIn"],
    errors: {
      EMAIL_PASSWORD_DISABLED,
      INVALID_EMAIL,
      INVALID_EMAIL_OR_PASSWORD,
      EMAIL_NOT_VERIFIED,
      FAILED_TO_CREATE_SESSION,
    },
    queryBudget: settings.requireEmailVerification ? 3 : 2,
    rateLimit: { window: 10, max: 3 },
    acceptsForm: true,
    originCheck: "always",
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
      if (created.kind === "challenge") return created.response;
      const user = presentUser(context, created.active.user);
      const result = { redirect: url !== null, token: created.token, user };
      if (url === null) return result;
      context.reply.setHeader("location", url);
      return { ...result, url };
    },
  });
}
