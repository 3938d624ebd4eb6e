/** The endpoints of the plugin. */

import { AuthError } from "@latchkey/core";
import {
  checkRedirect,
  defineEndpoint,
  type EndpointOf,
  fail,
  type InputField,
  input,
  signInSocialErrors,
  signInWithIdToken,
} from "@latchkey/core/plugin";
import type { OneTapCallbackInput, OneTapCalls } from "./contract.ts";
import { oneTapErrors } from "./errors.ts";
import { createNonce, isOwnNonce } from "./nonce.ts";
import type { OneTapOptions } from "./options.ts";
import { nonceOutput, signedInOutput } from "./outputs.ts";

const callbackInput: InputField<OneTapCallbackInput> = input.object({
  idToken: input.text({ min: 1, max: 16_384 }),
  callbackURL: input.target,
  nonce: input.optional(input.text({ min: 1, max: 512 })),
});

/**
 * Signs in with an ID token, by the rules of `/sign-in/social`. The token works once, and its email is linked by the
 * same rules.
 */
export function oneTapCallback({
  requireNonce = false,
  disableSignup = false,
}: OneTapOptions): EndpointOf<OneTapCalls["oneTapCallback"]> {
  const { OAUTH_LINK_ERROR, PROVIDER_UNAVAILABLE, EMAIL_NOT_VERIFIED, FAILED_TO_CREATE_USER } = signInSocialErrors;
  return defineEndpoint({
    method: "POST",
    path: "/one-tap/callback",
    summary: "Sign in with Google One Tap",
    changes: ["session"],
    input: callbackInput,
    output: signedInOutput,
    stages: ["signUp", "signIn"],
    errors: { ...oneTapErrors, OAUTH_LINK_ERROR, PROVIDER_UNAVAILABLE, EMAIL_NOT_VERIFIED, FAILED_TO_CREATE_USER },
    queryBudget: 15,
    rateLimit: { window: 60, max: 20 },
    originCheck: "always",
    async handle({ idToken, callbackURL, nonce }, context) {
      if (callbackURL !== undefined) await checkRedirect(context, "callbackURL", callbackURL);
      const isMissing = nonce === undefined && requireNonce;
      if (isMissing || (nonce !== undefined && !isOwnNonce(context, nonce))) fail(oneTapErrors, "INVALID_TOKEN");
      const token = { token: idToken, ...(nonce === undefined ? {} : { nonce }) };
      const signedIn = await signInWithIdToken(context, "google", token, { disableSignUp: disableSignup }).catch(
        toOneTapError,
      );
      if (!("user" in signedIn)) return signedIn;
      return { token: signedIn.token, user: signedIn.user };
    },
  });
}

/** Returns a nonce for the prompt. */
export const oneTapNonce: EndpointOf<OneTapCalls["oneTapNonce"]> = defineEndpoint({
  method: "GET",
  path: "/one-tap/nonce",
  summary: "Get a nonce for Google One Tap",
  output: nonceOutput,
  queryBudget: 0,
  handle: (_, context) => ({ nonce: createNonce(context) }),
});

/** better-auth's One Tap has different error codes than `/sign-in/social`. */
function toOneTapError(error: unknown): never {
  if (!(error instanceof AuthError)) throw error;
  if (error.code === "USER_EMAIL_NOT_FOUND") fail(oneTapErrors, "EMAIL_NOT_AVAILABLE_IN_TOKEN", { cause: error });
  if (error.code === "INVALID_TOKEN" || error.code === "FAILED_TO_GET_USER_INFO") {
    fail(oneTapErrors, "INVALID_TOKEN", { cause: error });
  }
  throw error;
}
