/** The signing algorithms and their key pairs. */

import { exportJWK, generateKeyPair, importJWK, type JWK } from "jose";

/** A signing algorithm. */
export type SigningAlgorithm = "EdDSA" | "ES256" | "RS256" | "PS256" | "ES512";

/** Every signing algorithm, the default one first. */
export const signingAlgorithms: readonly SigningAlgorithm[] = ["EdDSA", "ES256", "RS256", "PS256", "ES512"];

/** Whether the value is a signing algorithm. */
export function isSigningAlgorithm(name: string): name is SigningAlgorithm {
  return (signingAlgorithms as readonly string[]).includes(name);
}

/** A new key pair, as JWKs. */
export interface KeyPair {
  readonly publicKey: JWK;
  readonly privateKey: JWK;
}

/** Creates a key pair. `modulusLength` is the size of RSA keys in bits. */
export async function createKeyPair(alg: SigningAlgorithm, modulusLength = 2048): Promise<KeyPair> {
  const pair = await generateKeyPair(alg, { extractable: true, modulusLength });
  return { publicKey: await exportJWK(pair.publicKey), privateKey: await exportJWK(pair.privateKey) };
}

/** Imports a key for one algorithm. @throws {Error} if the JWK isn't a key for it */
export async function importKey(jwk: JWK, alg: string): Promise<CryptoKey> {
  const key = await importJWK(jwk, alg);
  if (key instanceof Uint8Array) throw new TypeError("A signing key can't be symmetric.");
  return key;
}

/** Members that are safe to publish (RFC 7517, section 4; RFC 7518, section 6; RFC 8037). Others could be private. */
const publicMembers = ["kty", "crv", "x", "y", "n", "e"] as const;

/** Returns only the public members of a JWK. */
export function toPublicJwk(jwk: JWK): JWK {
  return Object.fromEntries(publicMembers.flatMap((name) => (jwk[name] === undefined ? [] : [[name, jwk[name]]])));
}
