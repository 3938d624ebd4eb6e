/** Key pairs of the virtual authenticator, with their COSE form. */

import { fromBase64Url } from "@latchkey/core/crypto";
import type { CborInput } from "./cbor.ts";

/** A COSE algorithm: ES256, EdDSA, or RS256. */
export type KeyAlgorithm = -7 | -8 | -257;

/** A key pair that signs like an authenticator. */
export interface SigningKey {
  /** The COSE key. */
  readonly cose: ReadonlyMap<number, CborInput>;
  sign(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
}

/** Creates a key pair. */
export async function createSigningKey(algorithm: KeyAlgorithm): Promise<SigningKey> {
  if (algorithm === -8) return signingKey(await generate({ name: "Ed25519" }), edDSA);
  if (algorithm === -257) {
    const publicExponent = Uint8Array.of(1, 0, 1);
    const rsa = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", modulusLength: 2048, publicExponent };
    return signingKey(await generate(rsa), rs256);
  }
  return signingKey(await generate({ name: "ECDSA", namedCurve: "P-256" }), es256);
}

interface Form {
  readonly signWith: AlgorithmIdentifier | EcdsaParams;
  readonly toCose: (jwk: JsonWebKey) => ReadonlyMap<number, CborInput>;
  readonly toSignature: (raw: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
}

const es256: Form = {
  signWith: { name: "ECDSA", hash: "SHA-256" },
  toCose: ({ x, y }) =>
    new Map<number, CborInput>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, decode(x)],
      [-3, decode(y)],
    ]),
  toSignature: derOf,
};

const edDSA: Form = {
  signWith: { name: "Ed25519" },
  toCose: ({ x }) =>
    new Map<number, CborInput>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, decode(x)],
    ]),
  toSignature: (raw) => raw,
};

const rs256: Form = {
  signWith: { name: "RSASSA-PKCS1-v1_5" },
  toCose: ({ n, e }) =>
    new Map<number, CborInput>([
      [1, 3],
      [3, -257],
      [-1, decode(n)],
      [-2, decode(e)],
    ]),
  toSignature: (raw) => raw,
};

async function generate(
  algorithm: RsaHashedKeyGenParams | EcKeyGenParams | { name: "Ed25519" },
): Promise<CryptoKeyPair> {
  return (await crypto.subtle.generateKey(algorithm as EcKeyGenParams, true, ["sign", "verify"])) as CryptoKeyPair;
}

async function signingKey(
  { publicKey, privateKey }: CryptoKeyPair,
  { signWith, toCose, toSignature }: Form,
): Promise<SigningKey> {
  return {
    cose: toCose(await crypto.subtle.exportKey("jwk", publicKey)),
    sign: async (data) => toSignature(new Uint8Array(await crypto.subtle.sign(signWith, privateKey, data))),
  };
}

function decode(text: string | undefined): Uint8Array {
  const bytes = fromBase64Url(text ?? "");
  if (!bytes) throw new Error("The key lacks a required component.");
  return bytes;
}

/** Converts a raw ECDSA signature to DER. */
export function derOf(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const parts = [derInteger(raw.slice(0, 32)), derInteger(raw.slice(32))].flat();
  return Uint8Array.from([0x30, parts.length, ...parts]);
}

function derInteger(bytes: Uint8Array): number[] {
  const digits = [...bytes];
  while (digits.length > 1 && digits[0] === 0) digits.shift();
  if ((digits[0] ?? 0) >= 128) digits.unshift(0);
  return [2, digits.length, ...digits];
}
