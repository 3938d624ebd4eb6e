/** The identifiers of users and sessions that clients see. */

import { hmacSha256, sha256Base64Url, toBase64Url, utf8 } from "@latchkey/core/crypto";
import type { ProviderSettings } from "./options.ts";
import type { OAuthClientRow } from "./tables.ts";

/**
 * Returns the `sub` claim: the user's id, or a different one for each client's host. OpenID Connect Core, section 8.1.
 */
export function subjectOf(
  { pairwiseSecret }: ProviderSettings,
  client: Pick<OAuthClientRow, "subjectType" | "redirectUris">,
  userId: string,
): string {
  if (client.subjectType !== "pairwise" || pairwiseSecret === null) return userId;
  return toBase64Url(hmacSha256(utf8(pairwiseSecret), `${sectorOf(client.redirectUris) ?? ""}.${userId}`));
}

/** Returns the host that all redirect URIs share. `null` if they have different hosts. */
export function sectorOf(redirectUris: readonly string[]): string | null {
  const [host, ...others] = new Set(redirectUris.map((uri) => new URL(uri).hostname));
  return host !== undefined && host !== "" && others.length === 0 ? host : null;
}

/** Returns the `sid` claim. It differs for each client, so that clients can't use it to match up users. */
export function sessionIdFor(clientId: string, sessionId: string): string {
  return sha256Base64Url(`${sessionId}\0${clientId}`);
}
