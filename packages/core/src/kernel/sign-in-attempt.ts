/** A sign-in before its session is created, as gates see it. */

import type { Transaction } from "../database/adapter.ts";
import type { Row } from "../database/tables.ts";

/** The user's row as gates get it. Plugins can read their own columns from it. */
export interface AttemptUser extends Row {
  readonly email: string;
  readonly emailVerified: boolean;
}

/** A sign-in that hasn't created a session yet. */
export interface SignInAttempt {
  readonly user: AttemptUser;
  /**
   * Updates the user's row in the open transaction. `user` and the sign-in's response then have the new values. Use it
   * to clear state that has expired, such as a temporary ban.
   */
  changeUser(set: Readonly<Record<string, unknown>>): Promise<void>;
  /** The sign-in method: `password`, `github`, `two-factor`, … */
  readonly method: string;
  readonly rememberMe: boolean;
  /** Values for session columns that plugins or the app added. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Overrides the configured lifetime, in seconds. */
  readonly expiresIn: number | null;
  /** When the user signed in, if the session continues another one; otherwise `null`. */
  readonly startedAt: Date | null;
  /** The latest time that the session can end, or `null` if it has no fixed end. */
  readonly endsAt: Date | null;
  /** The factors that were proven, each with the time in milliseconds since 1970. */
  readonly proofs: Readonly<Record<string, number>>;
  /**
   * The factors that this call has just proven. Empty if nothing was proven, such as for a guest or an impersonation.
   */
  readonly provenFactors: readonly string[];
  /** The email that the user has verified, or `null`. It's stored with the session. */
  readonly verifiedEmail: string | null;
  /** Id of the account that the user signs in with, or `null`. */
  readonly accountId: string | null;
  /** Id of the admin, if this sign-in starts an impersonation; otherwise `null`. */
  readonly actorId: string | null;
  /**
   * The open transaction. Gates must not use any other connection, because this one may be the only one. If a gate
   * rejects the sign-in, its writes are rolled back.
   */
  readonly db: Transaction;
}

/**
 * The data that a proof was checked against has changed: the user was banned, or got a new password or a second factor.
 * Check again.
 */
export class StaleUserError extends Error {
  override readonly name = "StaleUserError";
}

/** The response to a sign-in that needs one more step. Contains no session and no token. */
export interface Challenge {
  readonly response: Readonly<Record<string, unknown>>;
}

/** Returns query parameters that announce a challenge in a redirect: the fields of its response that are `true`. */
export function challengeQuery(response: object): Readonly<Record<string, string>> {
  const flags = Object.entries(response).filter(([, value]) => value === true);
  return Object.fromEntries(flags.map(([name]) => [name, "true"]));
}
