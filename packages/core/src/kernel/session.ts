/** Sessions as kept in memory and in copies. */

import type { Permissions } from "../access/access-control.ts";
import type { Join, Joins } from "../database/adapter.ts";
import type { ActiveSession, SessionRow } from "../tables/session.ts";
import type { UserRow } from "../tables/user.ts";

/** The joins of a session read. There's always a user. */
export type SessionJoins = Joins & { readonly user: Join<UserRow> };

/** The session that a request has loaded. */
export interface LoadedSession {
  /** `null`: no one is signed in. */
  readonly active: ActiveSession | null;
  /**
   * `stored`: read from the database. `cached`: read from a copy. `replaced`: the request has created another session,
   * so the next read loads it.
   */
  readonly status: "stored" | "cached" | "replaced";
  /** The rows that guards declare, as read with the session. */
  readonly joined?: ReadonlyMap<Join, object | null>;
  /** The limits of a credential that represents the session. Missing for real sessions. */
  readonly limits?: Permissions;
}

/** A session that exists for one request only, created from a credential such as an API key. */
export interface CredentialSession {
  readonly active: ActiveSession;
  /** The permissions that the credential has. Its user can have more. */
  readonly limits: Permissions;
}

/**
 * A copy of a session and its user. Excludes hidden columns, except those that distinguish copies. Joined rows aren't
 * copied.
 */
export interface SessionCopy {
  readonly session: SessionRow;
  readonly user: UserRow;
}

/** The copies of sessions in the secondary storage, as text. */
export interface SessionCopies {
  /** Returns the copy of the session with this token hash. @throws if the storage fails */
  read(tokenHash: string): Promise<CopyRead>;
  /**
   * Stores a copy, unless the session or its user has changed since `startedAt`.
   * @param startedAt what `read` returned, before the session was read from the database
   * @throws if the storage fails
   */
  fill(session: SessionRow, text: string, startedAt: number): Promise<void>;
}

/**
 * A copy. If there's none, the time at which the storage was read, by the monotonic clock, or `null` if no copy can be
 * stored now.
 */
export type CopyRead = { readonly text: string } | { readonly text: null; readonly startedAt: number | null };

/** A cookie whose signature was verified, with its copy. */
export interface VerifiedCopy {
  readonly value: string;
  readonly copy: SignedCopy;
}

/** A copy from the cookie cache, as it was signed. */
export interface SignedCopy extends SessionCopy {
  /** When the copy was created, in milliseconds since 1970. */
  readonly updatedAt: number;
  /** When the copy expires, in milliseconds since 1970. */
  readonly expiresAt: number;
  readonly version: string;
}
