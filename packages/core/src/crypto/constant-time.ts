/** Compares values in constant time, so that timing doesn't reveal how much of a guess was right. */

import { utf8 } from "./encoding.ts";

/**
 * Whether the values are equal. Always compares every byte; only the length can leak. Two strings are compared by
 * UTF-16 code unit. A string is encoded as UTF-8 to compare it with bytes.
 */
export function constantTimeEqual(a: string | Uint8Array, b: string | Uint8Array): boolean {
  if (typeof a === "string" && typeof b === "string") return equalStrings(a, b);
  return equalBytes(typeof a === "string" ? utf8(a) : a, typeof b === "string" ? utf8(b) : b);
}

// Signatures are compared as strings on every request. Encoding both first would take six times as long.
function equalStrings(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= (a[i] as number) ^ (b[i] as number);
  return difference === 0;
}
