/** All forms of stored hashes that are read: two that are made here, four of other libraries. */

import { argon2idScheme, argon2iScheme } from "./argon2id.ts";
import { bcryptScheme } from "./bcrypt.ts";
import { hasNativeArgon2 } from "./derive.ts";
import { firebaseScheme } from "./firebase.ts";
import type { Comparable, HashingScheme, Scheme, UnusableHash } from "./scheme.ts";
import { saltKeyScheme, scryptScheme } from "./scrypt.ts";

/** A form of stored hashes that is read. */
export type HashForm = "argon2id" | "scrypt" | "argon2i" | "bcrypt" | "salt:key" | "firebase-scrypt";

const schemes: Readonly<Record<HashForm, Scheme>> = {
  argon2id: argon2idScheme,
  scrypt: scryptScheme,
  argon2i: argon2iScheme,
  bcrypt: bcryptScheme,
  "salt:key": saltKeyScheme,
  "firebase-scrypt": firebaseScheme,
};

/** What can be done with a stored hash, or why nothing can. */
export function readStored(stored: string): Comparable | UnusableHash {
  for (const scheme of Object.values(schemes)) {
    const found = scheme.read(stored);
    if (found !== null) return found;
  }
  return "unknown-form";
}

/** Which form a stored hash has, or why no password can be compared with it. Looks at the text; computes nothing. */
export function hashForm(stored: string): { readonly form: HashForm } | { readonly unusable: UnusableHash } {
  for (const [form, scheme] of Object.entries(schemes) as [HashForm, Scheme][]) {
    const found = scheme.read(stored);
    if (found !== null) return typeof found === "string" ? { unusable: found } : { form };
  }
  return { unusable: "unknown-form" };
}

/** The scheme of new hashes: argon2id where it runs natively, else scrypt, unless one is named. */
export async function schemeOfNewHashes(name?: "argon2id" | "scrypt"): Promise<HashingScheme> {
  if (name) return name === "argon2id" ? argon2idScheme : scryptScheme;
  return (await hasNativeArgon2()) ? argon2idScheme : scryptScheme;
}
