/** All supported forms of stored hashes: two that this library creates and four from other libraries. */

import { argon2idScheme, argon2iScheme } from "./argon2id.ts";
import { bcryptScheme } from "./bcrypt.ts";
import { hasNativeArgon2 } from "./derive.ts";
import { firebaseScheme } from "./firebase.ts";
import type { HashingScheme, ParsedHash, Scheme, UnusableHash } from "./scheme.ts";
import { saltKeyScheme, scryptScheme } from "./scrypt.ts";

/** A supported form of stored hashes. */
export type HashFormat = "argon2id" | "scrypt" | "argon2i" | "bcrypt" | "salt:key" | "firebase-scrypt";

const schemes: Readonly<Record<HashFormat, Scheme>> = {
  argon2id: argon2idScheme,
  scrypt: scryptScheme,
  argon2i: argon2iScheme,
  bcrypt: bcryptScheme,
  "salt:key": saltKeyScheme,
  "firebase-scrypt": firebaseScheme,
};

/** Parses a stored hash, or returns why it can't be used. */
export function parseStoredHash(stored: string): ParsedHash | UnusableHash {
  for (const scheme of Object.values(schemes)) {
    const parsed = scheme.parse(stored);
    if (parsed !== null) return parsed;
  }
  return "unknown-form";
}

/** Returns the form of a stored hash, or why it can't be used. Only inspects the string. */
export function detectHashFormat(stored: string): { readonly form: HashFormat } | { readonly unusable: UnusableHash } {
  for (const [form, scheme] of Object.entries(schemes) as [HashFormat, Scheme][]) {
    const parsed = scheme.parse(stored);
    if (parsed !== null) return typeof parsed === "string" ? { unusable: parsed } : { form };
  }
  return { unusable: "unknown-form" };
}

/** Returns the scheme for new hashes: the named one or, by default, argon2id if it runs natively and scrypt if not. */
export async function selectScheme(name?: "argon2id" | "scrypt"): Promise<HashingScheme> {
  if (name) return name === "argon2id" ? argon2idScheme : scryptScheme;
  return (await hasNativeArgon2()) ? argon2idScheme : scryptScheme;
}
