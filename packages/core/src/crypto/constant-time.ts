/** Compares values in constant time, so that timing doesn't reveal how much of a guess was right. */

import { utf8 } from "./encoding.ts";

/**
 * Whether the values are equal. Always compares every byte; only the length can leak. Two strings are compared by
 * UTF-16 units. A string and bytes are compared by the string's UTF-8.
 */
export function constantTimeEqual(a: string | Uint8Array, b: string | Uint8Array): boolean {
  if (typeof a === "string" && typeof b === "string") return equalTexts(a, b);
  return equalBytes(typeof a === "string" ? utf8(a) : a, typeof b === "string" ? utf8(b) : b);
}

// Signatures are compared as text on every request. Encoding both first would take six times as long.
function equalTexts(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let at = 0; at < a.length; at++) difference |= (a[at] as number) ^ (b[at] as number);
  return difference === 0;
}
