/** Exchanges a refresh token. Each works once, and reusing one ends the grant. RFC 9700, section 4.14. */

import { notifyUser, type RequestContext } from "@latchkey/core/plugin";
import type { TokenResponse } from "../call-types.ts";
import { scopesOf } from "../clients/store.ts";
import { checkConfirmation, type GrantInput } from "../dpop.ts";
import { refuse } from "../errors.ts";
import {
  createToken,
  type FoundRefreshToken,
  findRefreshToken,
  recordGrantUse,
  revokeGrant,
  storeRefreshToken,
} from "../grants/tokens.ts";
import type { ProviderSettings } from "../options.ts";
import { type OAuthClientRow, oauthRefreshTokenTable } from "../tables.ts";
import { issueAccessToken, signIdToken, tokenResponse } from "./issue.ts";
import { readPolicy } from "./policy.ts";

/** Returns new tokens. Only one concurrent caller gets them, and the others end the grant. */
export async function exchangeRefreshToken(
  context: RequestContext,
  settings: ProviderSettings,
  client: OAuthClientRow,
  { refresh_token: token, scope, resource, confirmation }: GrantInput,
): Promise<TokenResponse> {
  if (token === undefined) refuse("invalid_request", "refresh_token is missing");
  const found = await findRefreshToken(context, token, client.clientId);
  if (!found) refuse("invalid_grant");
  const { row, grant, user, membership } = found;
  checkConfirmation(grant.confirmation, confirmation);
  if (row.rotatedAt !== null) return handleReuse(context, settings, found);
  // The client can no longer have access while the user is signed out.
  const isOffline = grant.sessionId === null;
  if (isOffline && !scopesOf(client, settings).includes("offline_access")) refuse("invalid_grant");
  const asked = { client, granted: grant, since: grant.createdAt, scope, resource, confirmation };
  const policy = await readPolicy(context, settings, asked);
  const { scopes, resources } = policy;

  const about = { client, user, grant, membership };
  const access = await issueAccessToken(context, settings, { ...about, scopes, resources, confirmation });
  const refreshToken = createToken(context, "refreshToken");
  const idToken = scopes.includes("openid")
    ? await signIdToken(context, settings, { ...about, nonce: null, accessToken: access.token })
    : undefined;
  const response = tokenResponse(context, { access, scopes, refreshToken, idToken });
  const rotationReplayResponse = await sealResponse(context, settings, row.id, response);
  const isFirst = await context.db.transaction(async (tx) => {
    const set = { rotatedAt: context.now(), rotationReplayResponse };
    if ((await tx.update(oauthRefreshTokenTable, { where: { id: row.id, rotatedAt: null }, set })) === 0) return false;
    await storeRefreshToken(tx, context, policy, refreshToken, grant);
    await access.store(tx);
    return true;
  });
  if (isFirst) {
    recordGrantUse(context, grant);
    return response;
  }
  const again = await findRefreshToken(context, token, client.clientId);
  return again ? handleReuse(context, settings, again) : refuse("invalid_grant");
}

/**
 * Handles a refresh token that was used before. If it's sent again right away, the client didn't get the response, so
 * repeat the response. Otherwise, two programs have the token, and it's unknown which one is the client, so end the
 * grant.
 */
async function handleReuse(
  context: RequestContext,
  settings: ProviderSettings,
  { row, grant }: FoundRefreshToken,
): Promise<TokenResponse> {
  const since = context.now().getTime() - (row.rotatedAt?.getTime() ?? 0);
  if (settings.reuseInterval > 0 && since < settings.reuseInterval * 1000) {
    const text = await responseCipher(context).decrypt(row.rotationReplayResponse ?? "", row.id);
    if (text !== null) return JSON.parse(text) as TokenResponse;
  }
  await context.db.transaction(async (tx) => {
    if (!(await revokeGrant(tx, context, grant, "refresh-token-reused"))) return;
    await notifyUser(tx, context, grant.userId, "oauth-grant-revoked", { provider: grant.clientId });
  });
  return refuse("invalid_grant");
}

async function sealResponse(
  context: RequestContext,
  { reuseInterval }: ProviderSettings,
  id: string,
  response: TokenResponse,
): Promise<string | null> {
  return reuseInterval === 0 ? null : responseCipher(context).encrypt(JSON.stringify(response), id);
}

function responseCipher({ keys }: RequestContext): ReturnType<RequestContext["keys"]["encryption"]> {
  return keys.encryption("oauth-refresh-response");
}
