/** Signing in by providers as `auth.api` has it. */

import type {
  Call,
  CallOptions,
  SessionCallOptions,
  StatusAnswer,
  WithBody,
  WithSessionBody,
} from "../../http/call.ts";
import type {
  AccessToken,
  AccountInfo,
  AccountInfoErrorCode,
  AccountInfoQuery,
  AccountTokensErrorCode,
  AccountTokensInput,
  LinkSocialErrorCode,
  LinkSocialInput,
  RefreshedTokens,
  SignInSocialErrorCode,
  SignInSocialInput,
  SocialLinked,
  SocialRedirect,
  SocialSignedIn,
  UnlinkAccountErrorCode,
  UnlinkAccountInput,
} from "./inputs.ts";

/** What a provider sent a browser back with. */
export interface CallbackCall extends CallOptions {
  readonly params: { readonly id: string };
  readonly query: Readonly<Record<string, string>>;
}

/** Asking a provider of a user as `auth.api` has it. */
export interface AccountInfoCall extends SessionCallOptions {
  readonly query: AccountInfoQuery;
}

/** Social sign-in as `auth.api` has it. */
export interface SocialApi<U, Challenge, Refusal extends string> {
  /** Begins a round trip to a provider; its cookie must reach the browser (`.result()`). Or signs in by an id token. */
  readonly signInSocial: Call<
    WithBody<SignInSocialInput>,
    SocialRedirect | SocialSignedIn<U> | Challenge,
    SignInSocialErrorCode | Refusal
  >;
  /** Ends that round trip. Always a redirect: use `.response()`. */
  readonly callbackOAuth: Call<CallbackCall, Response, never>;
  /** Begins a round trip that ends with one more way in for the caller. Or links by an id token. */
  readonly linkSocial: Call<WithSessionBody<LinkSocialInput>, SocialRedirect | SocialLinked, LinkSocialErrorCode>;
  /** The same under better-auth's name. */
  readonly linkSocialAccount: Call<
    WithSessionBody<LinkSocialInput>,
    SocialRedirect | SocialLinked,
    LinkSocialErrorCode
  >;
  /** Takes away a way in of the caller's, never the last one. */
  readonly unlinkAccount: Call<WithSessionBody<UnlinkAccountInput>, StatusAnswer, UnlinkAccountErrorCode>;
  /** A valid access token, of the caller or, without headers, of the user named by `userId`. */
  readonly getAccessToken: Call<WithBody<AccountTokensInput>, AccessToken, AccountTokensErrorCode>;
  /** Has the provider give new tokens, to the caller or, without headers, to the user named by `userId`. */
  readonly refreshToken: Call<WithBody<AccountTokensInput>, RefreshedTokens, AccountTokensErrorCode>;
  /** What the provider says of the caller now. */
  readonly accountInfo: Call<AccountInfoCall, AccountInfo, AccountInfoErrorCode>;
}
