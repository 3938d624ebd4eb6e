/** Keeps the number of paid seats equal to the number of an organization's members. */

import type { Adapter } from "@latchkey/core/database";
import {
  type AuthContext,
  createMessage,
  type OutboxHandler,
  storeMessage,
  type TableHook,
} from "@latchkey/core/plugin";
import { customerTable } from "../customers/table.ts";
import { storeChanges } from "../deliveries/api-entities.ts";
import type { SettingsWithProvider } from "../options.ts";
import { linkTable } from "../references/table.ts";
import { countMembers, findSeatSubscription } from "./store.ts";

/** The outbox message kind. */
export const seatsMessageKind = "billing-seats";

type SeatsMessage = { readonly organizationId: string } | { readonly customerId: string };

/**
 * Returns the hooks that queue a message when members join or leave, and for new subscriptions. Messages don't contain
 * the number of members, so the last one always sends the current number.
 *
 * @param getContext returns the app's context once it exists
 */
export function seatFollowHooks(getContext: () => AuthContext): readonly TableHook[] {
  const createHook = (
    table: string,
    operation: "create" | "delete",
    column: "organizationId" | "customerId",
  ): TableHook => ({
    table,
    operation,
    async inTransaction({ rows }, tx) {
      const ids = new Set(rows.map((row) => String((row as Readonly<Record<string, unknown>>)[column])));
      for (const id of ids) {
        const message = { [column]: id } as SeatsMessage;
        await storeMessage(tx, getContext(), createMessage(getContext(), seatsMessageKind, message));
      }
    },
  });
  return [
    createHook("member", "create", "organizationId"),
    createHook("member", "delete", "organizationId"),
    createHook("billingSubscription", "create", "customerId"),
  ];
}

/** Maximum number of times to send the number while members join and leave. */
const maxAttempts = 10;

/**
 * Sends the number of members to the payment provider, and repeats this until the number is still right after the
 * response. Every call checks again after its response, so the final number is right even with concurrent calls.
 */
export function createSeatsHandler(settings: SettingsWithProvider): OutboxHandler {
  const send: OutboxHandler = async (payload, context, { key, signal }) => {
    const { db } = context;
    const organizationId = await organizationOf(db, payload as SeatsMessage);
    if (organizationId === null) return;
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const subscription = await findSeatSubscription(db, organizationId);
      const seats = Math.max(1, await countMembers(db, organizationId));
      if (!subscription || subscription.cancelAtPeriodEnd || subscription.seats === seats) return;
      const change = { subscriptionId: subscription.id, plan: null, seats, timing: "nextInvoice" } as const;
      const call = { signal, idempotencyKey: `${key}_${attempt}` };
      await storeChanges(context, settings, await settings.provider.changeSubscription(change, call));
    }
  };
  // Messages are handled one after another, so a member and a subscription created at the same time cause one call, not
  // two.
  return Object.assign(send, { receiverOf: () => "provider" });
}

async function organizationOf(db: Adapter, message: SeatsMessage): Promise<string | null> {
  if ("organizationId" in message) return message.organizationId;
  const { customerId } = message;
  const customer = await db.findOne(customerTable, { where: { id: customerId }, columns: ["id", "externalId"] });
  const link = customer?.externalId ? null : await db.findOne(linkTable, { where: { customerId } });
  const externalId = customer?.externalId ?? link?.referenceId ?? "";
  return externalId.startsWith("org_") ? externalId.slice("org_".length) : null;
}
