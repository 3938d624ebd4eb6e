/** Authenticates at the token endpoint with a signed assertion instead of a secret. RFC 7523, section 2.2. */

import type { ClientAuth } from "oauth4webapi";
import type { PrivateKeyJwk } from "./provider.ts";

/** The algorithms that assertions can be signed with. */
const algorithms: readonly string[] = ["RS256", "PS256", "ES256", "ES384", "ES512", "Ed25519"];

/** @throws {Error} if the key isn't a private JWK with one of the algorithms */
export function checkPrivateKey(option: string, key: PrivateKeyJwk | undefined): void {
  if (!key) throw new Error(`${option}: private_key_jwt requires privateKey. Set it to the private key as a JWK.`);
  if (typeof key !== "object" || typeof key.d !== "string") {
    throw new Error(`${option}: privateKey isn't a private key. Pass the JWK as an object, including "d".`);
  }
  if (!algorithms.includes(key.alg)) {
    throw new Error(`${option}: privateKey.alg is "${key.alg}". Use one of ${algorithms.join(", ")}.`);
  }
}

/** @param now the time from the app's clock */
export async function assertionAuth(jwk: PrivateKeyJwk, now: Date): Promise<ClientAuth> {
  const [{ importJWK }, { modifyAssertion, PrivateKeyJwt }] = await Promise.all([
    import("jose"),
    import("oauth4webapi"),
  ]);
  const key = await importJWK({ ...jwk }, jwk.alg);
  if (key instanceof Uint8Array)
    throw new Error("privateKey is a symmetric key. Use a private key for one of the supported algorithms.");
  const issuedAt = Math.floor(now.getTime() / 1000);
  return PrivateKeyJwt(jwk.kid === undefined ? key : { key, kid: jwk.kid }, {
    [modifyAssertion]: (_: object, claims: object) =>
      void Object.assign(claims, { iat: issuedAt, nbf: issuedAt, exp: issuedAt + 60 }),
  });
}
