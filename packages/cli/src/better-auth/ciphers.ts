/**
 * Decrypts better-auth's values: XChaCha20-Poly1305 with the secret's SHA-256 hash as the key, prefixed with the nonce.
 */

import { fromHex, fromUtf8, sha256, utf8 } from "@latchkey/core/crypto";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import type { Environment } from "../project/environment.ts";

/** The secrets of the better-auth app. */
export interface BetterAuthSecrets {
  /** For values without a version. `null` if unknown. */
  readonly current: string | null;
  readonly versions: ReadonlyMap<number, string>;
}

/** Reads `BETTER_AUTH_SECRET`, and `BETTER_AUTH_SECRETS` in the format `2:secret,1:older`. */
export function readBetterAuthSecrets({ read }: Environment): BetterAuthSecrets {
  const versions = (read("BETTER_AUTH_SECRETS") ?? "").split(",").flatMap((entry): [number, string][] => {
    const [, version, secret] = /^\s*(\d+):(.+?)\s*$/.exec(entry) ?? [];
    return secret === undefined ? [] : [[Number(version), secret]];
  });
  return { current: read("BETTER_AUTH_SECRET") || null, versions: new Map(versions) };
}

/** Returns the plain text, or `null` if it can't be decrypted. */
export function decryptBetterAuth({ current, versions }: BetterAuthSecrets, sealed: string): string | null {
  const [, version, versioned] = /^\$ba\$(\d+)\$(.*)$/s.exec(sealed) ?? [];
  const secret = version === undefined ? current : (versions.get(Number(version)) ?? null);
  const bytes = fromHex(versioned ?? sealed);
  if (secret === null || !bytes || bytes.length < nonceLength) return null;
  try {
    const cipher = xchacha20poly1305(sha256(utf8(secret)), bytes.subarray(0, nonceLength));
    return fromUtf8(cipher.decrypt(bytes.subarray(nonceLength)));
  } catch {
    return null;
  }
}

const nonceLength = 24;
