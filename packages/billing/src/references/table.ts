/** The table `billingLink`: which customer is whose, as far as the platform does not say it. */

import { defineTable, type Row, type Table } from "@latchkey/core/database";

/** How far a link is: `conflict` where a person has to look into it. */
export type LinkState = "pending" | "linked" | "conflict";

/** Ties a reference to a customer. Is no part of the mirror, and outlives a rebuild. */
export interface LinkRow extends Row {
  /** A user's id, or `org_` and an organization's. */
  readonly referenceId: string;
  readonly customerId: string | null;
  readonly state: LinkState;
  /** Why it is not linked, for the administrator. */
  readonly error: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** One customer a reference, and one reference a customer, however many claim at once. */
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
