/** Public exports of `@latchkey/core/crypto`. */

export { constantTimeEqual } from "./constant-time.ts";
export { createHmacKey, type HmacKey, hmacSha256, sha256, sha256Base64Url } from "./digest.ts";
export { fromBase64, fromBase64Url, fromHex, fromUtf8, toBase64, toBase64Url, toHex, utf8 } from "./encoding.ts";
export { hmacSha1 } from "./hmac-sha1.ts";
export { createKeyring, deriveKey, type Encrypter, type Keyring, type Signer, secretWeakness } from "./keys.ts";
export {
  createPasswordHasher,
  type HashStats,
  type PasswordCheck,
  type PasswordHasher,
  type PasswordHasherOptions,
  type PooledPasswordHasher,
} from "./passwords/hasher.ts";
export { isWellFormedPassword, normalizePassword, passwordLength } from "./passwords/normalize.ts";
export { HashQueueFullError } from "./passwords/pool.ts";
export type { UnusableHash } from "./passwords/scheme.ts";
export { detectHashFormat, type HashFormat } from "./passwords/schemes.ts";
export {
  DIGITS,
  DIGITS_AND_LOWERCASE,
  LETTERS_AND_DIGITS,
  type RandomBytes,
  randomBytes,
  randomId,
  randomString,
  randomToken,
} from "./random.ts";
