/** The operations of a configured provider that endpoints call. `create-flows.ts` has the implementation. */

import type { SafeURL } from "../../http/origins.ts";
import type { RequestContext } from "../../kernel/context.ts";
import type { CoreModels } from "../../plugin/types.ts";
import type { AccountRow } from "../../tables/account.ts";
import type { ActiveSession } from "../../tables/session.ts";
import type { AccountSettings } from "./account-settings.ts";
import type {
  AccessToken,
  IdTokenInput,
  LinkSocialInput,
  LinkSocialResult,
  RefreshedTokens,
  SignInSocialInput,
  SocialRedirect,
  SocialSignedIn,
} from "./contract.ts";
import type { CallbackParameters, Profile } from "./provider.ts";

/**
 * Sign-in, linking, and tokens of one provider. They come with each configured provider, so an app without providers
 * doesn't bundle them.
 */
export interface ProviderFlows {
  /** The app's client IDs at the provider. ID tokens for any of them are accepted. */
  readonly clientIds: readonly string[];
  /** Redirects to the provider, or signs in with the ID token in the input. */
  signIn(
    context: RequestContext,
    input: SignInSocialInput,
    targets: RedirectTargets,
  ): Promise<SocialRedirect | SocialSignedIn>;
  /** Signs in with an ID token that a plugin got from the provider. */
  signInWithIdToken(
    context: RequestContext,
    idToken: IdTokenInput,
    options: IdTokenSignInOptions,
  ): Promise<SocialSignedIn | CoreModels["challenge"]>;
  /** Redirects to the provider, or links the account that the input's ID token identifies. */
  link(
    context: RequestContext,
    input: LinkSocialInput,
    targets: RedirectTargets,
    active: ActiveSession,
  ): Promise<SocialRedirect | LinkSocialResult>;
  /** Handles the redirect back from the provider. Errors become redirects too. */
  completeCallback(context: RequestContext, state: string, parameters: CallbackParameters): Promise<Response>;
  /** Returns an access token that is valid for at least five more seconds. Refreshes it if needed. */
  getAccessToken(context: RequestContext, account: AccountRow): Promise<AccessToken>;
  /** Refreshes the account's tokens. */
  refreshToken(context: RequestContext, account: AccountRow): Promise<RefreshedTokens>;
  /** Returns where to send users to sign them out at the provider. Missing if that isn't configured. */
  endSessionURL?(context: RequestContext, account: AccountRow, input: EndSessionInput): Promise<string | null>;
  /** Returns the user's current profile at the provider. */
  getProfile(context: RequestContext, account: AccountRow): Promise<Profile>;
}

/** How a sign-in with an ID token treats new users. */
export interface IdTokenSignInOptions {
  /** Whether to create a user if the provider is configured to do so only on request. Default: false. */
  readonly requestSignUp?: boolean;
  /** Whether to reject new users, even if the provider accepts them. Default: false. */
  readonly disableSignUp?: boolean;
}

/** Input for signing out at the provider. */
export interface EndSessionInput {
  /** Where the provider sends the user back to. Default: the provider's `postLogoutRedirectURI`. */
  readonly callbackURL: SafeURL | null;
  /** Returned by the provider with the redirect. */
  readonly state: string | undefined;
}

/** Where to redirect afterward, checked. */
export interface RedirectTargets {
  readonly callbackURL: SafeURL;
  readonly errorCallbackURL: SafeURL | null;
  /** Where the provider sends the browser back to, below the base path and without the provider's id. */
  readonly callbackPath: CallbackPath;
}

/** The callback of `/sign-in/social`, or that of better-auth 1.6's generic OAuth plugin. */
export type CallbackPath = "/callback" | "/oauth2/callback";

/** Settings that a provider gets from `createAuth`. */
export interface ProviderSetup {
  /** The option's path in the app's configuration, for errors. */
  readonly option: string;
  readonly production: boolean;
  readonly settings: AccountSettings;
}
