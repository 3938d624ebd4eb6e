/** `/sign-in/username`. */

import {
  AuthError,
  checkRedirect,
  defineUntypedEndpoint,
  type Endpoint,
  fail,
  findUserWithCredential,
  presentUser,
  signInWithPassword,
} from "@latchkey/core";
import * as z from "zod";
import { usernameErrors } from "./errors.ts";
import type { SignedInByUsername, SignInUsernameInput } from "./inputs.ts";
import { checkUsername, signInName } from "./names.ts";
import type { UsernameSettings } from "./options.ts";
import { signedInOutput } from "./outputs.ts";
import type { UserWithName } from "./tables.ts";

const input: z.ZodType<SignInUsernameInput> = z.object({
  // Missing or empty is answered as wrong is: nobody has such a name.
  username: z.string().max(4096).default(""),
  password: z.string().max(4096).default(""),
  callbackURL: z.unknown().optional() as z.ZodType<string | undefined>,
  rememberMe: z.boolean().optional(),
}) as unknown as z.ZodType<SignInUsernameInput>;

/** Checks name and password and makes a session. Unknown name and wrong password cost and say the same. */
export function signInUsername(settings: UsernameSettings): Endpoint<SignInUsernameInput, SignedInByUsername> {
  return defineUntypedEndpoint({
    method: "POST",
    path: "/sign-in/username",
    summary: "Sign in with user name and password",
    input,
    output: signedInOutput,
    moments: ["signIn"],
    errors: usernameErrors,
    statements: 4,
    rateLimit: { window: 10, max: 3 },
    origin: "always",
    async handle({ username: typed, password, callbackURL, rememberMe }, context) {
      const url =
        callbackURL === undefined || callbackURL === ""
          ? null
          : await checkRedirect(context, "callbackURL", callbackURL);
      if (typed === "" || password === "") fail(usernameErrors, "INVALID_USERNAME_OR_PASSWORD");
      await checkUsername(typed, settings);
      const username = settings.normalize(typed);
      const created =
        (await signInWithPassword(context, {
          // Apart from guesses by the address, or the two counts would tell that they belong to one person.
          name: signInName(username),
          find: () => findUserWithCredential<UserWithName>(context.db, { username }),
          password,
          rememberMe: rememberMe ?? true,
        }).catch(inOwnWords)) ?? fail(usernameErrors, "INVALID_USERNAME_OR_PASSWORD");
      if (created.kind === "challenge") return created.answer as unknown as SignedInByUsername;
      const user = presentUser(context, created.active.user);
      const answer = { redirect: url !== null, token: created.token, user };
      if (url === null) return answer;
      context.reply.setHeader("location", url);
      return { ...answer, url };
    },
  });
}

/** The catalogue of usernames writes in lower case what core capitalizes. */
function inOwnWords(error: unknown): never {
  const isUnverified = error instanceof AuthError && error.code === "EMAIL_NOT_VERIFIED";
  if (!isUnverified || Object.keys(error.details).length > 0) throw error;
  fail(usernameErrors, "EMAIL_NOT_VERIFIED", { cause: error });
}
