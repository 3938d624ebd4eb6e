/** COSE public keys, and the signatures made with them: ES256, EdDSA, and RS256. @see RFC 9052, RFC 9053, RFC 8230 */

import { toBase64Url } from "@latchkey/core/crypto";
import type { CborMap } from "./cbor.ts";
import { reject } from "./error.ts";

/** COSE algorithms by preference: EdDSA, ES256, RS256. */
export const algorithms: readonly number[] = [-8, -7, -257];

interface ImportableKey {
  readonly jwk: JsonWebKey;
  readonly algorithm: AlgorithmIdentifier | EcKeyImportParams | RsaHashedImportParams;
  readonly verifyWith: AlgorithmIdentifier | EcdsaParams;
  /** Converts a signature to the form that Web Crypto accepts. */
  readonly toRaw: (signature: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
}

/** An imported key, which is valid. */
export interface PublicKey {
  verify(signature: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>): Promise<boolean>;
}

/** @throws {WebAuthnError} if the key's algorithm isn't supported, or the key is invalid, for example off the curve */
export async function importPublicKey(key: CborMap): Promise<PublicKey> {
  const { jwk, algorithm, verifyWith, toRaw } = toImportable(key);
  const imported = await crypto.subtle
    .importKey("jwk", jwk, algorithm, false, ["verify"])
    .catch(() => reject("public key"));
  return {
    verify: (signature, data) => crypto.subtle.verify(verifyWith, imported, toRaw(signature), data),
  };
}

/** Labels of COSE keys. RSA keys use -1 and -2 for different parameters than elliptic-curve keys do. */
const label = { type: 1, algorithm: 3, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2 };

function toImportable(key: CborMap): ImportableKey {
  const [type, algorithm] = [key.get(label.type), key.get(label.algorithm)];
  if (algorithm === -7 && type === 2) return importableES256(key);
  if (algorithm === -8 && type === 1) return importableEdDSA(key);
  if (algorithm === -257 && type === 3) return importableRS256(key);
  return reject(algorithms.includes(algorithm as number) ? "public key" : "algorithm");
}

function importableES256(key: CborMap): ImportableKey {
  if (key.get(label.curve) !== 1) reject("public key");
  const [x, y] = [bytesOf(key, label.x, 32), bytesOf(key, label.y, 32)];
  return {
    jwk: { kty: "EC", crv: "P-256", x: toBase64Url(x), y: toBase64Url(y) },
    algorithm: { name: "ECDSA", namedCurve: "P-256" },
    verifyWith: { name: "ECDSA", hash: "SHA-256" },
    toRaw: rawFromDer,
  };
}

function importableEdDSA(key: CborMap): ImportableKey {
  if (key.get(label.curve) !== 6) reject("public key");
  const x = bytesOf(key, label.x, 32);
  return {
    jwk: { kty: "OKP", crv: "Ed25519", x: toBase64Url(x) },
    algorithm: { name: "Ed25519" },
    verifyWith: { name: "Ed25519" },
    toRaw: (signature) => (signature.length === 64 ? signature : reject("signature encoding")),
  };
}

/** In bytes. Smaller keys can be factored, and larger ones only slow down the server. */
const rsaModulusLength = { min: 256, max: 1024 };

function importableRS256(key: CborMap): ImportableKey {
  const [modulus, exponent] = [bytesOf(key, label.modulus), bytesOf(key, label.exponent)];
  const { min, max } = rsaModulusLength;
  const isSized = modulus.length >= min && modulus.length <= max && (modulus[0] ?? 0) >= 128;
  const value = exponent.reduce((sum, byte) => sum * 256 + byte, 0);
  if (!isSized || exponent.length > 4 || value < 3 || value % 2 === 0) reject("public key");
  return {
    jwk: { kty: "RSA", alg: "RS256", n: toBase64Url(modulus), e: toBase64Url(exponent) },
    algorithm: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
    verifyWith: { name: "RSASSA-PKCS1-v1_5" },
    toRaw: (signature) => (signature.length === modulus.length ? signature : reject("signature encoding")),
  };
}

function bytesOf(key: CborMap, name: number, length?: number): Uint8Array {
  const value = key.get(name);
  if (!(value instanceof Uint8Array)) return reject("public key");
  return length === undefined || value.length === length ? value : reject("public key");
}

/** Converts an ECDSA signature from DER (`SEQUENCE { r INTEGER, s INTEGER }`) to r and s with 32 bytes each. */
function rawFromDer(der: Uint8Array): Uint8Array<ArrayBuffer> {
  if (der.length < 8 || der.length > 72 || der[0] !== 0x30 || der[1] !== der.length - 2) reject("signature encoding");
  const raw = new Uint8Array(64);
  const sStart = readDerInteger(der, 2, raw.subarray(0, 32));
  if (readDerInteger(der, sStart, raw.subarray(32)) !== der.length) reject("signature encoding");
  return raw;
}

/** Accepts only the shortest form of a positive integer. Returns the offset after it. */
function readDerInteger(der: Uint8Array, offset: number, into: Uint8Array): number {
  const start = offset + 2;
  const end = start + (der[offset + 1] ?? 0);
  const [first = 0, second = 0] = der.subarray(start, end);
  const isPadded = first === 0 && end - start > 1;
  const isMinimal = first < 128 && (!isPadded || second >= 128);
  const digits = der.subarray(isPadded ? start + 1 : start, end);
  if (der[offset] !== 2 || end > der.length || digits.length === 0 || digits.length > 32 || !isMinimal) {
    reject("signature encoding");
  }
  into.set(digits, 32 - digits.length);
  return end;
}
