/** Derives one key per purpose from the app's secrets. The current secret comes first. */

import { createHmacKey, type HmacKey, hkdfSha256 } from "./digest.ts";
import { toBase64Url, utf8 } from "./encoding.ts";
import { decryptValue, encryptionKey, encryptValue, keyIdOf } from "./encryption.ts";
import { type RandomBytes, randomBytes } from "./random.ts";

/** Signs with the current secret. Verifies signatures made with any of the secrets. HMAC-SHA-256. */
export type Signer = HmacKey;

/** Encrypts with the current secret. Decrypts values encrypted with any of the secrets. AES-256-GCM. */
export interface Encrypter {
  /** @param boundTo where the value is stored, such as a row's id and column. It can't be decrypted anywhere else. */
  encrypt(plain: string, boundTo: string): Promise<string>;
  /**
   * Returns `null` for values that were modified, moved, truncated, or encrypted with a removed secret. Never throws
   * because of its input.
   */
  decrypt(envelope: string, boundTo: string): Promise<string | null>;
  /** Whether the value was encrypted with the current secret. If not, encrypt it again. */
  isCurrent(envelope: string): boolean;
}

/** An app's keys, derived on first use and cached. */
export interface Keyring {
  /** Identifies the current secret without revealing it. 8 characters, part of every envelope. */
  readonly id: string;
  /** Whether production rejects the current secret, such as the built-in development secret. */
  readonly isGuessable: boolean;
  /** A value signed for one purpose never verifies for another. */
  signing(purpose: string): Signer;
  /** A value encrypted for one purpose never decrypts for another. */
  encryption(purpose: string): Encrypter;
  /** The raw keys of a purpose, current first. For libraries that take a key, such as JOSE libraries. */
  bytes(purpose: string): readonly Uint8Array[];
}

/**
 * Derives a key with HKDF-SHA-256, without salt and with `latchkey/v1/{purpose}` as its info. Keys of different
 * purposes are independent.
 *
 * @param length in bytes, at most 8160. Default: 32.
 * @see RFC 5869
 */
export function deriveKey(secret: string, purpose: string, length = 32): Uint8Array<ArrayBuffer> {
  return hkdfSha256(utf8(secret), utf8(`latchkey/v1/${purpose}`), length);
}

/**
 * @param secrets the current one first, then older ones, which only verify and decrypt
 * @throws {Error} if there are no secrets
 */
export function createKeyring(secrets: readonly string[], random: RandomBytes = randomBytes): Keyring {
  const [current] = secrets;
  if (current === undefined) throw new Error("createKeyring needs at least one secret.");
  const signers = new Map<string, Signer>();
  const encrypters = new Map<string, Encrypter>();
  const raw = new Map<string, readonly Uint8Array[]>();
  return {
    id: keyId(current),
    isGuessable: secretWeakness(current) !== null,
    signing: (purpose) => getOrCreate(signers, purpose, () => makeSigner(secrets, purpose)),
    encryption: (purpose) => getOrCreate(encrypters, purpose, () => makeEncrypter(secrets, purpose, random)),
    bytes: (purpose) => getOrCreate(raw, purpose, () => secrets.map((secret) => deriveKey(secret, `bytes/${purpose}`))),
  };
}

const minSecretLength = 32;
const placeholders = /(?:change|replace)[-_ ]?(?:me|this|it|with)|(?:your|insert)[-_ ]?(?:own|secret|key)|placeholder/i;
/** Common words in made-up secrets. Only what remains without them counts as random. */
const commonWords =
  /secret|password|passphrase|example|default|change|insecure|secure|better|latchkey|authjs|next|auth|session|cookie|token|signing|encryption|development|production|local|test|dummy|sample|super|very|long|least|character|random|string|minimum|value|please|that|this|with|have|your|the|key|dev|prod|jwt|app|api|env|qwerty|for|not|use|is|at|my/gi;

/**
 * Returns why a secret is weak, in words that follow the secret's name, such as "looks like a placeholder". Returns
 * `null` if it's strong enough.
 */
export function secretWeakness(secret: string): string | null {
  if (secret.length < minSecretLength)
    return `has ${secret.length} characters, but at least ${minSecretLength} are required`;
  if (placeholders.test(secret)) return "looks like a placeholder";
  const distinct = new Set(secret).size;
  if (distinct < 8) return `has only ${distinct} distinct character${distinct === 1 ? "" : "s"}, so it can be guessed`;
  if (repetitionLength(secret) < minSecretLength) return "repeats itself, so it can be guessed";
  if (removeRuns(secret.replace(commonWords, "")).length < minSecretLength / 2) {
    return "consists of common words and sequences, so it can be guessed";
  }
  return null;
}

/**
 * Returns the length of the shortest part whose repetition forms the text, or the text's own length if there is none.
 */
function repetitionLength(text: string): number {
  for (let length = 1; length <= text.length / 2; length++) {
    if (text.startsWith(text.slice(length))) return length;
  }
  return text.length;
}

/** Drops separators and every character that continues a run ("1234", "dcba", "aaaa"). */
function removeRuns(text: string): string {
  const characters = text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return [...characters]
    .filter((_, i) => i === 0 || Math.abs(characters.charCodeAt(i) - characters.charCodeAt(i - 1)) > 1)
    .join("");
}

function getOrCreate<T>(cache: Map<string, T>, purpose: string, make: () => T): T {
  const cached = cache.get(purpose);
  if (cached) return cached;
  const created = make();
  cache.set(purpose, created);
  return created;
}

function keyId(secret: string): string {
  return toBase64Url(deriveKey(secret, "key-id", 6));
}

function makeSigner(secrets: readonly string[], purpose: string): Signer {
  const keys = secrets.map((secret) => createHmacKey(deriveKey(secret, `sign/${purpose}`)));
  const [{ sign, signBase64Url }] = keys as [HmacKey];
  return {
    sign,
    signBase64Url,
    verify: (text, signature) => keys.some((key) => key.verify(text, signature)),
    verifyBase64Url: (text, signature) => keys.some((key) => key.verifyBase64Url(text, signature)),
  };
}

function makeEncrypter(secrets: readonly string[], purpose: string, random: RandomBytes): Encrypter {
  const keys = secrets.map((secret) => encryptionKey(keyId(secret), deriveKey(secret, `encrypt/${purpose}`)));
  const [current] = keys as [(typeof keys)[number]];
  const bind = (boundTo: string): string => `${purpose}\0${boundTo}`;
  return {
    encrypt: (plain, boundTo) => encryptValue(current, random, plain, bind(boundTo)),
    decrypt: (envelope, boundTo) => decryptValue(keys, envelope, bind(boundTo)),
    isCurrent: (envelope) => keyIdOf(envelope) === current.id,
  };
}
