/** Signing secrets. They're stored encrypted, and shown once. */

import { toBase64 } from "@latchkey/core/crypto";
import type { AuthContext } from "@latchkey/core/plugin";
import type { WebhookRow } from "../tables.ts";

/** Creates a 192-bit Standard Webhooks secret. */
export function createSecret({ random }: AuthContext): string {
  return `whsec_${toBase64(random(24))}`;
}

/** Encrypts a secret, bound to its webhook. */
export function encryptSecret({ keys }: AuthContext, webhookId: string, secret: string): Promise<string> {
  return keys.encryption("webhook-secret").encrypt(secret, webhookId);
}

/**
 * Returns the secrets to sign with now, the current one first. Returns none if the app no longer lists the secret that
 * the current one was encrypted with.
 */
export async function currentSecrets(
  { keys, now }: AuthContext,
  { id, secret, previousSecret, previousUntil }: WebhookRow,
): Promise<readonly string[]> {
  const encryption = keys.encryption("webhook-secret");
  const current = await encryption.decrypt(secret, id);
  if (current === null) return [];
  const isOverlapping = previousSecret !== null && previousUntil !== null && previousUntil > now();
  const previous = isOverlapping ? await encryption.decrypt(previousSecret, id) : null;
  return previous === null ? [current] : [current, previous];
}
