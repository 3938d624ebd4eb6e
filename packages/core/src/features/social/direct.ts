/** Coming with an id token that the provider gave to the app itself: phones, and buttons of the provider's. */

import { fail } from "../../http/errors.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { usedIdToken } from "../../tokens/kinds.ts";
import { spendForeign } from "../../tokens/store.ts";
import { type Arrival, arrive, sourceOf } from "./arrival.ts";
import type { Connection } from "./connection.ts";
import type { IdTokenInput } from "./contract.ts";
import { SocialRefusal, signInSocialErrors } from "./errors.ts";
import { type Claims, skew, verifyIdToken } from "./id-token.ts";
import type { IdTokenRules, ProviderTokens } from "./provider.ts";

/**
 * Checks the id token, and that nobody has used it before.
 * @throws {AuthError} `ID_TOKEN_NOT_SUPPORTED`, `INVALID_TOKEN`, `FAILED_TO_GET_USER_INFO`
 */
export async function arriveByIdToken(
  context: RequestContext,
  connection: Connection,
  input: IdTokenInput,
): Promise<Arrival> {
  const { provider } = connection;
  const rules = provider.idToken;
  if (!rules?.direct) fail(signInSocialErrors, "ID_TOKEN_NOT_SUPPORTED");
  if (provider.options.requireNonce && !input.nonce) fail(signInSocialErrors, "INVALID_TOKEN");
  const tokens = tokensOf(input);
  try {
    const claims = await verify(context, connection, rules, input, tokens);
    return await arrive(context, connection, { tokens, claims, callback: {} });
  } catch (error) {
    if (error instanceof SocialRefusal) fail(signInSocialErrors, "FAILED_TO_GET_USER_INFO", { cause: error });
    const reason = error instanceof Error ? error.message : "unknown";
    context.log.warn("An id token was refused", { provider: provider.id, reason });
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
  const own = await rules.verifyDirect?.(token, sourceOf(context, connection, { tokens, claims: null, callback: {} }));
  if (own) return own;
  const expected = { nonce: nonce ?? null, accessToken: accessToken ?? null };
  const claims = await verifyIdToken(context, connection, rules, token, expected);
  // Without the signature: of some kinds of keys it can be written in more than one way.
  const content = token.slice(0, token.lastIndexOf("."));
  const spent = await spendForeign(context, usedIdToken, content, {
    subject: connection.provider.id,
    expiresAt: new Date((Number(claims.exp) + skew + 1) * 1000),
  });
  if (!spent) throw new Error("The id token was used before.");
  return claims;
}

function tokensOf({ token, accessToken = "", refreshToken, expiresAt }: IdTokenInput): ProviderTokens {
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
