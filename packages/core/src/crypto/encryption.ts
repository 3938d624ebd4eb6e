/**
 * Encryption at rest with AES-256-GCM through Web Crypto. Values are bound to where they're stored. @see NIST SP
 * 800-38D
 */

import { fromBase64Url, fromUtf8, toBase64Url, utf8 } from "./encoding.ts";
import type { RandomBytes } from "./random.ts";

/** An encryption key. */
export interface EncryptionKey {
  /** Part of the envelope. Reveals nothing about the key. */
  readonly id: string;
  /** Imports the key on the first call. */
  key(): Promise<CryptoKey>;
}

const version = "v1";
const nonceLength = 12;

/** @param bytes exactly 32 bytes */
export function encryptionKey(id: string, bytes: Uint8Array<ArrayBuffer>): EncryptionKey {
  // Keeps the key, not its promise. On Cloudflare Workers, a request can't await another request's promise.
  let imported: CryptoKey | null = null;
  return {
    id,
    async key() {
      imported ??= await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
      return imported;
    },
  };
}

/**
 * Encrypts with a random 96-bit nonce, which is safe for 2^32 values per key.
 *
 * @param boundTo where the value is stored, such as the row's id. It can't be decrypted anywhere else.
 * @returns `v1.{key id}.{nonce}.{ciphertext}`
 */
export async function encryptValue(
  key: EncryptionKey,
  random: RandomBytes,
  plain: string,
  boundTo: string,
): Promise<string> {
  const iv = Uint8Array.from(random(nonceLength));
  const sealed = await crypto.subtle.encrypt(gcm(iv, boundTo), await key.key(), utf8(plain));
  return [version, key.id, toBase64Url(iv), toBase64Url(new Uint8Array(sealed))].join(".");
}

/**
 * Returns the plaintext, or `null` if the envelope is malformed, modified, encrypted with a different key, or bound to
 * a different place.
 */
export async function decryptValue(
  keys: readonly EncryptionKey[],
  envelope: string,
  boundTo: string,
): Promise<string | null> {
  const [mark, id, nonce, ciphertext, ...rest] = envelope.split(".");
  const key = keys.find((candidate) => candidate.id === id);
  const iv = fromBase64Url(nonce ?? "");
  const sealed = fromBase64Url(ciphertext ?? "");
  if (mark !== version || rest.length > 0 || !key || iv?.length !== nonceLength || !sealed) return null;
  const imported = await key.key();
  try {
    return fromUtf8(new Uint8Array(await crypto.subtle.decrypt(gcm(iv, boundTo), imported, sealed)));
  } catch {
    // Modified, truncated, or bound to a different place. Web Crypto doesn't say which.
    return null;
  }
}

/** Returns the envelope's key id, or `null` if it isn't an envelope. */
export function keyIdOf(envelope: string): string | null {
  const [mark, id] = envelope.split(".", 2);
  return mark === version && id ? id : null;
}

function gcm(iv: Uint8Array<ArrayBuffer>, boundTo: string): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: utf8(boundTo) };
}
