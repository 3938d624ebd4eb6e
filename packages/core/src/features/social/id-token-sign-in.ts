/** Sign-in with an ID token that the provider gave to the app itself, such as a mobile app or a sign-in button. */

import { fail } from "../../http/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { markUsed } from "../../tokens/issue.ts";
import { usedIdToken } from "../../tokens/kinds.ts";
import { type Claims, type Connection, clockTolerance } from "./connection.ts";
import type { IdTokenInput } from "./contract.ts";
import { createProfileSource, getIdentity } from "./identity.ts";
import type { IdTokenRules, ProviderTokens } from "./provider.ts";
import type { ProviderIdentity } from "./provider-identity.ts";
import { signInSocialErrors } from "./sign-in-errors.ts";
import { SocialError } from "./social-error.ts";

/**
 * Verifies the ID token and consumes it, so that it can't be replayed.
 *
 * @throws {AuthError} `ID_TOKEN_NOT_SUPPORTED`, `INVALID_TOKEN`, `FAILED_TO_GET_USER_INFO`
 */
export async function getIdentityFromIdToken(
  context: RequestContext,
  connection: Connection,
  input: IdTokenInput,
): Promise<ProviderIdentity> {
  const { provider } = connection;
  const rules = provider.idToken;
  if (!rules?.allowsDirectSignIn) fail(signInSocialErrors, "ID_TOKEN_NOT_SUPPORTED");
  if (provider.options.requireNonce && !input.nonce) fail(signInSocialErrors, "INVALID_TOKEN");
  const tokens = toProviderTokens(input);
  try {
    const claims = await verify(context, connection, rules, input, tokens);
    return await getIdentity(context, connection, { tokens, claims, callback: {} });
  } catch (error) {
    if (error instanceof SocialError) fail(signInSocialErrors, "FAILED_TO_GET_USER_INFO", { cause: error });
    const reason = error instanceof Error ? error.message : "unknown";
    context.log.warn("An ID token was rejected", { provider: provider.id, reason });
    return fail(signInSocialErrors, "INVALID_TOKEN", { cause: error });
  }
}

async function verify(
  context: RequestContext,
  connection: Connection,
  rules: IdTokenRules,
  { token, nonce, accessToken }: IdTokenInput,
  tokens: ProviderTokens,
): Promise<Claims> {
  const providerClaims = await rules.verifyOpaqueToken?.(
    token,
    createProfileSource(context, connection, { tokens, claims: null, callback: {} }),
  );
  if (providerClaims) return providerClaims;
  const expected = { nonce: nonce ?? null, accessToken: accessToken ?? null };
  const claims = await connection.verifyIdToken(context, rules, token, expected);
  // Exclude the signature. With some key types, the same token can be signed in more than one way.
  const content = token.slice(0, token.lastIndexOf("."));
  const isFirstUse = await markUsed(context, usedIdToken, content, {
    subject: connection.provider.id,
    expiresAt: new Date((Number(claims.exp) + clockTolerance + 1) * 1000),
  });
  if (!isFirstUse) throw new Error("The ID token was already used.");
  return claims;
}

function toProviderTokens({ token, accessToken = "", refreshToken, expiresAt }: IdTokenInput): ProviderTokens {
  return {
    accessToken,
    tokenType: "bearer",
    refreshToken: refreshToken ?? null,
    idToken: token,
    accessTokenExpiresAt: expiresAt === undefined ? null : new Date(expiresAt * 1000),
    refreshTokenExpiresAt: null,
    scopes: [],
    raw: {},
  };
}
