/** Options for `anonymous` and their defaults. */

import type { Session, User } from "@latchkey/core";
import type { Transaction } from "@latchkey/core/database";
import { checkInteger, checkOptionNames, normalizeEmail, type OptionNames } from "@latchkey/core/plugin";

/** A user with one of their sessions. */
export interface UserWithSession {
  readonly user: User;
  readonly session: Session;
}

/** A guest who signed in to an account that already exists. */
export interface LinkedAccount {
  /** The guest, who is deleted afterward. */
  readonly anonymousUser: UserWithSession;
  /** The user that the guest signed in as. */
  readonly newUser: UserWithSession;
}

/** Options for `anonymous`. */
export interface AnonymousOptions {
  /**
   * Moves a guest's data to the account that they sign in to. Runs in the transaction of the sign-in: query through
   * `tx`. If it throws, nothing changes and no one is signed in. It isn't called if sign-up keeps the guest's row.
   */
  onLinkAccount?(linked: LinkedAccount, tx: Transaction): Promise<void> | void;
  /**
   * Whether a guest who signs up keeps their row and user ID. If false, sign-up creates a new user, and `onLinkAccount`
   * moves the data. Default: true.
   */
  readonly upgradeInPlace?: boolean;
  /**
   * Age in seconds after which `auth.api.removeExpired()` deletes guests without a session. `false` means never.
   * Default: 30 days.
   */
  readonly removeInactiveAfter?: number | false;
  /**
   * Whether to keep guests' rows. If true, guests can't delete themselves, and their rows aren't deleted when they sign
   * in to an existing account. Default: false.
   */
  readonly disableDeleteAnonymousUser?: boolean;
  /** Name of a new guest. Default: `Anonymous`. */
  generateName?(): string | Promise<string>;
  /**
   * Domain for guests' emails. Latchkey never sends email to domains that end in `.invalid`. Default: a placeholder.
   */
  readonly emailDomainName?: string;
  /** Returns the email of a new guest. It must be unique. Overrides `emailDomainName`. */
  generateRandomEmail?(): string | Promise<string>;
}

/** The options with defaults filled in. */
export interface AnonymousSettings {
  readonly onLinkAccount: AnonymousOptions["onLinkAccount"] | null;
  readonly upgradeInPlace: boolean;
  /** In seconds. `null` means never. */
  readonly removeInactiveAfter: number | null;
  readonly canDelete: boolean;
  readonly createName: () => string | Promise<string>;
  /** Returns an email, which may be invalid. @param id the guest's ID */
  readonly createEmail: (id: string) => string | Promise<string>;
}

const optionNames: OptionNames<AnonymousOptions> = {
  onLinkAccount: true,
  upgradeInPlace: true,
  removeInactiveAfter: true,
  disableDeleteAnonymousUser: true,
  generateName: true,
  emailDomainName: true,
  generateRandomEmail: true,
};

const placeholderDomain = "anonymous.placeholder.invalid";
const thirtyDays = 30 * 24 * 3600;

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveAnonymous(options: AnonymousOptions): AnonymousSettings {
  checkOptionNames("anonymous", options, optionNames);
  const { removeInactiveAfter = thirtyDays, emailDomainName = placeholderDomain } = options;
  if (normalizeEmail(`guest@${emailDomainName}`) === null) {
    throw new Error(
      `anonymous.emailDomainName is "${emailDomainName}", which isn't a domain. Use one such as "guests.example.com".`,
    );
  }
  return {
    onLinkAccount: options.onLinkAccount?.bind(options) ?? null,
    upgradeInPlace: options.upgradeInPlace ?? true,
    removeInactiveAfter:
      removeInactiveAfter === false
        ? null
        : checkInteger("anonymous.removeInactiveAfter", removeInactiveAfter, { min: 60 }),
    canDelete: options.disableDeleteAnonymousUser !== true,
    createName: options.generateName?.bind(options) ?? (() => "Anonymous"),
    createEmail: options.generateRandomEmail?.bind(options) ?? ((id) => `${id}@${emailDomainName}`),
  };
}
