/** Encrypts and decrypts authenticator app secrets. Each is bound to its user. */

import type { AuthContext } from "@latchkey/core/plugin";

/** Encrypts a secret. Call it before the transaction. */
export function encryptSecret({ keys }: AuthContext, userId: string, secret: string): Promise<string> {
  return keys.encryption("two-factor").encrypt(secret, userId);
}

/**
 * Decrypts a secret. Returns `null` if it was tampered with, belongs to another user, or was encrypted with a removed
 * key.
 */
export async function decryptSecret(
  context: AuthContext,
  userId: string,
  encrypted: string | null,
): Promise<string | null> {
  if (!encrypted) return null;
  const secret = await context.keys.encryption("two-factor").decrypt(encrypted, userId);
  if (!secret)
    context.log.error(
      "Couldn't decrypt a two-factor secret. If you removed the secret it was encrypted with, add it back.",
      { userId },
    );
  return secret || null;
}

/** Encrypts the secret with the current key, unless it's already encrypted with it. */
export async function reencryptSecret(
  context: AuthContext,
  userId: string,
  encrypted: string,
  secret: string,
): Promise<string> {
  return context.keys.encryption("two-factor").isCurrent(encrypted)
    ? encrypted
    : encryptSecret(context, userId, secret);
}
