/**
 * argon2id hashes in the form `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`, OWASP's first choice. Older argon2i hashes
 * are verified but never created.
 * @see OWASP Password Storage Cheat Sheet; RFC 9106
 */

import { constantTimeEqual } from "../constant-time.ts";
import { utf8 } from "../encoding.ts";
import type { Argon2Kind } from "./derivation.ts";
import { argon2 } from "./derive.ts";
import { formatPhc, parsePhc } from "./phc.ts";
import type { HashingScheme, ParsedHash, Scheme, UnusableHash } from "./scheme.ts";

/** 19 MiB, two passes, one lane. */
const cost = { m: 19_456, t: 2, p: 1 } as const;
const outputLength = 32;
/** 256 MiB. Limits the cost of verifying a hash that an attacker put into the database. */
const maxCost = { m: 262_144, t: 10, p: 16 } as const;

export const argon2idScheme: HashingScheme = {
  async hash(password, salt) {
    const hash = await derive("argon2id", password, salt, cost, outputLength);
    return formatPhc({ algorithm: "argon2id", version: 19, parameters: cost, salt, hash });
  },
  parse: (stored) => (stored.startsWith("$argon2id$") ? parse("argon2id", stored) : null),
};

/** The variant that some libraries used before argon2id became common. */
export const argon2iScheme: Scheme = {
  parse: (stored) => (stored.startsWith("$argon2i$") ? parse("argon2i", stored) : null),
};

function parse(kind: Argon2Kind, stored: string): ParsedHash | UnusableHash {
  const { version, parameters, salt, hash } = parsePhc(stored) ?? {};
  const { m = 0, t = 0, p = 0, ...others } = parameters ?? {};
  if (!salt || !hash || version !== 19 || Object.keys(others).length > 0) return "malformed";
  if (m > maxCost.m || t > maxCost.t || p > maxCost.p) return "too-costly";
  if (t < 1 || p < 1 || m < 8 * p) return "malformed";
  return {
    // OWASP considers more memory with fewer passes equally strong.
    isCurrent:
      kind === "argon2id" &&
      m >= cost.m &&
      m * t >= cost.m * cost.t &&
      salt.length >= 16 &&
      hash.length >= outputLength,
    matches: async (password) => constantTimeEqual(await derive(kind, password, salt, { m, t, p }, hash.length), hash),
    async recompute(password) {
      const recomputed = await derive(kind, password, salt, { m, t, p }, hash.length);
      const text = formatPhc({ algorithm: kind, version, parameters: { m, t, p }, salt, hash: recomputed });
      return { text, matches: constantTimeEqual(recomputed, hash) };
    },
  };
}

interface Parameters {
  readonly m: number;
  readonly t: number;
  readonly p: number;
}

function derive(
  kind: Argon2Kind,
  password: string,
  salt: Uint8Array,
  { m, t, p }: Parameters,
  length: number,
): Promise<Uint8Array> {
  return argon2(kind, utf8(password), salt, { memory: m, passes: t, parallelism: p, length });
}
