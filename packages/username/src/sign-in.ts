/** `/sign-in/username`. */

import { AuthError } from "@latchkey/core";
import {
  checkRedirect,
  defineEndpoint,
  type EndpointOf,
  emailPasswordErrors,
  fail,
  findUserWithCredential,
  type InputField,
  input,
  presentUser,
  signInWithPassword,
} from "@latchkey/core/plugin";
import type { SignInUsernameInput, UsernameCalls } from "./contract.ts";
import { usernameErrors } from "./errors.ts";
import { checkUsername, signInName, usernameFormErrors } from "./names.ts";
import type { UsernameSettings } from "./options.ts";
import { signedInOutput } from "./outputs.ts";
import type { UserWithName } from "./tables.ts";

const signInInput: InputField<SignInUsernameInput> = input.object({
  // A missing one gets the error of a wrong one: no user has an empty name.
  username: input.withDefault(input.rawText({ max: 4096 }), ""),
  password: input.withDefault(input.password, ""),
  callbackURL: input.target,
  rememberMe: input.optional(input.boolean),
});

/** Signs in with a username and a password. An unknown name costs and says the same as a wrong password. */
export function signInUsername(settings: UsernameSettings): EndpointOf<UsernameCalls["signInUsername"]> {
  const { INVALID_USERNAME_OR_PASSWORD, EMAIL_NOT_VERIFIED } = usernameErrors;
  const { FAILED_TO_CREATE_SESSION } = emailPasswordErrors;
  return defineEndpoint({
    method: "POST",
    path: "/sign-in/username",
    summary: "Sign in with user name and password",
    input: signInInput,
    output: signedInOutput,
    moments: ["signIn"],
    errors: { ...usernameFormErrors, INVALID_USERNAME_OR_PASSWORD, EMAIL_NOT_VERIFIED, FAILED_TO_CREATE_SESSION },
    statements: 4,
    rateLimit: { window: 10, max: 3 },
    origin: "always",
    async handle({ username: typed, password, callbackURL, rememberMe }, context) {
      const url = callbackURL === undefined ? null : await checkRedirect(context, "callbackURL", callbackURL);
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
      if (created.kind === "challenge") return created.answer;
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
