/** Keys: one for one purpose, derived from the app's secrets, the current one first. */

import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { createHmacKey, type HmacKey } from "./digest.ts";
import { toBase64Url, utf8 } from "./encoding.ts";
import { encryptionKey, keyIdOf, seal, unseal } from "./encryption.ts";
import { type RandomBytes, randomBytes } from "./random.ts";

/** Signs with the current secret; verifies what any of the secrets signed. HMAC-SHA-256. */
export type Signer = HmacKey;

/** Encrypts under the current secret; decrypts what any of the secrets encrypted. AES-256-GCM. */
export interface Encrypter {
  /** @param boundTo where the value stands: a row's id and column, say. Elsewhere it does not open. */
  encrypt(plain: string, boundTo: string): Promise<string>;
  /** `null` for what was changed, moved, cut, or made under a secret that is gone. Never throws for what it is given. */
  decrypt(envelope: string, boundTo: string): Promise<string | null>;
  /** Whether the current secret made it; if not, write it again. */
  isCurrent(envelope: string): boolean;
}

/** All keys of an app. They are derived at their first use and kept. */
export interface Keyring {
  /** Names the current secret without telling anything of it: 8 characters, part of every envelope. */
  readonly id: string;
  /** Whether the current secret is one that production refuses, such as the built-in development secret. */
  readonly guessable: boolean;
  /** A value signed for one purpose never verifies for another. */
  signing(purpose: string): Signer;
  /** A value encrypted for one purpose never opens for another. */
  encryption(purpose: string): Encrypter;
  /** The bytes of a purpose's keys, the current one first: for libraries that want a key, such as those for JOSE. */
  bytes(purpose: string): readonly Uint8Array[];
}

/**
 * HKDF-SHA-256 without salt, `latchkey/v1/{purpose}` being its info: as many independent keys as there are purposes.
 * @param length in bytes, at most 8160
 * @see RFC 5869
 */
export function deriveKey(secret: string, purpose: string, length = 32): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hkdf(sha256, utf8(secret), undefined, utf8(`latchkey/v1/${purpose}`), length));
}

/**
 * @param secrets the current one first, then older ones, which verify and decrypt but make nothing new
 * @throws {Error} no secret at all
 */
export function createKeyring(secrets: readonly string[], random: RandomBytes = randomBytes): Keyring {
  const [current] = secrets;
  if (current === undefined) throw new Error("A keyring needs a secret.");
  const signers = new Map<string, Signer>();
  const encrypters = new Map<string, Encrypter>();
  const raw = new Map<string, readonly Uint8Array[]>();
  return {
    id: keyId(current),
    guessable: secretWeakness(current) !== null,
    signing: (purpose) => kept(signers, purpose, () => makeSigner(secrets, purpose)),
    encryption: (purpose) => kept(encrypters, purpose, () => makeEncrypter(secrets, purpose, random)),
    bytes: (purpose) => kept(raw, purpose, () => secrets.map((secret) => deriveKey(secret, `bytes/${purpose}`))),
  };
}

const shortestSecret = 32;
const placeholders = /(?:change|replace)[-_ ]?(?:me|this|it|with)|(?:your|insert)[-_ ]?(?:own|secret|key)|placeholder/i;
/** What secrets that people make up consist of. What they did not make up is what is left without it. */
const commonWords =
  /secret|password|passphrase|example|default|change|insecure|secure|better|latchkey|authjs|next|auth|session|cookie|token|signing|encryption|development|production|local|test|dummy|sample|super|very|long|least|character|random|string|minimum|value|please|that|this|with|have|your|the|key|dev|prod|jwt|app|api|env|qwerty|for|not|use|is|at|my/gi;

/** What is wrong with a secret, as the end of a sentence that begins with its name; `null` if it will do. */
export function secretWeakness(secret: string): string | null {
  if (secret.length < shortestSecret) return `has ${secret.length} characters: at least ${shortestSecret} are needed`;
  if (placeholders.test(secret)) return "looks like a placeholder";
  const different = new Set(secret).size;
  if (different < 8) return `has only ${different} different characters: it can be guessed`;
  if (period(secret) < shortestSecret) return "repeats itself: it can be guessed";
  if (withoutRuns(secret.replace(commonWords, "")).length < shortestSecret / 2) {
    return "is made of common words and counting: it can be guessed";
  }
  return null;
}

/** Length of the shortest piece whose repetition gives the text, at least twice; otherwise the text's own length. */
function period(text: string): number {
  for (let length = 1; length <= text.length / 2; length++) {
    if (text.startsWith(text.slice(length))) return length;
  }
  return text.length;
}

/** Drops separators and every character that continues a count ("1234", "dcba", "aaaa"). */
function withoutRuns(text: string): string {
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return [...letters]
    .filter((_, at) => at === 0 || Math.abs(letters.charCodeAt(at) - letters.charCodeAt(at - 1)) > 1)
    .join("");
}

function kept<T>(known: Map<string, T>, purpose: string, make: () => T): T {
  const found = known.get(purpose);
  if (found) return found;
  const made = make();
  known.set(purpose, made);
  return made;
}

function keyId(secret: string): string {
  return toBase64Url(deriveKey(secret, "key-id", 6));
}

function makeSigner(secrets: readonly string[], purpose: string): Signer {
  const keys = secrets.map((secret) => createHmacKey(deriveKey(secret, `sign/${purpose}`)));
  const [{ sign, signBase64Url }] = keys as [HmacKey];
  return { sign, signBase64Url, verify: (text, signature) => keys.some((key) => key.verify(text, signature)) };
}

function makeEncrypter(secrets: readonly string[], purpose: string, random: RandomBytes): Encrypter {
  const keys = secrets.map((secret) => encryptionKey(keyId(secret), deriveKey(secret, `encrypt/${purpose}`)));
  const [current] = keys as [(typeof keys)[number]];
  const place = (boundTo: string): string => `${purpose}\0${boundTo}`;
  return {
    encrypt: (plain, boundTo) => seal(current, random, plain, place(boundTo)),
    decrypt: (envelope, boundTo) => unseal(keys, envelope, place(boundTo)),
    isCurrent: (envelope) => keyIdOf(envelope) === current.id,
  };
}
