/**
 * scrypt hashes in the form `$scrypt$ln=15,r=8,p=3$salt$hash`, OWASP's choice if argon2id isn't available. @see OWASP
 * Password Storage Cheat Sheet; RFC 7914
 */

import { constantTimeEqual } from "../constant-time.ts";
import { fromHex, utf8 } from "../encoding.ts";
import { scrypt } from "./derive.ts";
import { formatPhc, parsePhc } from "./phc.ts";
import type { HashingScheme, ParsedHash, Scheme, UnusableHash } from "./scheme.ts";

/** N = 2^15 needs 32 MiB of memory, which p = 3 fills three times. */
const cost = { ln: 15, r: 8, p: 3 } as const;
const outputLength = 32;
/**
 * Limits the cost of a hash that an attacker put into the database. `memory` is 128 · N · r bytes, at most 256 MiB.
 * `work` is `memory` times p, at most a few seconds.
 */
const maxCost = { ln: 20, p: 16, memory: 2 ** 28, work: 2 ** 30 } as const;

export const scryptScheme: HashingScheme = {
  async hash(password, salt) {
    const hash = await derive(password, salt, cost, outputLength);
    return formatPhc({ algorithm: "scrypt", version: null, parameters: cost, salt, hash });
  },
  parse: (stored) => (stored.startsWith("$scrypt$") ? parse(stored) : null),
};

/**
 * Hashes in the form `{salt}:{key}`, both in hex, as other libraries store them. scrypt with N = 2^14, r = 16, p = 1,
 * and 64 bytes of output. The salt is the hex text itself, not the bytes it encodes.
 */
export const saltKeyScheme: Scheme = {
  parse(stored) {
    const [salt = "", key = ""] = stored.split(":", 2);
    const expected = fromHex(key);
    if (!/^[0-9a-f]{32}:[0-9a-f]{128}$/i.test(stored) || !expected) return null;
    return {
      isCurrent: false,
      async matches(password) {
        const derived = await scrypt(utf8(password), utf8(salt), { N: 16_384, r: 16, p: 1, length: expected.length });
        return constantTimeEqual(derived, expected);
      },
    };
  },
};

function parse(stored: string): ParsedHash | UnusableHash {
  const { version, parameters, salt, hash } = parsePhc(stored) ?? {};
  const { ln = 0, r = 0, p = 0, ...others } = parameters ?? {};
  if (!salt || !hash || version !== null || Object.keys(others).length > 0) return "malformed";
  const memory = 128 * 2 ** ln * r;
  if (ln > maxCost.ln || p > maxCost.p || memory > maxCost.memory || memory * p > maxCost.work) {
    return "too-costly";
  }
  // N must be below 2^(16 r). RFC 7914, section 2.
  if (ln < 1 || r < 1 || p < 1 || ln >= 16 * r) return "malformed";
  const isAsStrong = memory >= 128 * 2 ** cost.ln * cost.r && memory * p >= 128 * 2 ** cost.ln * cost.r * cost.p;
  return {
    isCurrent: isAsStrong && salt.length >= 16 && hash.length >= outputLength,
    matches: async (password) => constantTimeEqual(await derive(password, salt, { ln, r, p }, hash.length), hash),
    async recompute(password) {
      const recomputed = await derive(password, salt, { ln, r, p }, hash.length);
      const text = formatPhc({ algorithm: "scrypt", version, parameters: { ln, r, p }, salt, hash: recomputed });
      return { text, matches: constantTimeEqual(recomputed, hash) };
    },
  };
}

interface Parameters {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

function derive(password: string, salt: Uint8Array, { ln, r, p }: Parameters, length: number): Promise<Uint8Array> {
  return scrypt(utf8(password), salt, { N: 2 ** ln, r, p, length });
}
