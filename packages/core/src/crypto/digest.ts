/**
 * SHA-256 and HMAC, synchronous on every runtime. Web Crypto would queue behind password hashes on the same threads.
 */

import { javascriptDigests } from "#javascript-digests";
import { constantTimeEqual } from "./constant-time.ts";
import { toBase64, toBase64Url, utf8 } from "./encoding.ts";
import type { JavaScriptDigests } from "./javascript-digests.ts";
import { nodeCrypto } from "./native.ts";

/** SHA-256, 32 bytes. Strings are hashed as UTF-8. @see FIPS 180-4 */
export function sha256(data: string | Uint8Array): Uint8Array {
  // The one-shot function takes a third of the time. Node.js has had it since 20.12, but other runtimes may lack it.
  if (nodeCrypto?.hash) return nodeCrypto.hash("sha256", data, "buffer");
  if (nodeCrypto) return nodeCrypto.createHash("sha256").update(data).digest();
  return fallback().sha256(bytesOf(data));
}

/** SHA-256 of the string's UTF-8 bytes, 43 characters. Tokens are stored this way. @see FIPS 180-4 */
export function sha256Base64Url(text: string): string {
  if (nodeCrypto?.hash) return nodeCrypto.hash("sha256", text, "base64url");
  return toBase64Url(sha256(text));
}

/** HMAC-SHA-256 of one value, 32 bytes. To sign many values with one key, use {@link createHmacKey}. @see RFC 2104 */
export function hmacSha256(key: Uint8Array, data: string | Uint8Array): Uint8Array {
  if (nodeCrypto) return nodeCrypto.createHmac("sha256", key).update(data).digest();
  return fallback().hmacSha256(key)(bytesOf(data));
}

/** HKDF-SHA-256 without salt. @param length in bytes, at most 8160 @see RFC 5869 */
export function hkdfSha256(key: Uint8Array, info: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const derived = nodeCrypto
    ? nodeCrypto.hkdfSync("sha256", key, new Uint8Array(), info, length)
    : fallback().hkdfSha256(key, info, length);
  return new Uint8Array(derived);
}

/** A prepared key for signing many strings. */
export interface HmacKey {
  /** Returns standard base64 with padding, 44 characters. */
  sign(text: string): string;
  /** Returns base64url without padding, 43 characters. */
  signBase64Url(text: string): string;
  /** Whether `signature` is the result of {@link sign}, compared in constant time. */
  verify(text: string, signature: string): boolean;
  /** Whether `signature` is the result of {@link signBase64Url}, compared in constant time. */
  verifyBase64Url(text: string, signature: string): boolean;
}

/** Prepares a key for HMAC-SHA-256. Strings are signed as UTF-8. @see RFC 2104 */
export function createHmacKey(key: Uint8Array): HmacKey {
  const digest = nodeCrypto ? nativeDigest(nodeCrypto, key) : javascriptDigest(key);
  return {
    sign: (text) => digest(text, "base64"),
    signBase64Url: (text) => digest(text, "base64url"),
    verify: (text, signature) => constantTimeEqual(digest(text, "base64"), signature),
    verifyBase64Url: (text, signature) => constantTimeEqual(digest(text, "base64url"), signature),
  };
}

type Digest = (text: string, encoding: "base64" | "base64url") => string;

function nativeDigest({ createHmac, createSecretKey }: NonNullable<typeof nodeCrypto>, key: Uint8Array): Digest {
  // A raw key would be imported on every call, which is seven times slower on Node.js 24.
  const secret = createSecretKey(key);
  return (text, encoding) => createHmac("sha256", secret).update(text).digest(encoding);
}

function javascriptDigest(key: Uint8Array): Digest {
  const sign = fallback().hmacSha256(key);
  return (text, encoding) => {
    const digest = sign(utf8(text));
    return encoding === "base64" ? toBase64(digest) : toBase64Url(digest);
  };
}

function fallback(): JavaScriptDigests {
  if (javascriptDigests) return javascriptDigests;
  throw new Error('node:crypto isn\'t available. Update the runtime, or bundle without the condition "node".');
}

function bytesOf(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? utf8(data) : data;
}
