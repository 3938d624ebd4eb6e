/** The endpoints `/billing/cancel-subscription` and `/billing/resume-subscription`. */

import {
  defineEndpoint,
  type EndpointOf,
  fail,
  input,
  type RequestContext,
  recordAudit,
  type StatusResponse,
} from "@latchkey/core/plugin";
import { statusResponse } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { findCustomer } from "../customers/store.ts";
import { actionErrors, providerErrors } from "../errors.ts";
import { idOrName, referenceFields } from "../fields.ts";
import type { SettingsWithProvider } from "../options.ts";
import { callProvider } from "../provider/call.ts";
import { requireReference, type WithReference } from "../references/guard.ts";
import { findSubscription } from "./store.ts";
import { type SubscriptionRow, subscriptionTable } from "./table.ts";

const errors = { ...providerErrors, SUBSCRIPTION_NOT_FOUND: actionErrors.SUBSCRIPTION_NOT_FOUND } as const;

/** Cancels a subscription at the end of the paid period. */
export function cancelSubscription(settings: SettingsWithProvider): EndpointOf<BillingCalls["cancelSubscription"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/cancel-subscription",
    summary: "Cancel a subscription at period end",
    changes: ["customerState", "subscriptions"],
    input: input.object({
      ...referenceFields,
      subscriptionId: idOrName,
      reason: input.optional(
        input.oneOf(
          "customer_service",
          "low_quality",
          "missing_features",
          "switched_service",
          "too_complex",
          "too_expensive",
          "unused",
          "other",
        ),
      ),
      comment: input.optional(input.rawText({ max: 1000 })),
    }),
    output: statusResponse,
    guards: [requireReference(settings, "manage")],
    errors,
    queryBudget: 5,
    async handle({ subscriptionId, reason = null, comment = null }, context) {
      const row = await requireOwnSubscription(context, subscriptionId);
      const { provider } = settings;
      const cancellation = { subscriptionId, reason, comment };
      await callProvider(context, provider, (call) => provider.cancelSubscription(cancellation, call));
      return storeCancellation(context, row, true);
    },
  });
}

/** Undoes a cancellation that hasn't taken effect yet. */
export function resumeSubscription(settings: SettingsWithProvider): EndpointOf<BillingCalls["resumeSubscription"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/resume-subscription",
    summary: "Resume a canceled subscription",
    changes: ["customerState", "subscriptions"],
    input: input.object({ ...referenceFields, subscriptionId: idOrName }),
    output: statusResponse,
    guards: [requireReference(settings, "manage")],
    errors,
    queryBudget: 5,
    async handle({ subscriptionId }, context) {
      const row = await requireOwnSubscription(context, subscriptionId);
      const { provider } = settings;
      await callProvider(context, provider, (call) => provider.resumeSubscription(subscriptionId, call));
      return storeCancellation(context, row, false);
    },
  });
}

/** @throws {AuthError} 404 `SUBSCRIPTION_NOT_FOUND` if it doesn't exist, belongs to someone else, or has ended */
async function requireOwnSubscription(
  { db, reference }: RequestContext & WithReference,
  id: string,
): Promise<SubscriptionRow> {
  const customer = await findCustomer(db, reference);
  const row = customer && (await findSubscription(db, customer.id, id));
  return row && row.endedAt === null ? row : fail(actionErrors, "SUBSCRIPTION_NOT_FOUND");
}

/**
 * Shows the change before the payment provider's event arrives. The version check keeps a newer event that came
 * meanwhile.
 */
async function storeCancellation(
  context: RequestContext & WithReference,
  { id, version }: SubscriptionRow,
  cancelAtPeriodEnd: boolean,
): Promise<StatusResponse> {
  const { db, user, reference } = context;
  await db.transaction(async (tx) => {
    await tx.update(subscriptionTable, { where: { id, version }, set: { cancelAtPeriodEnd } });
    await recordAudit(tx, context, {
      action: cancelAtPeriodEnd ? "billing.subscription.cancel" : "billing.subscription.resume",
      actorId: user.id,
      userId: user.id,
      organizationId: reference.kind === "organization" ? reference.id : null,
      data: { subscriptionId: id },
    });
  });
  return { status: true };
}
