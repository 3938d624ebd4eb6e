/**
 * The `audit` table: who did what to whom, when, from where, on whose behalf. Rows are added and never removed. Only rows
 * that count failed attempts change, until their hour is over.
 */

import { defineTable, type Table } from "../database/tables.ts";

/** A row of `audit`. */
export interface AuditRow {
  readonly id: string;
  /** What happened: `session.create`, `user.password.change`, … */
  readonly action: string;
  /** Who did it; `null`: nobody signed in, or the app itself. */
  readonly actorId: string | null;
  /** Who really did it, where somebody acted as the actor. */
  readonly onBehalfOf: string | null;
  /** Whom or what it was done to. No foreign key: the record outlives them. */
  readonly userId: string | null;
  readonly organizationId: string | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** Further facts, never a secret. */
  readonly data: unknown;
  /** How often it happened, for failed attempts, which are counted by the hour. `null` for everything else. */
  readonly count?: number | null;
  readonly createdAt: Date;
}

/** The table `audit`. */
export const auditTable: Table<AuditRow> = defineTable<AuditRow>({
  name: "audit",
  columns: {
    action: { type: "string" },
    actorId: { type: "string", nullable: true },
    onBehalfOf: { type: "string", nullable: true },
    userId: { type: "string", nullable: true },
    organizationId: { type: "string", nullable: true },
    ipAddress: { type: "string", nullable: true },
    userAgent: { type: "text", nullable: true },
    data: { type: "json", nullable: true },
    count: { type: "number", nullable: true },
    createdAt: { type: "date" },
  },
  indexes: [["userId", "createdAt"], ["organizationId", "createdAt"], ["createdAt"]],
});
