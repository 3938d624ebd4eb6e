/** The claims that only the provider sets. */

/**
 * The names of all provider claims, including optional ones. Otherwise, an app's claim could stand in for one that a
 * token doesn't have.
 */
export const reservedClaims: ReadonlySet<string> = new Set([
  ...["iss", "sub", "aud", "exp", "nbf", "iat", "jti", "client_id", "scope", "cnf", "act", "may_act", "events"],
  ...["auth_time", "acr", "amr", "azp", "nonce", "sid", "at_hash", "c_hash", "org_id", "org_slug", "org_role"],
]);

/** Removes reserved names from the app's claims. */
export function withoutReserved(claims: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !reservedClaims.has(name)));
}
