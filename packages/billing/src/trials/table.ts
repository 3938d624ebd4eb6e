/** The `billingTrial` table, which limits each user or organization to one trial. */

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
  /** Until this time, no other checkout gets the trial, unless this one expires or fails first. */
  readonly heldUntil: Date;
  /** Incremented whenever another checkout takes the trial, so that outdated writes have no effect. */
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
