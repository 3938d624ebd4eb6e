/** Options for deleting accounts. */

import { checkInteger } from "../../kernel/check-options.ts";
import type { MailSender } from "../../outbox/mail.ts";
import type { User } from "../../plugin/user.ts";

/** An email with a link that deletes the account. The user must open it in a browser where they're signed in. */
export interface DeleteAccountMail {
  readonly user: User;
  readonly url: string;
  readonly token: string;
}

/** Options for `user.deleteUser`. */
export interface DeleteUserOptions {
  /** Whether users can delete their own account. Default: false. */
  readonly enabled?: boolean;
  /** Sends the confirmation email. Without it, the password or a fresh session is enough. */
  readonly sendDeleteAccountVerification?: MailSender<DeleteAccountMail>;
  /** How long the link is valid, in seconds. Default: 86400. */
  readonly deleteTokenExpiresIn?: number;
  /** Runs before anything is deleted. Throw (for example, an `AuthError`) to keep the account. */
  beforeDelete?(user: User): Promise<void> | void;
  /** Runs after the account is deleted. If it throws, it's retried, up to 10 attempts in total. */
  afterDelete?(user: User): Promise<void> | void;
}

/** The options with defaults filled in. */
export interface DeleteUserSettings {
  readonly enabled: boolean;
  readonly sendVerification: MailSender<DeleteAccountMail> | null;
  readonly expiresIn: number;
  readonly beforeDelete: ((user: User) => Promise<void> | void) | null;
  readonly afterDelete: ((user: User) => Promise<void> | void) | null;
}

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveDeleteUser(options: DeleteUserOptions = {}): DeleteUserSettings {
  const expiresIn = checkInteger("user.deleteUser.deleteTokenExpiresIn", options.deleteTokenExpiresIn ?? 86_400, {
    min: 60,
    max: 604_800,
    unit: "seconds",
  });
  return {
    enabled: options.enabled ?? false,
    sendVerification: options.sendDeleteAccountVerification ?? null,
    expiresIn,
    beforeDelete: options.beforeDelete?.bind(options) ?? null,
    afterDelete: options.afterDelete?.bind(options) ?? null,
  };
}
