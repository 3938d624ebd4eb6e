/** Signs webhooks as in the Standard Webhooks spec: HMAC-SHA256 over the id, the time in seconds, and the body. */

import { createHmac } from "node:crypto";

/**
 * @param secret `whsec_` and base64
 * @param sentAt time of this attempt, from the real clock
 */
export function signedHeaders(secret: string, id: string, sentAt: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signature = createHmac("sha256", keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}

/** @throws {Error} if the secret has no valid key */
export function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  if (key.length < 16)
    throw new Error("The webhook secret is too short. Use whsec_ followed by 24 to 64 bytes in base64.");
  return key;
}
