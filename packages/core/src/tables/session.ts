/** The `session` table. */

import { defineTable, type Table } from "../database/tables.ts";
import type { UserRow } from "./user.ts";

/** A row of `session`. */
export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  /** SHA-256 of the session token, base64url. It's also the handle that lists show. The token itself isn't stored. */
  readonly token: string;
  readonly expiresAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  /** Changes only on sign-in, a new proof, or an extension, because freshness depends on it. */
  readonly updatedAt: Date;
  /** Incremented each time the row changes, to distinguish copies. */
  readonly revision: number;
  /** When each factor was last proven, in milliseconds since 1970. `factor:kind` is a detail of that factor. */
  readonly proofs: Proofs | null;
  /** Whether the user chose to be remembered. If not, the session is never extended. */
  readonly remembered: boolean;
  /**
   * The email that the user has verified, with an emailed secret used in this session or with the sign-in method.
   * `null` if they haven't verified one. Can differ from the user's current email.
   */
  readonly verifiedEmail: string | null;
  /** The account that was used to sign in. `null` if there was none, or if the session is older than this column. */
  readonly signInAccountId: string | null;
  /**
   * The latest time that the session can end, such as when the identity provider's session ends. It's never extended
   * beyond that.
   */
  readonly endsAt: Date | null;
}

/** Returns when a session expires: at `expiresAt`, or at its fixed end if that's earlier. */
export function earlierOf(expiresAt: Date, endsAt: Date | null): Date {
  return endsAt !== null && endsAt < expiresAt ? endsAt : expiresAt;
}

/**
 * When each factor was last proven, in milliseconds since 1970. Keys with a colon are details of a factor, or its uses.
 */
export type Proofs = Readonly<Record<string, number>>;

/** Returns the names of the proven factors, without details. */
export function factorNames(proofs: Proofs | null): readonly string[] {
  return Object.keys(proofs ?? {}).filter((name) => !name.includes(":"));
}

/** How far ahead another instance's clock may be, in milliseconds. A proof further in the future is ignored. */
const clockTolerance = 60_000;

/** Returns when each factor was proven, without details and without proofs in the future. */
export function proofTimes(proofs: Proofs | null, now: Date): Proofs {
  const latest = now.getTime() + clockTolerance;
  const proven = factorNames(proofs).map((name) => [name, proofs?.[name] ?? 0] as const);
  return Object.fromEntries(proven.filter(([, at]) => at <= latest));
}

/**
 * Returns when a factor was last proven, in milliseconds since 1970. 0 if none was. Clocks of instances can differ by
 * minutes, so a proof in the future counts as a new one here.
 */
export function latestProof(proofs: Proofs | null): number {
  return Math.max(0, ...factorNames(proofs).map((name) => proofs?.[name] ?? 0));
}

/**
 * The key for the latest proof that another session has passed on. The colon keeps it from being mistaken for a factor.
 */
export const delegatedProof = "delegated:*";

/** Returns when a factor was last proven in this session itself, in milliseconds since 1970. 0 if none was. */
export function latestOwnProof(proofs: Proofs | null): number {
  const latest = latestProof(proofs);
  return latest > (proofs?.[delegatedProof] ?? 0) ? latest : 0;
}

/** The `session` table, without the columns that plugins and the app add. */
export const sessionTable: Table<SessionRow> = defineTable<SessionRow>({
  name: "session",
  columns: {
    userId: { type: "string", references: { table: "user", column: "id" } },
    token: { type: "string", unique: true },
    expiresAt: { type: "date", index: true },
    ipAddress: { type: "string", nullable: true },
    userAgent: { type: "text", nullable: true },
    createdAt: { type: "date" },
    updatedAt: { type: "date" },
    revision: { type: "number", default: 0, returned: false },
    proofs: { type: "json", nullable: true, returned: false },
    remembered: { type: "boolean", default: true, returned: false },
    verifiedEmail: { type: "string", nullable: true, returned: false },
    signInAccountId: { type: "string", nullable: true, returned: false },
    endsAt: { type: "date", nullable: true, returned: false },
  },
});

/** A loaded session with its user. */
export interface ActiveSession {
  readonly session: SessionRow;
  readonly user: UserRow;
}

/**
 * A session that may come from a cached copy. Copies don't contain which email was verified, or how far the session can
 * be extended.
 */
export interface CachedSession {
  readonly session: Omit<SessionRow, "verifiedEmail" | "signInAccountId" | "endsAt">;
  readonly user: Omit<UserRow, "provenEmail">;
}
