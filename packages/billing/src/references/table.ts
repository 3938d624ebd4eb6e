/** The `billingLink` table, which links users and organizations to customers if the payment provider doesn't. */

import { defineTable, type Row, type Table } from "@latchkey/core/database";

/** The state of a link. A `conflict` needs manual work. */
export type LinkState = "pending" | "linked" | "conflict";

/** Links a reference to a customer. Not part of the mirror, so a rebuild keeps it. */
export interface LinkRow extends Row {
  /** A user's id, or `org_` and an organization's id. */
  readonly referenceId: string;
  readonly customerId: string | null;
  readonly state: LinkState;
  /** Why it isn't linked, for admins. */
  readonly error: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Unique constraints allow one customer per reference and one reference per customer, even under concurrent claims. */
export const linkTable: Table<LinkRow> = defineTable<LinkRow>({
  name: "billingLink",
  columns: {
    referenceId: { type: "string", unique: true },
    customerId: { type: "string", nullable: true, unique: true },
    state: { type: "string" },
    error: { type: "text", nullable: true },
    createdAt: { type: "date" },
    updatedAt: { type: "date" },
  },
});
