/** Response shapes of social sign-in. */

import {
  anything,
  boolean,
  date,
  either,
  list,
  literal,
  model,
  nullable,
  object,
  optional,
  record,
  type Shape,
  text,
} from "../../shapes/shape.ts";
import type {
  AccessToken,
  AccountInfo,
  LinkSocialResult,
  RefreshedTokens,
  SocialRedirect,
  SocialSignedIn,
} from "./contract.ts";

const redirectOutput: Shape<SocialRedirect> = object({ url: text, redirect: boolean });

/** The response from `/sign-in/social`. */
export const socialSignInOutput: Shape<SocialRedirect | SocialSignedIn> = either(
  redirectOutput,
  object<SocialSignedIn>({
    redirect: literal(false),
    token: text,
    url: optional(anything as Shape<never>),
    user: model("user"),
  }),
);

/** The response from `/link-social`. */
export const linkSocialOutput: Shape<SocialRedirect | LinkSocialResult> = either(
  redirectOutput,
  object<LinkSocialResult>({ url: literal(""), status: literal(true), redirect: literal(false) }),
);

const tokens = {
  tokenType: text,
  accessToken: text,
  accessTokenExpiresAt: nullable(date),
  refreshToken: nullable(text),
  refreshTokenExpiresAt: nullable(date),
  idToken: nullable(text),
};

/** The response from `/get-access-token`. */
export const accessTokenOutput: Shape<AccessToken> = object<AccessToken>({ ...tokens, scopes: list(text) });

/** The response from `/refresh-token`. */
export const refreshTokenOutput: Shape<RefreshedTokens> = object<RefreshedTokens>({
  ...tokens,
  scope: nullable(text),
  providerId: text,
  accountId: text,
});

/** The response from `/account-info`. */
export const accountInfoOutput: Shape<AccountInfo> = object({
  user: object<AccountInfo["user"]>({
    id: text,
    name: text,
    email: nullable(text),
    emailVerified: boolean,
    image: nullable(text),
  }),
  account: object<AccountInfo["account"]>({ id: text, providerId: text, accountId: text }),
  data: record(anything),
});
