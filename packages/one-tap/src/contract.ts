/** The calls of the One Tap plugin, with their inputs, responses, and errors. */

import type { User } from "@latchkey/core";
import type { CoreModels, FetchOptions, Models, PluginTypes, PublicCall, PublicQuery } from "@latchkey/core/plugin";

/** Input for `/one-tap/callback`. */
export interface OneTapCallbackInput {
  /** The ID token that Google gave the page. */
  readonly idToken: string;
  /** The page that the client navigates to afterward. Must be relative or on a trusted origin. */
  readonly callbackURL?: string | undefined;
  /** The nonce that the page passed to Google, from `/one-tap/nonce`. */
  readonly nonce?: string | undefined;
}

/** Response from `/one-tap/callback`. */
export interface OneTapSignedIn<U = User> {
  /** The session's secret, for clients without cookies. */
  readonly token: string;
  readonly user: U;
}

/** Response from `/one-tap/nonce`. */
export interface OneTapNonce {
  readonly nonce: string;
}

/** The plugin's calls. */
export interface OneTapCalls<M extends Models = CoreModels> {
  /** Signs in with the ID token of Google One Tap or of Google's button. */
  readonly oneTapCallback: PublicCall<
    OneTapCallbackInput,
    OneTapSignedIn<M["user"]> | M["challenge"],
    | "INVALID_TOKEN"
    | "EMAIL_NOT_AVAILABLE_IN_TOKEN"
    | "OAUTH_LINK_ERROR"
    | "PROVIDER_UNAVAILABLE"
    | "EMAIL_NOT_VERIFIED"
    | "FAILED_TO_CREATE_USER"
    | M["codes"]["signUp"]
    | M["codes"]["signIn"]
  >;
  /** Returns a nonce that works in this browser for ten minutes. */
  readonly oneTapNonce: PublicQuery<void, OneTapNonce>;
}

/** Input for `client.oneTap`. */
export interface OneTapInput {
  /** Where to navigate afterward. Default: `/`, unless fetch options are given. */
  readonly callbackURL?: string;
  /** Renders Google's button into this element instead of showing the prompt. */
  readonly button?: { readonly container: string | HTMLElement; readonly config?: object };
  /** Whether to sign a returning user in without a click. */
  readonly autoSelect?: boolean;
  /** Whether a click outside closes the prompt. */
  readonly cancelOnTapOutside?: boolean;
  readonly context?: "signin" | "signup" | "use";
  readonly uxMode?: "popup" | "redirect";
  readonly fetchOptions?: FetchOptions;
  /** Called if the prompt wasn't shown or was closed. */
  onPromptNotification?(notification: unknown): void;
}

/** The calls as they appear on the client. */
export interface OneTapClient {
  /** Shows Google's prompt or button, and signs in. Throws if Google's script can't be loaded. */
  oneTap(input?: OneTapInput, fetchOptions?: FetchOptions): Promise<void>;
}

/** What the plugin adds to an app's types. */
export interface OneTapTypes extends PluginTypes {
  readonly calls: OneTapCalls<this["$app"]>;
  readonly client: OneTapClient;
}
