/** The `billingTrial` table, which gives a user or an organization one trial. */

import { defineTable, type Row, type Table } from "@latchkey/core/database";

/** A reference's checkout that offers a trial. */
export interface TrialRow extends Row {
  /** A user's id, or `org_` and an organization's id. */
  readonly referenceId: string;
  /** The checkout's id. `null` while it's being created. */
  readonly checkoutId: string | null;
  /** The checkout's page. It's opened again if the same checkout is requested. */
  readonly url: string | null;
  /** A hash of the requested checkout. */
  readonly request: string;
  /** Until then, no other checkout gets the trial. */
  readonly heldUntil: Date;
  /** Incremented by every holder. */
  readonly step: number;
}

/** The unique constraint lets only one of several concurrent checkouts have the trial. */
export const trialTable: Table<TrialRow> = defineTable<TrialRow>({
  name: "billingTrial",
  columns: {
    referenceId: { type: "string", unique: true },
    checkoutId: { type: "string", nullable: true },
    url: { type: "text", nullable: true },
    request: { type: "text" },
    heldUntil: { type: "date" },
    step: { type: "number" },
  },
});
