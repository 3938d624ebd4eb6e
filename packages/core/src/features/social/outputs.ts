/** What social sign-in answers, as shapes. */

import {
  anything,
  date,
  either,
  flag,
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
  RefreshedTokens,
  SocialLinked,
  SocialRedirect,
  SocialSignedIn,
} from "./contract.ts";

const toProvider: Shape<SocialRedirect> = object({ url: text, redirect: flag });

/** What `/sign-in/social` answers. */
export const socialSignInOutput: Shape<SocialRedirect | SocialSignedIn> = either(
  toProvider,
  object<SocialSignedIn>({
    redirect: literal(false),
    token: text,
    url: optional(anything as Shape<never>),
    user: model("user"),
  }),
);

/** What `/link-social` answers. */
export const linkOutput: Shape<SocialRedirect | SocialLinked> = either(
  toProvider,
  object<SocialLinked>({ url: literal(""), status: literal(true), redirect: literal(false) }),
);

const tokens = {
  tokenType: text,
  accessToken: text,
  accessTokenExpiresAt: nullable(date),
  refreshToken: nullable(text),
  refreshTokenExpiresAt: nullable(date),
  idToken: nullable(text),
};

/** What `/get-access-token` answers. */
export const accessTokenOutput: Shape<AccessToken> = object<AccessToken>({ ...tokens, scopes: list(text) });

/** What `/refresh-token` answers. */
export const refreshedOutput: Shape<RefreshedTokens> = object<RefreshedTokens>({
  ...tokens,
  scope: nullable(text),
  providerId: text,
  accountId: text,
});

/** What `/account-info` answers. */
export const accountInfoOutput: Shape<AccountInfo> = object({
  user: object<AccountInfo["user"]>({
    id: text,
    name: text,
    email: nullable(text),
    emailVerified: flag,
    image: nullable(text),
  }),
  account: object<AccountInfo["account"]>({ id: text, providerId: text, accountId: text }),
  data: record(anything),
});
