/** The password hasher of an app: the library's, or the app's own behind the same promises. */

import { createPasswordHasher, type PasswordHasher } from "../crypto/passwords/hasher.ts";
import { type RandomBytes, randomToken } from "../crypto/random.ts";
import type { CustomHasher } from "../features/email-password/options.ts";
import type { Logger } from "../plugin/log.ts";

/** An app's own hasher also computes a hash where there is none to compare with, so that time tells nothing. */
export function passwordHasher(custom: CustomHasher | undefined, random: RandomBytes, log: Logger): PasswordHasher {
  if (!custom)
    return createPasswordHasher({
      random,
      onUnusable: (reason) => log.error("A stored password hash cannot be used", { reason }),
    });
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
