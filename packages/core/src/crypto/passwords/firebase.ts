/**
 * Firebase's scrypt in the form `$fbscrypt$v=1,n=14,r=8,p=1,ss=…,sk=…$salt$hash`, which includes the project's
 * parameters. The hash is the project's signer key, encrypted with the key that scrypt derives.
 * @see https://github.com/firebase/scrypt
 */

import { constantTimeEqual } from "../constant-time.ts";
import { fromBase64, utf8 } from "../encoding.ts";
import { scrypt } from "./derive.ts";
import type { ParsedHash, Scheme, UnusableHash } from "./scheme.ts";

const pattern =
  /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=(\d),ss=([\w+/]*={0,2}),sk=([\w+/]+={0,2})\$([\w+/]+={0,2})\$([\w+/]+={0,2})$/;
const maxLength = 512;
/**
 * 256 MiB, and the same limit on work as plain scrypt. Limits the cost of a hash that an attacker put into the
 * database.
 */
const [maxMemory, maxWork] = [2 ** 28, 2 ** 30];
/** An AES-256 key, in bytes. */
const keyLength = 32;

/** Verified and replaced at the next sign-in, never created. */
export const firebaseScheme: Scheme = {
  parse: (stored) => (stored.startsWith("$fbscrypt$") ? parse(stored) : null),
};

function parse(stored: string): ParsedHash | UnusableHash {
  const [, n, rounds, p, ...encoded] = (stored.length <= maxLength ? pattern.exec(stored) : null) ?? [];
  const [separator, signerKey, salt, hash] = encoded.map((text) => fromBase64(text ?? ""));
  const cost = { N: 2 ** Number(n), r: Number(rounds), p: Number(p), length: keyLength };
  if (!separator || !signerKey || !salt || !hash || cost.N < 2 || cost.r < 1 || cost.p < 1) return "malformed";
  // N must be below 2^(16 r). RFC 7914, section 2.
  if (Number(n) >= 16 * cost.r) return "malformed";
  const memory = 128 * cost.N * cost.r;
  if (memory > maxMemory || memory * cost.p > maxWork) return "too-costly";
  return {
    isCurrent: false,
    async matches(password) {
      const key = await scrypt(utf8(password), Uint8Array.from([...salt, ...separator]), cost);
      return constantTimeEqual(await encrypt(key, signerKey), hash);
    },
  };
}

/** AES-256-CTR with a counter that starts at zero. */
async function encrypt(key: Uint8Array, data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey("raw", Uint8Array.from(key), "AES-CTR", false, ["encrypt"]);
  const algorithm = { name: "AES-CTR", counter: new Uint8Array(16), length: 128 };
  return new Uint8Array(await crypto.subtle.encrypt(algorithm, imported, data));
}
