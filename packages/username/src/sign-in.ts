/** The endpoint `/sign-in/username`. */

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
import { checkUsername, usernameFormatErrors, usernameIdentifier } from "./names.ts";
import type { UsernameSettings } from "./options.ts";
import { signedInOutput } from "./outputs.ts";
import type { UserWithUsername } from "./tables.ts";

const signInInput: InputField<SignInUsernameInput> = input.object({
  // No user has an empty name, so a missing name gets the same error as a wrong one.
  username: input.withDefault(input.rawText({ max: 4096 }), ""),
  password: input.withDefault(input.password, ""),
  callbackURL: input.target,
  rememberMe: input.optional(input.boolean),
});

/**
 * Signs in with a username and a password. An unknown username takes the same time and returns the same error as a
 * wrong password.
 */
export function signInUsername(settings: UsernameSettings): EndpointOf<UsernameCalls["signInUsername"]> {
  const { INVALID_USERNAME_OR_PASSWORD, EMAIL_NOT_VERIFIED } = usernameErrors;
  const { FAILED_TO_CREATE_SESSION } = emailPasswordErrors;
  return defineEndpoint({
    method: "POST",
    path: "/sign-in/username",
    summary: "Sign in with username and password",
    changes: ["session"],
    input: signInInput,
    output: signedInOutput,
    stages: ["signIn"],
    errors: { ...usernameFormatErrors, INVALID_USERNAME_OR_PASSWORD, EMAIL_NOT_VERIFIED, FAILED_TO_CREATE_SESSION },
    queryBudget: 4,
    rateLimit: { window: 10, max: 3 },
    originCheck: "always",
    async handle({ username: typed, password, callbackURL, rememberMe }, context) {
      const url = callbackURL === undefined ? null : await checkRedirect(context, "callbackURL", callbackURL);
      if (typed === "" || password === "") fail(usernameErrors, "INVALID_USERNAME_OR_PASSWORD");
      await checkUsername(typed, settings);
      const username = settings.normalize(typed);
      const created =
        (await signInWithPassword(context, {
          // Counted separately from attempts by email. A shared count would reveal that both belong to the same user.
          name: usernameIdentifier(username),
          find: () => findUserWithCredential<UserWithUsername>(context.db, { username }),
          password,
          rememberMe: rememberMe ?? true,
          method: "username",
        }).catch(toUsernameError)) ?? fail(usernameErrors, "INVALID_USERNAME_OR_PASSWORD");
      if (created.kind === "challenge") return created.response;
      const user = presentUser(context, created.active.user);
      const answer = { redirect: url !== null, token: created.token, user };
      if (url === null) return answer;
      context.reply.setHeader("location", url);
      return { ...answer, url };
    },
  });
}

/** Maps core's error to the plugin's own, whose message is in lowercase. */
function toUsernameError(error: unknown): never {
  const isUnverified = error instanceof AuthError && error.code === "EMAIL_NOT_VERIFIED";
  if (!isUnverified || Object.keys(error.details).length > 0) throw error;
  fail(usernameErrors, "EMAIL_NOT_VERIFIED", { cause: error });
}
