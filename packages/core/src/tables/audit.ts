/**
 * The `audit` table: who did what to whom, when, and from where. Rows are removed when they're older than
 * `audit.retentionDays`. Only rows that count failed attempts change, for up to an hour.
 */

import { defineTable, type Table } from "../database/tables.ts";

/**
 * Who acts: a user, a request without a signed-in user, or the app itself. Plugins name others, such as `directory` for
 * a company's user directory.
 */
export type AuditActorType = "user" | "anonymous" | "system" | (string & {});

/** A row of `audit`. */
export interface AuditRow {
  readonly id: string;
  /** What happened: `session.create`, `user.password.change`, … */
  readonly action: string;
  /** Who did it. `null`: the app itself, or no one was signed in. */
  readonly actorId: string | null;
  /** What kind of actor did it. `null` for entries from before this column existed. */
  readonly actorType?: AuditActorType | null;
  /** The impersonator, if the actor was impersonated. */
  readonly onBehalfOf: string | null;
  /** The target. Not a foreign key, because entries outlive their targets. */
  readonly userId: string | null;
  readonly organizationId: string | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** Additional facts, never a secret. */
  readonly data: unknown;
  /** How often it happened, for failed attempts, which are counted by the hour. `null` for everything else. */
  readonly count?: number | null;
  readonly createdAt: Date;
}

/** The `audit` table. */
export const auditTable: Table<AuditRow> = defineTable<AuditRow>({
  name: "audit",
  columns: {
    action: { type: "string" },
    actorId: { type: "string", nullable: true },
    actorType: { type: "string", nullable: true },
    onBehalfOf: { type: "string", nullable: true },
    userId: { type: "string", nullable: true },
    organizationId: { type: "string", nullable: true },
    ipAddress: { type: "string", nullable: true },
    userAgent: { type: "text", nullable: true },
    data: { type: "json", nullable: true },
    count: { type: "number", nullable: true },
    createdAt: { type: "date" },
  },
  indexes: [
    ["userId", "createdAt"],
    ["organizationId", "createdAt"],
    ["organizationId", "action", "createdAt"],
    ["createdAt"],
  ],
});
