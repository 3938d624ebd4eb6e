/** `/billing/cancel-subscription` and `/billing/resume-subscription`. */

import {
  defineEndpoint,
  type EndpointOf,
  fail,
  input,
  type RequestContext,
  recordAudit,
  type StatusAnswer,
} from "@latchkey/core/plugin";
import { statusAnswer } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { findCustomer } from "../customers/store.ts";
import { actErrors, providerErrors } from "../errors.ts";
import { key, referenceFields } from "../fields.ts";
import type { ActingSettings } from "../options.ts";
import { callProvider } from "../provider/call.ts";
import { requireReference, type WithReference } from "../references/guard.ts";
import { findSubscription } from "./store.ts";
import { type SubscriptionRow, subscriptionTable } from "./table.ts";

const errors = { ...providerErrors, SUBSCRIPTION_NOT_FOUND: actErrors.SUBSCRIPTION_NOT_FOUND } as const;

/** At the end of the period that is paid. */
export function cancelSubscription(settings: ActingSettings): EndpointOf<BillingCalls["cancelSubscription"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/cancel-subscription",
    summary: "End a subscription with its period",
    input: input.object({
      ...referenceFields,
      subscriptionId: key,
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
    output: statusAnswer,
    guards: [requireReference(settings, "manage")],
    errors,
    statements: 5,
    async handle({ subscriptionId, reason = null, comment = null }, context) {
      const row = await ownSubscription(context, subscriptionId);
      const { provider } = settings;
      const cancellation = { subscriptionId, reason, comment };
      await callProvider(context, provider, (call) => provider.cancelSubscription(cancellation, call));
      return changed(context, row, true);
    },
  });
}

/** Takes a cancellation back that has not come into effect. */
export function resumeSubscription(settings: ActingSettings): EndpointOf<BillingCalls["resumeSubscription"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/resume-subscription",
    summary: "Keep a subscription that was to end",
    input: input.object({ ...referenceFields, subscriptionId: key }),
    output: statusAnswer,
    guards: [requireReference(settings, "manage")],
    errors,
    statements: 5,
    async handle({ subscriptionId }, context) {
      const row = await ownSubscription(context, subscriptionId);
      const { provider } = settings;
      await callProvider(context, provider, (call) => provider.resumeSubscription(subscriptionId, call));
      return changed(context, row, false);
    },
  });
}

/** @throws {AuthError} 404: unknown, somebody else's, or over */
async function ownSubscription(
  { db, reference }: RequestContext & WithReference,
  id: string,
): Promise<SubscriptionRow> {
  const customer = await findCustomer(db, reference);
  const row = customer && (await findSubscription(db, customer.id, id));
  return row && row.endedAt === null ? row : fail(actErrors, "SUBSCRIPTION_NOT_FOUND");
}

/** Shows what was asked for until the platform's own event says it, unless that came meanwhile. */
async function changed(
  context: RequestContext & WithReference,
  { id, version }: SubscriptionRow,
  cancelAtPeriodEnd: boolean,
): Promise<StatusAnswer> {
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
