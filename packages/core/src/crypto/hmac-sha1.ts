/** HMAC-SHA-1, apart from the other digests, so that only what uses it loads it. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha1 } from "@noble/hashes/legacy.js";
import { nodeCrypto } from "./native.ts";

/** HMAC-SHA-1, 20 bytes. Only for the codes of authenticator apps, which are defined with it. @see RFC 4226 */
export function hmacSha1(key: Uint8Array, data: Uint8Array): Uint8Array {
  if (nodeCrypto) return nodeCrypto.createHmac("sha1", key).update(data).digest();
  return hmac(sha1, key, data);
}
