/** What signing in by a provider, and working with its accounts, takes and answers. */

import type { User } from "../../users/user.ts";
import type { accountInfoErrors, linkErrors, signInSocialErrors, tokenErrors, unlinkErrors } from "./errors.ts";

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

export interface UnlinkAccountInput {
  readonly providerId?: string | undefined;
  /** The provider's id of the person; without `providerId`, the account's own id. */
  readonly accountId?: string | undefined;
}

export interface AccountTokensInput extends UnlinkAccountInput {
  /** On the server only: whose account, without a session. Over HTTP it is ignored. */
  readonly userId?: string | undefined;
}

export interface AccessToken {
  readonly tokenType: string;
  readonly accessToken: string;
  readonly accessTokenExpiresAt: Date | null;
  readonly refreshToken: string | null;
  readonly refreshTokenExpiresAt: Date | null;
  readonly idToken: string | null;
  readonly scopes: readonly string[];
}

export interface RefreshedTokens extends Omit<AccessToken, "scopes"> {
  /** Separated by blanks. */
  readonly scope: string | null;
  readonly providerId: string;
  readonly accountId: string;
}

export interface AccountInfoQuery {
  /** The account's own id, as `listAccounts` gives it. */
  readonly accountId: string;
}

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

type Redirects = "INVALID_CALLBACK_URL" | "INVALID_ERROR_CALLBACK_URL" | "INVALID_NEW_USER_CALLBACK_URL";

export type SignInSocialErrorCode = keyof typeof signInSocialErrors | "EMAIL_NOT_VERIFIED" | Redirects;
export type LinkSocialErrorCode = keyof typeof linkErrors | Exclude<Redirects, "INVALID_NEW_USER_CALLBACK_URL">;
export type UnlinkAccountErrorCode = keyof typeof unlinkErrors;
export type AccountTokensErrorCode = keyof typeof tokenErrors;
export type AccountInfoErrorCode = keyof typeof accountInfoErrors | keyof typeof tokenErrors;
