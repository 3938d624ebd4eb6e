/** SHA-256, HMAC, and HKDF in JavaScript, for runtimes without `node:crypto`. */

import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** Synchronous digests. Web Crypto has only asynchronous ones. */
export interface JavaScriptDigests {
  sha256(data: Uint8Array): Uint8Array;
  /** Prepares a key for HMAC-SHA-256. */
  hmacSha256(key: Uint8Array): (data: Uint8Array) => Uint8Array;
  /** HKDF-SHA-256 without salt. */
  hkdfSha256(key: Uint8Array, info: Uint8Array, length: number): Uint8Array;
}

/** Node.js, Bun, and Deno get `null` instead, from `javascript-digests.node.ts`. */
export const javascriptDigests: JavaScriptDigests | null = {
  sha256: (data) => sha256(data),
  hmacSha256(key) {
    const keyed = hmac.create(sha256, key);
    return (data) => keyed.clone().update(data).digest();
  },
  hkdfSha256: (key, info, length) => hkdf(sha256, key, undefined, info, length),
};
