/** What happens to subscriptions when a user or an organization is deleted. */

import type { Transaction } from "@latchkey/core/database";
import {
  type AuthContext,
  createMessage,
  fail,
  type OutboxHandler,
  storeMessage,
  type TableHook,
} from "@latchkey/core/plugin";
import { findCustomer } from "../customers/store.ts";
import { storeChanges } from "../deliveries/api-entities.ts";
import { deletionErrors } from "../errors.ts";
import type { BillingSettings, SettingsWithProvider } from "../options.ts";
import { ProviderError } from "../provider/error.ts";
import type { Cancellation } from "../provider/subscriptions.ts";
import { ownReference, parseReference, type Reference } from "../references/access.ts";
import { type SubscriptionRow, subscriptionTable } from "../subscriptions/table.ts";

/** The outbox message kind. */
export const cancelMessageKind = "billing-cancel";

type CancelMessage = Pick<Cancellation, "subscriptionId" | "when">;

/** Maximum subscriptions per customer that are considered. */
const maxSubscriptions = 100;

/**
 * Returns the hooks that apply `billing.onDelete`.
 * @param getContext returns the app's context once it exists
 */
export function deletionHooks(settings: BillingSettings, getContext: () => AuthContext): readonly TableHook[] {
  if (settings.onDelete === "keep") return [];
  const createHook = (table: string, referenceOf: (id: string) => Reference | null): TableHook => ({
    table,
    operation: "delete",
    async beforeWrite({ rows }, tx) {
      for (const { id } of rows) {
        const reference = referenceOf(String(id));
        if (reference) await endSubscriptions(tx, getContext(), settings, reference);
      }
    },
  });
  return [createHook("user", ownReference), createHook("organization", (id) => parseReference(`org_${id}`))];
}

/** @throws {AuthError} 409 `SUBSCRIPTION_RUNNING` if the deletion is rejected */
async function endSubscriptions(
  tx: Transaction,
  context: AuthContext,
  { onDelete }: BillingSettings,
  reference: Reference,
): Promise<void> {
  const ongoing = await findOngoing(tx, reference);
  if (onDelete === "refuse") {
    // A canceled subscription ends on its own.
    if (ongoing.some(({ cancelAtPeriodEnd }) => !cancelAtPeriodEnd)) fail(deletionErrors, "SUBSCRIPTION_RUNNING");
    return;
  }
  const when = onDelete === "cancelNow" ? "now" : "periodEnd";
  for (const { id, cancelAtPeriodEnd } of ongoing) {
    if (cancelAtPeriodEnd && when === "periodEnd") continue;
    const message: CancelMessage = { subscriptionId: id, when };
    await storeMessage(tx, context, createMessage(context, cancelMessageKind, message));
  }
}

async function findOngoing(tx: Transaction, reference: Reference): Promise<readonly SubscriptionRow[]> {
  const customer = await findCustomer(tx, reference);
  if (!customer) return [];
  const ended = { status: { notIn: ["canceled", "incomplete_expired"] }, endedAt: null };
  return tx.findMany(subscriptionTable, { where: { customerId: customer.id, ...ended }, limit: maxSubscriptions });
}

/** Cancels a subscription at the payment provider. The outbox retries failures. */
export function createCancelHandler(settings: SettingsWithProvider): OutboxHandler {
  return async (payload, context, { key, signal }) => {
    const message = payload as CancelMessage;
    try {
      const cancellation = { ...message, reason: null, comment: null };
      const changed = await settings.provider.cancelSubscription(cancellation, { signal, idempotencyKey: key });
      await storeChanges(context, settings, changed);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== "not-found") throw error;
    }
  };
}
