/** HMAC-SHA-1 through Web Crypto. */

import { nodeCrypto } from "./native.ts";

/** HMAC-SHA-1, 20 bytes. Only for authenticator app codes, whose standard requires it. @see RFC 4226 */
export async function hmacSha1(key: Uint8Array, data: Uint8Array): Promise<Uint8Array> {
  if (nodeCrypto) return nodeCrypto.createHmac("sha1", key).update(data).digest();
  const algorithm = { name: "HMAC", hash: "SHA-1" };
  const imported = await crypto.subtle.importKey("raw", Uint8Array.from(key), algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, Uint8Array.from(data)));
}
