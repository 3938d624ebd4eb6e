/** Comparison whose time does not tell how much was right. */

import { utf8 } from "./encoding.ts";

/**
 * Whether both are equal. Looks at every byte, whatever the first ones say; only the length may show. Texts compare
 * by their UTF-16 units; a text and bytes by the text's UTF-8.
 */
export function constantTimeEqual(a: string | Uint8Array, b: string | Uint8Array): boolean {
  if (typeof a === "string" && typeof b === "string") return equalTexts(a, b);
  return equalBytes(typeof a === "string" ? utf8(a) : a, typeof b === "string" ? utf8(b) : b);
}

// Signatures are compared on every request as text: encoding both first would cost six times as much.
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
