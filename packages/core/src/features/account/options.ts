/** What an app may set about deleting accounts. */

import type { MailSender } from "../../outbox/mail.ts";
import type { User } from "../../plugin/user.ts";

/** A mail with a link that deletes the account of its reader, who must be signed in where it is opened. */
export interface DeleteAccountMail {
  readonly user: User;
  readonly url: string;
  readonly token: string;
}

/** Options of `user.deleteUser`. */
export interface DeleteUserOptions {
  /** People may delete their own account. Default: false. */
  readonly enabled?: boolean;
  /** Asks for confirmation by mail. Without it the password, or a fresh session, is enough. */
  readonly sendDeleteAccountVerification?: MailSender<DeleteAccountMail>;
  /** How long that link is good, in seconds. Default: 86400. */
  readonly deleteTokenExpiresIn?: number;
  /** Called before anything is deleted. Throwing (an `AuthError`, say) keeps the account. */
  beforeDelete?(user: User): Promise<void> | void;
  /** Called once the account is gone; tried again until it succeeds. */
  afterDelete?(user: User): Promise<void> | void;
}

/** The options with defaults filled in. */
export interface DeleteUserSettings {
  readonly enabled: boolean;
  readonly send: MailSender<DeleteAccountMail> | null;
  readonly expiresIn: number;
  readonly before: ((user: User) => Promise<void> | void) | null;
  readonly after: ((user: User) => Promise<void> | void) | null;
}

/** @throws {Error} naming the option that makes no sense */
export function resolveDeleteUser(options: DeleteUserOptions = {}): DeleteUserSettings {
  const expiresIn = options.deleteTokenExpiresIn ?? 86_400;
  if (!Number.isInteger(expiresIn) || expiresIn < 60 || expiresIn > 604_800) {
    throw new Error(
      `user.deleteUser.deleteTokenExpiresIn is ${expiresIn}: give a whole number of seconds from 60 to 604800.`,
    );
  }
  return {
    enabled: options.enabled ?? false,
    send: options.sendDeleteAccountVerification ?? null,
    expiresIn,
    before: options.beforeDelete?.bind(options) ?? null,
    after: options.afterDelete?.bind(options) ?? null,
  };
}
