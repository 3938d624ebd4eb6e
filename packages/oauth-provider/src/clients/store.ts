/** Queries for the `oauthClient` table, and functions that interpret its rows. */

import { constantTimeEqual, sha256Base64Url } from "@latchkey/core/crypto";
import type { Adapter } from "@latchkey/core/database";
import type { AuthContext } from "@latchkey/core/plugin";
import type { ProviderSettings } from "../options.ts";
import { type ClientAuthMethod, type OAuthClientRow, oauthClientTable } from "../tables.ts";

/** Returns a client, or `null` if it doesn't exist or is disabled. One query. */
export async function findActiveClient({ db }: AuthContext, clientId: string): Promise<OAuthClientRow | null> {
  if (clientId === "" || clientId.length > 255) return null;
  const client = await findClient(db, clientId);
  return client && !isOff(client) ? client : null;
}

/** Whether the client's manager or a site admin has turned it off. */
export function isOff({ disabled, blocked }: OAuthClientRow): boolean {
  return disabled || blocked;
}

/** Returns a client, even if it's disabled. One query. */
export function findClient(db: Adapter, clientId: string): Promise<OAuthClientRow | null> {
  return db.findOne(oauthClientTable, { where: { clientId } });
}

/** Returns how the client authenticates. `none` for public clients. */
export function authMethodOf({ tokenEndpointAuthMethod, clientSecret }: OAuthClientRow): ClientAuthMethod {
  return tokenEndpointAuthMethod ?? (clientSecret === null ? "none" : "client_secret_basic");
}

/** Whether the client's secret no longer works. */
export function isSecretExpired({ secretExpiresAt }: OAuthClientRow, now: Date): boolean {
  return secretExpiresAt !== null && secretExpiresAt <= now;
}

/** Whether the secret is valid now: the current one, or the previous one until its overlap ends. */
export function hasSecret(client: OAuthClientRow, secret: string, now: Date): boolean {
  const digest = sha256Base64Url(secret);
  const current = isSecretExpired(client, now) ? null : client.clientSecret;
  const { previousSecretUntil: end } = client;
  const previous = end !== null && end > now ? client.previousSecret : null;
  return [current, previous].some((stored) => stored !== null && constantTimeEqual(stored, digest));
}

/** Whether anyone could act as the client, because it has no secret. */
export function isPublicClient(client: OAuthClientRow): boolean {
  return authMethodOf(client) === "none";
}

/** Returns the scopes that the client can request. */
export function scopesOf({ scopes }: OAuthClientRow, settings: ProviderSettings): readonly string[] {
  return scopes === null ? settings.scopes : scopes.filter((scope) => settings.scopes.includes(scope));
}

/** Whether the client can use this grant type. */
export function allowsGrant({ grantTypes }: OAuthClientRow, type: string): boolean {
  return (grantTypes ?? ["authorization_code", "refresh_token"]).includes(type);
}
