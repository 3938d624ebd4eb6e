/** Keeps an organization from having more members and invitations than it has paid seats. */

import { type Row, type Transaction, widen } from "@latchkey/core/database";
import { type AuthContext, fail, type TableHook } from "@latchkey/core/plugin";
import { seatErrors } from "../errors.ts";
import type { SeatSettings } from "./options.ts";
import { countInvitations, countMembers, findSeatSubscription } from "./store.ts";

/**
 * Returns the hooks that reject members and invitations beyond the seat limit.
 * @param getContext returns the app's context once it exists
 */
export function seatLimitHooks(settings: SeatSettings, getContext: () => AuthContext): readonly TableHook[] {
  const createHook = (table: string, countsInvitations: boolean): TableHook => ({
    table,
    operation: "create",
    async inTransaction({ rows }, tx) {
      const organizationIds = new Set(rows.map((row) => String((row as { organizationId?: unknown }).organizationId)));
      for (const organizationId of organizationIds) {
        await checkSeats(tx, getContext(), settings, { organizationId, countsInvitations });
      }
    },
  });
  return [createHook("member", false), createHook("invitation", true)];
}

interface SeatCheck {
  readonly organizationId: string;
  /** Whether pending invitations take seats, too. Someone who accepts one already has a seat. */
  readonly countsInvitations: boolean;
}

/** @throws {AuthError} 403 `SEAT_LIMIT_REACHED` */
async function checkSeats(
  tx: Transaction,
  context: AuthContext,
  { withoutPlan }: SeatSettings,
  { organizationId, countsInvitations }: SeatCheck,
): Promise<void> {
  // Concurrent invitations and members of one organization wait for each other, so each one counts those before it.
  await tx.lock(widen<Row>({ name: "organization" }), organizationId);
  const subscription = await findSeatSubscription(tx, organizationId);
  const limit = subscription?.seats ?? withoutPlan;
  if (limit === null) return;
  const members = await countMembers(tx, organizationId);
  const taken = members + (countsInvitations ? await countInvitations(tx, organizationId, context.now()) : 0);
  // The first member creates the organization, before it can buy anything.
  if (taken > limit && members + taken > 1) fail(seatErrors, "SEAT_LIMIT_REACHED");
}
