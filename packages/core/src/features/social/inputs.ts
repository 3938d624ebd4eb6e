/** What signing in by a provider, and working with its accounts, takes and answers. */

import type { InPersonErrorCode } from "../../sessions/guards.ts";
import type { User } from "../../users/user.ts";

/** What an app on a phone, or a button of the provider's, got from the provider itself. */
export interface IdTokenInput {
  readonly token: string;
  /** As it was given to the provider. */
  readonly nonce?: string | undefined;
  readonly accessToken?: string | undefined;
  readonly refreshToken?: string | undefined;
  /** When the access token ends, in seconds since 1970. */
  readonly expiresAt?: number | undefined;
}

/** What `/link-social` takes. */
export interface LinkSocialInput {
  /** `github`, `google`, … */
  readonly provider: string;
  /** Where to go afterwards. Relative, or on a trusted origin. Default: `/`. */
  readonly callbackURL?: string | undefined;
  /** Where to go when it fails, with `?error=`. Default: a page of this server. */
  readonly errorCallbackURL?: string | undefined;
  /** Asked for on top of the configured ones. */
  readonly scopes?: readonly string[] | undefined;
  /** Answer with the address instead of having the client go there. */
  readonly disableRedirect?: boolean | undefined;
  /** Address or name of whoever is expected, for the provider's form. */
  readonly loginHint?: string | undefined;
  readonly idToken?: IdTokenInput | undefined;
}

/** What `/sign-in/social` takes. */
export interface SignInSocialInput extends LinkSocialInput {
  /** Where to go instead of `callbackURL` when a user was made. */
  readonly newUserCallbackURL?: string | undefined;
  /** Makes a user where the provider does so only on request. */
  readonly requestSignUp?: boolean | undefined;
}

/** Where to go. */
export interface SocialRedirect {
  readonly url: string;
  /** Whether the client goes there by itself. */
  readonly redirect: boolean;
}

/** Signed in by an id token. */
export interface SocialSignedIn<U = User> {
  readonly redirect: false;
  /** The bearer secret of the session. */
  readonly token: string;
  readonly url?: undefined;
  readonly user: U;
}

/** Linked by an id token. */
export interface SocialLinked {
  readonly url: "";
  readonly status: true;
  readonly redirect: false;
}

/** What `/unlink-account` takes. */
export interface UnlinkAccountInput {
  readonly providerId?: string | undefined;
  /** The provider's id of the person; without `providerId`, the account's own id. */
  readonly accountId?: string | undefined;
}

/** What `/get-access-token` and `/refresh-token` take. */
export interface AccountTokensInput extends UnlinkAccountInput {
  /** Whose account, in `auth.api` without headers. Over HTTP, and with a visitor's headers, it is ignored. */
  readonly userId?: string | undefined;
}

/** What `/get-access-token` answers. */
export interface AccessToken {
  readonly tokenType: string;
  readonly accessToken: string;
  readonly accessTokenExpiresAt: Date | null;
  readonly refreshToken: string | null;
  readonly refreshTokenExpiresAt: Date | null;
  readonly idToken: string | null;
  readonly scopes: readonly string[];
}

/** What `/refresh-token` answers. */
export interface RefreshedTokens extends Omit<AccessToken, "scopes"> {
  /** Separated by blanks. */
  readonly scope: string | null;
  readonly providerId: string;
  readonly accountId: string;
}

/** What `/account-info` takes. */
export interface AccountInfoQuery {
  /** The account's own id, as `listAccounts` gives it. */
  readonly accountId: string;
}

/** What it answers. */
export interface AccountInfo {
  /** As the provider tells it now. */
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string | null;
    readonly emailVerified: boolean;
    readonly image: string | null;
  };
  readonly account: { readonly id: string; readonly providerId: string; readonly accountId: string };
  /** The provider's answer as it came. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** What coming from a provider can be refused with, whatever for. */
type ArrivalErrorCode =
  | "PROVIDER_NOT_FOUND"
  | "PROVIDER_UNAVAILABLE"
  | "ID_TOKEN_NOT_SUPPORTED"
  | "INVALID_TOKEN"
  | "FAILED_TO_GET_USER_INFO"
  | "INVALID_CALLBACK_URL"
  | "INVALID_ERROR_CALLBACK_URL";

/** What `/sign-in/social` can be refused with. */
export type SignInSocialErrorCode =
  | ArrivalErrorCode
  | "USER_EMAIL_NOT_FOUND"
  | "OAUTH_LINK_ERROR"
  | "EMAIL_NOT_VERIFIED"
  | "INVALID_NEW_USER_CALLBACK_URL";

/** What `/link-social` can be refused with. */
export type LinkSocialErrorCode =
  | ArrivalErrorCode
  | InPersonErrorCode
  | "UNAUTHORIZED"
  | "SESSION_NOT_FRESH"
  | "SOCIAL_ACCOUNT_ALREADY_LINKED"
  | "LINKING_NOT_ALLOWED"
  | "LINKING_DIFFERENT_EMAILS_NOT_ALLOWED"
  | "LINKING_FAILED";

/** What `/unlink-account` can be refused with. */
export type UnlinkAccountErrorCode =
  | InPersonErrorCode
  | "UNAUTHORIZED"
  | "SESSION_NOT_FRESH"
  | "ACCOUNT_NOT_FOUND"
  | "FAILED_TO_UNLINK_LAST_ACCOUNT";

/** What asking for tokens can be refused with. */
export type AccountTokensErrorCode =
  | InPersonErrorCode
  | "UNAUTHORIZED"
  | "USER_ID_OR_SESSION_REQUIRED"
  | "ACCOUNT_NOT_FOUND"
  | "PROVIDER_NOT_SUPPORTED"
  | "TOKEN_REFRESH_NOT_SUPPORTED"
  | "REFRESH_TOKEN_NOT_FOUND"
  | "FAILED_TO_GET_ACCESS_TOKEN"
  | "FAILED_TO_REFRESH_ACCESS_TOKEN";

/** What `/account-info` can be refused with. */
export type AccountInfoErrorCode =
  | "UNAUTHORIZED"
  | "ACCOUNT_NOT_FOUND"
  | "PROVIDER_NOT_CONFIGURED"
  | "ACCESS_TOKEN_NOT_FOUND"
  | "FAILED_TO_GET_USER_INFO"
  | "TOKEN_REFRESH_NOT_SUPPORTED"
  | "FAILED_TO_GET_ACCESS_TOKEN"
  | "FAILED_TO_REFRESH_ACCESS_TOKEN";
