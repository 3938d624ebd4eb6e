/** `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`: OWASP's first choice. @see OWASP Password Storage Cheat Sheet; RFC 9106 */

import { constantTimeEqual } from "../constant-time.ts";
import { utf8 } from "../encoding.ts";
import { argon2id } from "./derive.ts";
import { formatPhc, parsePhc } from "./phc.ts";
import type { Comparable, HashingScheme, UnusableHash } from "./scheme.ts";

/** 19 MiB, two passes, one lane. */
const cost = { m: 19_456, t: 2, p: 1 } as const;
const outputLength = 32;
/** 256 MiB. A planted row must not become a bomb. */
const ceiling = { m: 262_144, t: 10, p: 16 } as const;

export const argon2idScheme: HashingScheme = {
  async hash(password, salt) {
    const hash = await derive(password, salt, cost, outputLength);
    return formatPhc({ algorithm: "argon2id", version: 19, parameters: cost, salt, hash });
  },
  read: (stored) => (stored.startsWith("$argon2id$") ? read(stored) : null),
};

function read(stored: string): Comparable | UnusableHash {
  const { version, parameters, salt, hash } = parsePhc(stored) ?? {};
  const { m = 0, t = 0, p = 0, ...others } = parameters ?? {};
  if (!salt || !hash || version !== 19 || Object.keys(others).length > 0) return "malformed";
  if (m > ceiling.m || t > ceiling.t || p > ceiling.p) return "too-costly";
  if (t < 1 || p < 1 || m < 8 * p) return "malformed";
  return {
    // OWASP counts more memory in fewer passes as equal.
    isCurrent: m >= cost.m && m * t >= cost.m * cost.t && salt.length >= 16 && hash.length >= outputLength,
    matches: async (password) => constantTimeEqual(await derive(password, salt, { m, t, p }, hash.length), hash),
  };
}

interface Parameters {
  readonly m: number;
  readonly t: number;
  readonly p: number;
}

function derive(password: string, salt: Uint8Array, { m, t, p }: Parameters, length: number): Promise<Uint8Array> {
  return argon2id(utf8(password), salt, { memory: m, passes: t, parallelism: p, length });
}
