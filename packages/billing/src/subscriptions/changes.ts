/** The `/billing/cancel-subscription` and `/billing/resume-subscription` endpoints. */

import { defineEndpoint, type EndpointOf, input } from "@latchkey/core/plugin";
import { statusResponse } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { actionErrors, providerErrors } from "../errors.ts";
import { idOrName, referenceFields } from "../fields.ts";
import type { SettingsWithProvider } from "../options.ts";
import { callProvider } from "../provider/call.ts";
import { requireReference } from "../references/guard.ts";
import { recordChange, requireOwnSubscription } from "./own.ts";

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
    // This includes storing the provider's response for a metered plan with three benefits.
    queryBudget: 14,
    async handle({ subscriptionId, reason = null, comment = null }, context) {
      await requireOwnSubscription(context, subscriptionId);
      const { provider } = settings;
      const cancellation = { subscriptionId, when: "periodEnd", reason, comment } as const;
      const changed = await callProvider(context, provider, (call) => provider.cancelSubscription(cancellation, call));
      return recordChange(context, settings, changed, { action: "billing.subscription.cancel", subscriptionId });
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
    // This includes storing the provider's response for a metered plan with three benefits.
    queryBudget: 14,
    async handle({ subscriptionId }, context) {
      await requireOwnSubscription(context, subscriptionId);
      const { provider } = settings;
      const changed = await callProvider(context, provider, (call) =>
        provider.resumeSubscription(subscriptionId, call),
      );
      return recordChange(context, settings, changed, { action: "billing.subscription.resume", subscriptionId });
    },
  });
}
