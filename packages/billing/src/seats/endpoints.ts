/** The `/billing/seats` endpoint. */

import { defineEndpoint, type EndpointOf } from "@latchkey/core/plugin";
import { nullable, number, object, oneOf } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { referenceInput } from "../fields.ts";
import type { BillingSettings } from "../options.ts";
import type { SeatUsage } from "../purchases.ts";
import { requireReference } from "../references/guard.ts";
import { countInvitations, countMembers, findSeatSubscription } from "./store.ts";

/** Returns how many seats an organization pays for and uses. */
export function getSeats(settings: BillingSettings): EndpointOf<BillingCalls["getSeats"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/seats",
    summary: "Get an organization's seats",
    input: referenceInput,
    output: nullable(
      object<SeatUsage>({
        mode: oneOf("members", "fixed"),
        paid: nullable(number),
        members: number,
        invitations: number,
      }),
    ),
    guards: [requireReference(settings, "read")],
    // Includes the query that `memberAccess` sends, and a customer that's found only through the stored link.
    queryBudget: 7,
    async handle(_, { db, now, reference }) {
      if (!settings.seats || reference.kind !== "organization") return null;
      const { mode, withoutPlan } = settings.seats;
      const subscription = await findSeatSubscription(db, reference.id);
      return {
        mode,
        paid: subscription?.seats ?? (mode === "fixed" ? withoutPlan : null),
        members: await countMembers(db, reference.id),
        invitations: await countInvitations(db, reference.id, now()),
      };
    },
  });
}
