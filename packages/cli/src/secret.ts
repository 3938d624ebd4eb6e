/** `latchkey secret`. */

import { randomBytes, toBase64Url } from "@latchkey/core/crypto";

/** 256 random bits, as text that stands in an environment file as it is. */
export function makeSecret(): string {
  return toBase64Url(randomBytes(32));
}
