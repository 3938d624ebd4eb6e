/** The calls at the paths of better-auth 1.6's generic OAuth plugin, with their inputs, responses, and errors. */

import type { CallOptions } from "../../http/call.ts";
import type { PageCall, PublicCall, SessionCall } from "../../plugin/contract.ts";
import type { LinkSocialInput, SignInSocialInput, SocialCalls } from "./contract.ts";

/** Input for `/oauth2/link`. */
export interface GenericLinkInput extends Omit<LinkSocialInput, "provider" | "idToken"> {
  readonly providerId: string;
}

/** Input for `/sign-in/oauth2`. */
export interface GenericSignInInput extends Omit<SignInSocialInput, "provider" | "idToken"> {
  readonly providerId: string;
}

/** The parameters of a provider's redirect. */
export interface GenericCallbackOptions extends CallOptions {
  readonly params: { readonly providerId: string };
  readonly query: Readonly<Record<string, string>>;
}

type SignIn = SocialCalls["signInSocial"];
type Link = SocialCalls["linkSocial"];

/**
 * Calls at better-auth 1.6's paths, for requests over HTTP. On the server, use the calls in {@link SocialCalls}, which
 * do the same.
 */
export interface GenericOAuthCalls {
  readonly signInWithOAuth2: PublicCall<GenericSignInInput, SignIn["output"], SignIn["code"]>;
  readonly oAuth2Callback: PageCall<Readonly<Record<string, unknown>>, GenericCallbackOptions>;
  readonly oAuth2LinkAccount: SessionCall<GenericLinkInput, Link["output"], Link["code"]>;
}
