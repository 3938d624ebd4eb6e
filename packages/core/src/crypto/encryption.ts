/** Encryption at rest: AES-256-GCM through Web Crypto, bound to where the value stands. @see NIST SP 800-38D */

import { fromBase64Url, fromUtf8, toBase64Url, utf8 } from "./encoding.ts";
import type { RandomBytes } from "./random.ts";

/** One key, ready for use. */
export interface EncryptionKey {
  /** Named in the envelope; tells nothing of the key. */
  readonly id: string;
  /** Imports the key at the first call. */
  key(): Promise<CryptoKey>;
}

const version = "v1";
const nonceLength = 12;

/** @param bytes 32 of them */
export function encryptionKey(id: string, bytes: Uint8Array<ArrayBuffer>): EncryptionKey {
  // The key is kept, not its promise: on workers a request cannot wait for what another one began.
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
 * Encrypts under a random 96-bit nonce: good for 2^32 values under one key.
 * @param boundTo where the value stands, such as the row's id: elsewhere it does not open
 * @returns `v1.{key id}.{nonce}.{ciphertext}`
 */
export async function seal(key: EncryptionKey, random: RandomBytes, plain: string, boundTo: string): Promise<string> {
  const iv = Uint8Array.from(random(nonceLength));
  const sealed = await crypto.subtle.encrypt(gcm(iv, boundTo), await key.key(), utf8(plain));
  return [version, key.id, toBase64Url(iv), toBase64Url(new Uint8Array(sealed))].join(".");
}

/** The plain text, or `null` for whatever is not a whole envelope of one of these keys, bound to this place. */
export async function unseal(
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
    // Changed, cut, or bound to another place: Web Crypto does not say which, and nor do we.
    return null;
  }
}

/** The id of the key that an envelope names; `null` for what is no envelope. */
export function keyIdOf(envelope: string): string | null {
  const [mark, id] = envelope.split(".", 2);
  return mark === version && id ? id : null;
}

function gcm(iv: Uint8Array<ArrayBuffer>, boundTo: string): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: utf8(boundTo) };
}
