/** The calls for social sign-in, with their inputs, responses, and errors. */

import type { Call, CallOptions, StatusResponse, WithBody } from "../../http/call.ts";
import type { ClientCall } from "../../http/client-call.ts";
import type { CallContract, PageCall, PublicCall, SessionCall, SessionQuery } from "../../plugin/contract.ts";
import type { CoreModels, Models } from "../../plugin/types.ts";
import type { User } from "../../plugin/user.ts";
import type { GuestErrorCode, ImpersonationErrorCode } from "../../sessions/guards.ts";

/** An ID token that the provider gave to the app itself, such as a mobile app or a sign-in button. */
export interface IdTokenInput {
  readonly token: string;
  /** As sent to the provider. */
  readonly nonce?: string | undefined;
  readonly accessToken?: string | undefined;
  readonly refreshToken?: string | undefined;
  /** When the access token expires, in seconds since 1970. */
  readonly expiresAt?: number | undefined;
}

/** Input for `/link-social`. */
export interface LinkSocialInput {
  /** `github`, `google`, … */
  readonly provider: string;
  /** Where to redirect afterward. Relative, or on a trusted origin. Default: `/`. */
  readonly callbackURL?: string | undefined;
  /** Where to redirect after an error, with `?error=`. Default: a page on this server. */
  readonly errorCallbackURL?: string | undefined;
  /** Scopes to request in addition to the configured ones. */
  readonly scopes?: readonly string[] | undefined;
  /** Whether to only return the URL, so that the client doesn't redirect. Default: false. */
  readonly disableRedirect?: boolean | undefined;
  /** Email or username to fill into the provider's form. */
  readonly loginHint?: string | undefined;
  readonly idToken?: IdTokenInput | undefined;
}

/** Input for `/sign-in/social`. */
export interface SignInSocialInput extends LinkSocialInput {
  /** Where to redirect instead of `callbackURL` if a user was created. */
  readonly newUserCallbackURL?: string | undefined;
  /** Whether to create a user if the provider is configured to do so only on request. */
  readonly requestSignUp?: boolean | undefined;
}

/** Where the client should go. */
export interface SocialRedirect {
  readonly url: string;
  /** Whether the client should go there. */
  readonly redirect: boolean;
}

/** Signed in with an ID token. */
export interface SocialSignedIn<U = User> {
  readonly redirect: false;
  /** The session's secret, for clients without cookies. */
  readonly token: string;
  readonly url?: undefined;
  readonly user: U;
}

/** Linked with an ID token. */
export interface LinkSocialResult {
  readonly url: "";
  readonly status: true;
  readonly redirect: false;
}

/** Input for `/unlink-account`. */
export interface UnlinkAccountInput {
  readonly providerId?: string | undefined;
  /** The user's ID at the provider. Without `providerId`, the account's own ID. */
  readonly accountId?: string | undefined;
}

/** Input for `/get-access-token` and `/refresh-token`. */
export interface AccountTokensInput extends UnlinkAccountInput {
  /** The account's user, in calls without a session. Ignored over HTTP. */
  readonly userId?: string | undefined;
}

/** The client's input for these calls. The session identifies the user. */
export interface OwnAccountTokensInput extends Omit<AccountTokensInput, "userId"> {}

/** Response from `/get-access-token`. */
export interface AccessToken {
  readonly tokenType: string;
  readonly accessToken: string;
  readonly accessTokenExpiresAt: Date | null;
  readonly refreshToken: string | null;
  readonly refreshTokenExpiresAt: Date | null;
  readonly idToken: string | null;
  readonly scopes: readonly string[];
}

/** Response from `/refresh-token`. */
export interface RefreshedTokens extends Omit<AccessToken, "scopes"> {
  /** Separated by spaces. */
  readonly scope: string | null;
  readonly providerId: string;
  readonly accountId: string;
}

/** Query of `/account-info`. */
export interface AccountInfoQuery {
  /** The ID of the account, from `listAccounts`. */
  readonly accountId: string;
}

/** Response from `/account-info`. */
export interface AccountInfo {
  /** The current profile at the provider. */
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string | null;
    readonly emailVerified: boolean;
    readonly image: string | null;
  };
  readonly account: { readonly id: string; readonly providerId: string; readonly accountId: string };
  /** The provider's response, unchanged. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The parameters of a provider's redirect. */
export interface CallbackCallOptions extends CallOptions {
  readonly params: { readonly id: string };
  readonly query: Readonly<Record<string, string>>;
}

/** The caller's tokens or, in `auth.api`, any user's. */
interface TokensCall<Output, Code extends string>
  extends CallContract<
    AccountTokensInput,
    Output,
    Code,
    Call<WithBody<AccountTokensInput>, Output, Code>,
    ClientCall<OwnAccountTokensInput, Output, Code>
  > {}

/** Error codes for invalid ID tokens and unusable providers. */
type ProviderErrorCode =
  | "PROVIDER_NOT_FOUND"
  | "PROVIDER_UNAVAILABLE"
  | "ID_TOKEN_NOT_SUPPORTED"
  | "INVALID_TOKEN"
  | "FAILED_TO_GET_USER_INFO";

type TokensErrorCode =
  | ImpersonationErrorCode
  | "USER_ID_OR_SESSION_REQUIRED"
  | "ACCOUNT_NOT_FOUND"
  | "PROVIDER_NOT_SUPPORTED"
  | "TOKEN_REFRESH_NOT_SUPPORTED"
  | "FAILED_TO_GET_ACCESS_TOKEN"
  | "FAILED_TO_REFRESH_ACCESS_TOKEN";

/** Social sign-in. */
export interface SocialCalls<M extends Models = CoreModels> {
  /**
   * Starts a sign-in with a provider, or signs in with an ID token. The cookie must reach the browser: use `.result()`.
   */
  readonly signInSocial: PublicCall<
    SignInSocialInput,
    SocialRedirect | SocialSignedIn<M["user"]> | M["challenge"],
    | ProviderErrorCode
    | "USER_EMAIL_NOT_FOUND"
    | "OAUTH_LINK_ERROR"
    | "EMAIL_NOT_VERIFIED"
    | "FAILED_TO_CREATE_USER"
    | "FAILED_TO_CREATE_SESSION"
    | M["codes"]["signUp"]
    | M["codes"]["signIn"]
  >;
  /** Completes a sign-in with a provider. The response is always a redirect: use `.response()`. */
  readonly callbackOAuth: PageCall<Readonly<Record<string, unknown>>, CallbackCallOptions>;
  /** Starts linking a provider's account to the caller, or links one with an ID token. */
  readonly linkSocial: SessionCall<
    LinkSocialInput,
    SocialRedirect | LinkSocialResult,
    | ProviderErrorCode
    | ImpersonationErrorCode
    | GuestErrorCode
    | "SESSION_NOT_FRESH"
    | "SOCIAL_ACCOUNT_ALREADY_LINKED"
    | "LINKING_NOT_ALLOWED"
    | "LINKING_DIFFERENT_EMAILS_NOT_ALLOWED"
    | "LINKING_FAILED"
  >;
  /** Unlinks a sign-in method of the caller. The last one can't be unlinked. */
  readonly unlinkAccount: SessionCall<
    UnlinkAccountInput,
    StatusResponse,
    ImpersonationErrorCode | "SESSION_NOT_FRESH" | "ACCOUNT_NOT_FOUND" | "FAILED_TO_UNLINK_LAST_ACCOUNT"
  >;
  /** Returns a valid access token for the caller, or for the user in `userId`. */
  readonly getAccessToken: TokensCall<AccessToken, TokensErrorCode>;
  /** Refreshes the caller's provider tokens, or those of the user in `userId`. */
  readonly refreshToken: TokensCall<RefreshedTokens, TokensErrorCode | "REFRESH_TOKEN_NOT_FOUND">;
  /** Returns the caller's current profile at the provider. */
  readonly accountInfo: SessionQuery<
    AccountInfoQuery,
    AccountInfo,
    | "ACCOUNT_NOT_FOUND"
    | "PROVIDER_NOT_CONFIGURED"
    | "ACCESS_TOKEN_NOT_FOUND"
    | "FAILED_TO_GET_USER_INFO"
    | "TOKEN_REFRESH_NOT_SUPPORTED"
    | "FAILED_TO_GET_ACCESS_TOKEN"
    | "FAILED_TO_REFRESH_ACCESS_TOKEN"
  >;
}
