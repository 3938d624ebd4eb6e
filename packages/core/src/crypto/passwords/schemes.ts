/** All forms of stored hashes that are read: two that are made here, two of other libraries. */

import { argon2idScheme } from "./argon2id.ts";
import { bcryptScheme } from "./bcrypt.ts";
import { hasNativeArgon2 } from "./derive.ts";
import type { Comparable, HashingScheme, Scheme, UnusableHash } from "./scheme.ts";
import { saltKeyScheme, scryptScheme } from "./scrypt.ts";

const schemes: readonly Scheme[] = [argon2idScheme, scryptScheme, saltKeyScheme, bcryptScheme];

/** What can be done with a stored hash, or why nothing can. */
export function readStored(stored: string): Comparable | UnusableHash {
  for (const scheme of schemes) {
    const found = scheme.read(stored);
    if (found !== null) return found;
  }
  return "unknown-form";
}

/** The scheme of new hashes: argon2id where it runs natively, else scrypt, unless one is named. */
export async function schemeOfNewHashes(name?: "argon2id" | "scrypt"): Promise<HashingScheme> {
  if (name) return name === "argon2id" ? argon2idScheme : scryptScheme;
  return (await hasNativeArgon2()) ? argon2idScheme : scryptScheme;
}
