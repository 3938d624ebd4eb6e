/**
 * Decrypts assertions, with RSA-OAEP for the key and AES for the content. Every failure throws the same error, so that
 * senders can't learn anything from it.
 */

import { constants, createDecipheriv, type KeyObject, privateDecrypt } from "node:crypto";
import { reject } from "./errors.ts";
import { attributeOf, childrenOf, descendantsOf, optionalChild, requiredChild, trimmedText } from "./xml/document.ts";
import { namespaces } from "./xml/namespaces.ts";

interface ContentCipher {
  readonly name: "aes-128-gcm" | "aes-192-gcm" | "aes-256-gcm" | "aes-128-cbc" | "aes-192-cbc" | "aes-256-cbc";
  readonly keyBytes: number;
  readonly isAuthenticated: boolean;
}

const contentCiphers: Readonly<Record<string, ContentCipher>> = Object.fromEntries(
  ([128, 192, 256] as const).flatMap((bits) => [
    [
      `${namespaces.encryption11}aes${bits}-gcm`,
      { name: `aes-${bits}-gcm`, keyBytes: bits / 8, isAuthenticated: true } as const,
    ],
    [
      `${namespaces.encryption}aes${bits}-cbc`,
      { name: `aes-${bits}-cbc`, keyBytes: bits / 8, isAuthenticated: false } as const,
    ],
  ]),
);

const digests: Readonly<Record<string, string>> = {
  [`${namespaces.signature}sha1`]: "sha1",
  [`${namespaces.encryption}sha256`]: "sha256",
  "http://www.w3.org/2001/04/xmldsig-more#sha384": "sha384",
  [`${namespaces.encryption}sha512`]: "sha512",
};

const nonceBytes = 12;
const tagBytes = 16;
const blockBytes = 16;
const maxDecryptions = 4;

/** The keys for decrypting an assertion, and whether it's signed. */
export interface DecryptionInput {
  /** Private keys of this service provider. There are two during a rotation. */
  readonly keys: readonly KeyObject[];
  /**
   * Whether a signature over the encrypted content was verified. If not, AES-CBC isn't accepted, because the difference
   * between bad padding and bad content would reveal the assertion byte by byte.
   */
  readonly isSigned: boolean;
}

/**
 * Decrypts an `EncryptedAssertion`.
 * @returns the assertion as XML that hasn't been checked
 * @throws {SamlError} `SAML_DECRYPTION_FAILED` for every reason
 */
export function decryptAssertion(encrypted: Element, input: DecryptionInput): string {
  try {
    return decrypt(encrypted, input);
  } catch {
    return reject("SAML_DECRYPTION_FAILED");
  }
}

function decrypt(encrypted: Element, { keys, isSigned }: DecryptionInput): string {
  const data = requiredChild(encrypted, "encryption", "EncryptedData");
  const method = attributeOf(requiredChild(data, "encryption", "EncryptionMethod"), "Algorithm") ?? "";
  const cipher = Object.hasOwn(contentCiphers, method) ? contentCiphers[method] : undefined;
  if (!cipher || (!cipher.isAuthenticated && !isSigned)) return fail();
  const content = cipherValue(data);
  // The encrypted keys are inside EncryptedData or next to it. There's one for each recipient.
  const wrapped = [
    ...descendantsOf(data, "encryption", "EncryptedKey"),
    ...childrenOf(encrypted, "encryption", "EncryptedKey"),
  ];
  if (wrapped.length === 0 || wrapped.length * keys.length > maxDecryptions) return fail();
  for (const element of wrapped) {
    for (const key of keys) {
      const contentKey = unwrapKey(element, key);
      if (contentKey?.length === cipher.keyBytes) return decode(decipher(cipher, contentKey, content));
    }
  }
  return fail();
}

/** Returns the content key, or `null` if it was encrypted for a different key pair. */
function unwrapKey(element: Element, key: KeyObject): Buffer | null {
  const method = requiredChild(element, "encryption", "EncryptionMethod");
  const oaepHash = oaepHashOf(method);
  const label = optionalChild(method, "encryption", "OAEPparams");
  if (oaepHash === null || label) return null;
  try {
    return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, cipherValue(element));
  } catch {
    return null;
  }
}

/** Node.js uses the same hash for both parts of OAEP, so methods with two different hashes aren't supported. */
function oaepHashOf(method: Element): string | null {
  const algorithm = attributeOf(method, "Algorithm");
  const digest = optionalChild(method, "signature", "DigestMethod");
  const hash = digest ? (digests[attributeOf(digest, "Algorithm") ?? ""] ?? null) : "sha1";
  if (algorithm === `${namespaces.encryption}rsa-oaep-mgf1p`) return hash === "sha1" ? hash : null;
  if (algorithm !== `${namespaces.encryption11}rsa-oaep`) return null;
  const mask = optionalChild(method, "encryption11", "MGF");
  const maskHash = mask ? /#mgf1(sha(?:1|256|384|512))$/.exec(attributeOf(mask, "Algorithm") ?? "")?.[1] : "sha1";
  return maskHash === hash ? hash : null;
}

function decipher({ name, isAuthenticated }: ContentCipher, key: Buffer, content: Buffer): Buffer {
  if (!isAuthenticated) return decipherCbc(name, key, content);
  if (content.length < nonceBytes + tagBytes) return fail();
  // Without a fixed length, Node.js would accept a tag that was truncated to four bytes, which can be guessed.
  const options = { authTagLength: tagBytes };
  const gcm = createDecipheriv(name as "aes-256-gcm", key, content.subarray(0, nonceBytes), options);
  gcm.setAuthTag(content.subarray(-tagBytes));
  return Buffer.concat([gcm.update(content.subarray(nonceBytes, -tagBytes)), gcm.final()]);
}

function decipherCbc(name: string, key: Buffer, content: Buffer): Buffer {
  const cbc = createDecipheriv(name, key, content.subarray(0, blockBytes)).setAutoPadding(false);
  const plain = Buffer.concat([cbc.update(content.subarray(blockBytes)), cbc.final()]);
  // Only the last byte of this padding is defined, so PKCS #7's check would reject valid content.
  const padding = plain.at(-1) ?? 0;
  if (padding < 1 || padding > blockBytes) return fail();
  return plain.subarray(0, -padding);
}

function cipherValue(element: Element): Buffer {
  const value = requiredChild(requiredChild(element, "encryption", "CipherData"), "encryption", "CipherValue");
  const text = trimmedText(value).replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return fail();
  return Buffer.from(text, "base64");
}

function decode(bytes: Buffer): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

function fail(): never {
  throw new Error("The content can't be decrypted.");
}
