/** A gate: must agree before a session exists, whatever the way of signing in. */

import type { Adapter } from "../database/adapter.ts";
import type { Row } from "../database/tables.ts";
import type { RequestContext } from "./context.ts";

/** A user's row as gates get it; plugins read their own columns off it by its wider type. */
export interface AttemptUser extends Row {
  readonly email: string;
  readonly emailVerified: boolean;
}

/** Somebody about to be signed in. */
export interface SignInAttempt {
  readonly user: AttemptUser;
  /**
   * Changes the user's row in the open transaction; `user` and what the sign-in answers are then as changed. For what
   * is over by now, such as a ban that had an end.
   */
  changeUser(set: Readonly<Record<string, unknown>>): Promise<void>;
  /** How: `password`, `github`, `two-factor`, … */
  readonly method: string;
  readonly rememberMe: boolean;
  /** Values for columns of the session that plugins or the app added. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Instead of the configured lifetime, in seconds. */
  readonly expiresIn: number | null;
  /** What was proven, and when, in milliseconds since 1970. */
  readonly proofs: Readonly<Record<string, number>>;
  /** The email address whose mailbox the person has shown to own; `null` if they have not. The session will carry it. */
  readonly verifiedEmail: string | null;
  /** Id of the account they sign in with; `null` if it is none. */
  readonly accountId: string | null;
  /** Who is to act as the user, where it is not the user. */
  readonly actorId: string | null;
  /** The open transaction. A gate asks no other: it may be the only connection. What a refusal wrote is undone. */
  readonly db: Adapter;
}

/** Must agree before a session exists. */
export interface Gate {
  readonly name: string;
  /**
   * Also asked where somebody else is to act as the user (an administrator who impersonates): yes for what keeps the
   * user out, no for what only the user can answer. Default: no.
   */
  readonly whenActingAs?: boolean;
  /** Refusing gates are asked first; a challenge is put only to whom nothing refuses. */
  readonly kind: "refuse" | "challenge";
  /**
   * Lets pass by returning nothing. Refuses by throwing an `AuthError`. Withholds the session by returning a challenge:
   * what the sign-in answers instead.
   */
  check(attempt: SignInAttempt, context: RequestContext): Promise<Challenge | undefined> | Challenge | undefined;
}

/**
 * What a proof was checked against is not what is stored any more: the user was banned, got another password or a second
 * factor meanwhile. Check again.
 */
export class StaleUserError extends Error {
  override readonly name = "StaleUserError";
}

/** The answer to a sign-in that needs one more step. Holds no session and no token. */
export interface Challenge {
  readonly answer: Readonly<Record<string, unknown>>;
}
