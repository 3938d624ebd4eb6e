/** Events on a user's account that plugins can react to. */

import type { Row } from "../database/tables.ts";

/**
 * How the user verified the email. `sign-in`: by signing in with an emailed link or code, which may be how the user
 * always signs in. `reset`: by resetting the password. `provider`: by signing in for the first time with a provider
 * that vouches for the email. `undo`: by undoing an email change.
 */
export type RecoveryReason = "sign-in" | "reset" | "provider" | "undo";

/** An account recovery through a mailbox. */
export interface MailboxRecovery {
  readonly reason: RecoveryReason;
  /** The user's locked row, with plugins' columns. */
  readonly user: Row;
  /** The email that the user recovers with. Rows that have it in `verifiedEmail` are kept. */
  readonly keepEmail: string;
  /**
   * Also removes everything that was created, replaced, or marked at this time or later, even if it's marked with
   * `keepEmail`. `null` if time doesn't matter. Set when a user undoes an email change that an attacker may have made.
   */
  readonly since: Date | null;
}

/** An email that the user has just verified in a session. */
export interface VerifiedMailbox {
  readonly userId: string;
  readonly email: string;
  /** The session's stored row, with plugins' columns. */
  readonly session: Row & { readonly proofs: Readonly<Record<string, number>> | null };
}

/** A user's loss of access or permissions. */
export interface AccessRevocation {
  readonly userId: string;
  /**
   * `banned`: the user can no longer sign in. `role-changed`: the user's site-wide role has fewer permissions than
   * before. `deprovisioned`: the directory of the user's company turned the account off. The sessions end, and personal
   * keys and grants must end, too. `signed-out`: all of the user's sessions end at the same time, so grants must end,
   * too. `password-changed`: the user has a new password, so grants must end, even if the other sessions stay.
   */
  readonly reason: "banned" | "role-changed" | "deprovisioned" | "signed-out" | "password-changed";
  /** Id of the user who made the change. `null` if the app made it. */
  readonly actorId: string | null;
}

/** A user who is about to be deleted. */
export interface UserRemoval {
  readonly userId: string;
  /** Id of the user who deletes them. `null` if the app does. */
  readonly actorId: string | null;
}
