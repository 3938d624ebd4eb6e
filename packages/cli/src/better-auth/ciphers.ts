/** Opens what better-auth encrypted: XChaCha20-Poly1305 under the SHA-256 of its secret, the nonce in front. */

import { fromHex, fromUtf8, sha256, utf8 } from "@latchkey/core/crypto";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import type { Environment } from "../project/environment.ts";

/** The secrets of the other app. */
export interface ForeignSecrets {
  /** For values that name no version; `null`: not known. */
  readonly plain: string | null;
  readonly versions: ReadonlyMap<number, string>;
}

/** `BETTER_AUTH_SECRET`, and `BETTER_AUTH_SECRETS` in its form `2:secret,1:older`. */
export function foreignSecrets({ read }: Environment): ForeignSecrets {
  const versions = (read("BETTER_AUTH_SECRETS") ?? "").split(",").flatMap((entry): [number, string][] => {
    const [, version, secret] = /^\s*(\d+):(.+?)\s*$/.exec(entry) ?? [];
    return secret === undefined ? [] : [[Number(version), secret]];
  });
  return { plain: read("BETTER_AUTH_SECRET") || null, versions: new Map(versions) };
}

/** The plain text; `null`: it does not open under these secrets. */
export function openForeign({ plain, versions }: ForeignSecrets, sealed: string): string | null {
  const [, version, versioned] = /^\$ba\$(\d+)\$(.*)$/s.exec(sealed) ?? [];
  const secret = version === undefined ? plain : (versions.get(Number(version)) ?? null);
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
