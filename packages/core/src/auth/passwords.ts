/** Creates an app's password hasher: the library's own, or a wrapper around a custom one. */

import { createPasswordHasher, type PasswordHasher } from "../crypto/passwords/hasher.ts";
import { type RandomBytes, randomToken } from "../crypto/random.ts";
import type { CustomHasher } from "../features/email-password/options.ts";
import type { Logger } from "../kernel/log.ts";

/**
 * Wraps a custom hasher so that it also hashes if there's nothing to compare with. Otherwise, the response time would
 * reveal which accounts exist.
 *
 * @throws {Error} if the custom hasher lacks a function. The message names it.
 */
export function passwordHasher(custom: CustomHasher | undefined, random: RandomBytes, log: Logger): PasswordHasher {
  if (!custom)
    return createPasswordHasher({
      random,
      onUnusable: (reason) => log.error("A stored password hash cannot be used", { reason }),
    });
  for (const name of ["hash", "verify"] as const) {
    if (typeof custom[name] === "function") continue;
    throw new Error(`emailAndPassword.password.${name} is missing. A custom hasher needs both hash and verify.`);
  }
  let decoy: Promise<string> | null = null;
  return {
    hash: (password) => custom.hash(password),
    async verify(password, stored) {
      if (stored) return { ok: await custom.verify({ hash: stored, password }), needsRehash: false };
      decoy ??= custom.hash(randomToken(random));
      await custom.verify({ hash: await decoy, password });
      return { ok: false, needsRehash: false };
    },
  };
}
