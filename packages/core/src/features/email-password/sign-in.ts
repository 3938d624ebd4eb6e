/** Signing in with email and password. */

import * as z from "zod";
import { findUserWithCredential, rehashCredential, type UserWithCredential } from "../../accounts/store.ts";
import { fail } from "../../http/errors.ts";
import { flag, password, target } from "../../http/inputs.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineEndpoint, type Endpoint } from "../../plugin/endpoint.ts";
import { StaleUserError } from "../../plugin/gate.ts";
import { checkRedirect } from "../../plugin/redirect.ts";
import { type CreatedSession, createSession } from "../../sessions/create.ts";
import { presentUser } from "../../sessions/present.ts";
import { normalizeEmail } from "../../users/email.ts";
import type { UserRow } from "../../users/table.ts";
import { emailPasswordErrors } from "./errors.ts";
import type { SignedIn, SignInEmailInput } from "./inputs.ts";
import type { EmailPasswordSettings } from "./options.ts";

const input: z.ZodType<SignInEmailInput> = z.object({
  email: z.string(),
  password,
  callbackURL: target,
  rememberMe: flag.optional(),
});

/** Checks email and password and makes a session. Unknown address and wrong password cost and say the same. */
export function signInEmail(settings: EmailPasswordSettings): Endpoint<SignInEmailInput, SignedIn> {
  return defineEndpoint({
    method: "POST",
    path: "/sign-in/email",
    summary: "Sign in with email and password",
    input,
    errors: emailPasswordErrors,
    statements: 3,
    rateLimit: { window: 10, max: 3 },
    form: true,
    origin: "always",
    async handle(body, context) {
      if (!settings.enabled) fail(emailPasswordErrors, "EMAIL_PASSWORD_DISABLED");
      const url = body.callbackURL === undefined ? null : await checkRedirect(context, "callbackURL", body.callbackURL);
      const email = normalizeEmail(body.email) ?? fail(emailPasswordErrors, "INVALID_EMAIL");
      const created = await signIn(context, email, body.password, body.rememberMe ?? true);
      if (created.kind === "challenge") return created.answer as unknown as SignedIn;
      const user = presentUser(context, created.active.user);
      const answer = { redirect: url !== null, token: created.token, user };
      if (url === null) return answer;
      context.reply.setHeader("location", url);
      return { ...answer, url };
    },
  });
}

/** Once more from the start where the user changed while the password was being checked. */
async function signIn(
  context: RequestContext,
  email: string,
  password: string,
  rememberMe: boolean,
  isLastTry = false,
): Promise<CreatedSession> {
  const found = await findUserWithCredential(context.db, email);
  const user = await checkPassword(context, found, password);
  try {
    return await createSession(context, { user, method: "password", proven: ["password"], rememberMe });
  } catch (error) {
    if (!(error instanceof StaleUserError) || isLastTry) throw error;
    return signIn(context, email, password, rememberMe, true);
  }
}

/** @throws {AuthError} `INVALID_EMAIL_OR_PASSWORD`, after one hash was computed, whatever was wrong */
async function checkPassword(
  context: RequestContext,
  found: UserWithCredential | null,
  password: string,
): Promise<UserRow> {
  // Hash even when there is nobody: otherwise the answer's timing tells which emails have an account.
  const { ok, needsRehash } = await context.passwords.verify(password, found?.credential?.password);
  if (!ok || !found?.credential) fail(emailPasswordErrors, "INVALID_EMAIL_OR_PASSWORD");
  const account = found.credential;
  if (needsRehash) {
    context.afterSuccess(async () => rehashCredential(context.db, account, await context.passwords.hash(password)));
  }
  return found.user;
}
