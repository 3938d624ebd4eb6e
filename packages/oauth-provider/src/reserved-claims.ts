/** The claims that only the provider sets. */

/**
 * All of their names, even those that a token lacks. Otherwise, an app's claim could take the place of a missing one.
 */
export const reservedClaims: ReadonlySet<string> = new Set([
  ...["iss", "sub", "aud", "exp", "nbf", "iat", "jti", "client_id", "scope", "cnf", "act", "may_act", "events"],
  ...["auth_time", "acr", "amr", "azp", "nonce", "sid", "at_hash", "c_hash", "org_id", "org_slug", "org_role"],
]);

/** Removes the provider's claims from those of the app. */
export function withoutReserved(claims: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !reservedClaims.has(name)));
}
