/** Generates ids and secrets. */

import { createHash, randomBytes } from "node:crypto";

/** Derives an id from a name in the shop. It has the format of a UUID v4 and is the same at every start. */
export function idOf(kind: string, name: string): string {
  const hex = createHash("sha256").update(`${kind} ${name}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Generates a random token. */
export function newToken(prefix: string): string {
  return `${prefix}${randomBytes(24).toString("base64url")}`;
}
