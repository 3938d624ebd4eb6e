/** What core's sign-in passes to plugin functions. */

import type { ActiveSession, SessionRow } from "../tables/session.ts";
import type { SignInAttempt } from "./sign-in-attempt.ts";

/** A user in the middle of a sign-in. */
export interface SecondFactorUser {
  readonly id: string;
  /** What the sign-in has proven so far. The same factor can't also be the second one. */
  readonly proofs: Readonly<Record<string, number>>;
}

/** A sign-in in a browser that has a session already. */
export interface PreviousSignIn {
  readonly attempt: SignInAttempt;
  /** The session that the browser had before, with its user. */
  readonly previousSession: ActiveSession;
  /** Whether a challenge stopped the sign-in. */
  readonly isChallenged: boolean;
}

/** A session that was just created. */
export interface SessionCreation {
  readonly attempt: SignInAttempt;
  readonly session: SessionRow;
  /**
   * The session that the browser had before, with its user. It has ended, unless a plugin keeps it. `null` if there was
   * none, or if an admin starts an impersonation. A guest's row is locked.
   */
  readonly previousSession: ActiveSession | null;
}

/** A change of the session token in a browser's cookie. */
export interface SessionTokenChange {
  /** The token that the request had in its cookie, or `null`. */
  readonly previousToken: string | null;
  /** The token that the response sets. `null` if it removes the cookie. */
  readonly token: string | null;
  /** The session of `token`, or `null`. */
  readonly active: ActiveSession | null;
}
