/** The claims that only the provider sets. */

/** Their names, whether or not a token has them. Without this, an app's own claim could appear where the provider's is missing. */
export const reservedClaims: ReadonlySet<string> = new Set([
  ...["iss", "sub", "aud", "exp", "nbf", "iat", "jti", "client_id", "scope", "cnf", "act", "may_act", "events"],
  ...["auth_time", "acr", "amr", "azp", "nonce", "sid", "at_hash", "c_hash", "org_id", "org_slug", "org_role"],
]);

/** Removes the provider's claims from those of the app. */
export function withoutReserved(claims: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !reservedClaims.has(name)));
}
