/** The secret that an authenticator app shares, as it is stored: encrypted, bound to its user. */

import type { AuthContext } from "@latchkey/core/plugin";

/** Encrypts a secret. Call it before the transaction. */
export function sealSecret({ keys }: AuthContext, userId: string, secret: string): Promise<string> {
  return keys.encryption("two-factor").encrypt(secret, userId);
}

/** The secret in plain; `null` for what does not open: changed, another user's, or of a key that is gone. */
export async function openSecret(context: AuthContext, userId: string, sealed: string | null): Promise<string | null> {
  if (!sealed) return null;
  const secret = await context.keys.encryption("two-factor").decrypt(sealed, userId);
  if (!secret) context.log.error("A two-factor secret cannot be decrypted: was its key removed?", { userId });
  return secret || null;
}

/** The same under the current key, where another one made it. */
export async function resealed(context: AuthContext, userId: string, sealed: string, secret: string): Promise<string> {
  return context.keys.encryption("two-factor").isCurrent(sealed) ? sealed : sealSecret(context, userId, secret);
}
