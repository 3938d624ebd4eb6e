/** The `/billing/preview-change`, `/billing/change-plan`, and `/billing/undo-change` endpoints. */

import { sha256Base64Url } from "@latchkey/core/crypto";
import {
  defineEndpoint,
  type EndpointOf,
  fail,
  type InputField,
  input,
  type RequestContext,
} from "@latchkey/core/plugin";
import { statusResponse } from "@latchkey/core/shapes";
import type { BillingCalls, ChangePlanInput } from "../contract.ts";
import { actionErrors, changeErrors, providerErrors, seatErrors } from "../errors.ts";
import { idOrName, referenceFields } from "../fields.ts";
import type { SettingsWithProvider } from "../options.ts";
import { previewOutput } from "../outputs.ts";
import { findSellableProducts } from "../products/sellable.ts";
import { callProvider } from "../provider/call.ts";
import type { PlanChoice } from "../provider/checkout.ts";
import type { SubscriptionChange } from "../provider/subscriptions.ts";
import { requireReference, type WithReference } from "../references/guard.ts";
import { countMembers } from "../seats/store.ts";
import { recordChange, requireOwnSubscription } from "./own.ts";
import type { SubscriptionRow } from "./table.ts";

const { SUBSCRIPTION_NOT_FOUND, PRODUCT_NOT_FOUND } = actionErrors;
const { SEATS_TAKEN } = seatErrors;
const errors = { ...providerErrors, ...changeErrors, SUBSCRIPTION_NOT_FOUND, PRODUCT_NOT_FOUND, SEATS_TAKEN } as const;

const changeInput: InputField<ChangePlanInput> = input.object<ChangePlanInput>({
  ...referenceFields,
  subscriptionId: idOrName,
  productId: input.optional(idOrName),
  priceId: input.optional(idOrName),
  seats: input.optional(input.integer({ min: 1, max: 1_000_000 })),
  timing: input.optional(input.oneOf("now", "nextInvoice", "periodEnd")),
});

/** Returns what a change would cost. The payment provider calculates or estimates it. */
export function previewChange(settings: SettingsWithProvider): EndpointOf<BillingCalls["previewChange"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/preview-change",
    summary: "Preview a plan change",
    input: changeInput,
    output: previewOutput,
    guards: [requireReference(settings, "manage")],
    errors,
    rateLimit: { window: 60, max: 60 },
    queryBudget: 5,
    async handle(input, context) {
      const { change } = await resolveChange(context, settings, input);
      const { provider } = settings;
      const preview = await callProvider(context, provider, (call) => provider.previewChange(change, call));
      return { ...preview, timing: change.timing };
    },
  });
}

/** Changes a subscription's plan or seats: an upgrade, a downgrade, or a different interval. */
export function changePlan(settings: SettingsWithProvider): EndpointOf<BillingCalls["changePlan"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/change-plan",
    summary: "Change a subscription's plan",
    changes: ["customerState", "subscriptions"],
    input: changeInput,
    output: statusResponse,
    guards: [requireReference(settings, "manage")],
    errors,
    rateLimit: { window: 60, max: 20 },
    queryBudget: 18,
    async handle(input, context) {
      const { change, row } = await resolveChange(context, settings, input);
      const { provider } = settings;
      // Clicking the same button twice makes only one change, if the provider supports idempotency keys.
      const idempotencyKey = `change_${sha256Base64Url(JSON.stringify([change, row.version]))}`;
      const changed = await callProvider(context, provider, (call) =>
        provider.changeSubscription(change, { ...call, idempotencyKey }),
      );
      const { subscriptionId, plan, seats, timing } = change;
      const data = { productId: plan?.productId ?? null, seats, timing };
      return recordChange(context, settings, changed, { action: "billing.subscription.change", subscriptionId, data });
    },
  });
}

/** Removes a change that's scheduled for the end of the period. */
export function undoChange(settings: SettingsWithProvider): EndpointOf<BillingCalls["undoChange"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/undo-change",
    summary: "Undo a scheduled plan change",
    changes: ["customerState", "subscriptions"],
    input: input.object({ ...referenceFields, subscriptionId: idOrName }),
    output: statusResponse,
    guards: [requireReference(settings, "manage")],
    errors: { ...providerErrors, SUBSCRIPTION_NOT_FOUND, NO_SCHEDULED_CHANGE: changeErrors.NO_SCHEDULED_CHANGE },
    queryBudget: 17,
    async handle({ subscriptionId }, context) {
      const row = await requireOwnSubscription(context, subscriptionId);
      if (row.scheduledAt === null) fail(changeErrors, "NO_SCHEDULED_CHANGE");
      const { provider } = settings;
      const changed = await callProvider(context, provider, (call) =>
        provider.undoScheduledChange(subscriptionId, call),
      );
      return recordChange(context, settings, changed, { action: "billing.subscription.undo-change", subscriptionId });
    },
  });
}

interface ResolvedChange {
  readonly change: SubscriptionChange;
  readonly row: SubscriptionRow;
}

/** @throws {AuthError} if the subscription can't be changed, or if nothing would change */
async function resolveChange(
  context: RequestContext & WithReference,
  settings: SettingsWithProvider,
  { subscriptionId, productId, priceId, seats, timing = settings.changeTimings[0] }: ChangePlanInput,
): Promise<ResolvedChange> {
  const row = await requireOwnSubscription(context, subscriptionId);
  checkChangeable(row);
  if (timing === undefined || !settings.changeTimings.includes(timing)) fail(changeErrors, "CHANGE_NOT_ALLOWED");
  const plan = await resolvePlan(context, settings, row, { productId, priceId });
  const newSeats = seats === undefined || seats === row.seats ? null : seats;
  if (newSeats !== null) await checkSeats(context, settings, newSeats);
  if (plan === null && newSeats === null) fail(changeErrors, "PLAN_UNCHANGED");
  return { change: { subscriptionId, plan, seats: newSeats, timing }, row };
}

/** @throws {AuthError} 409 if the subscription isn't active, has a failed payment, or is going to end */
function checkChangeable({ status, cancelAtPeriodEnd }: SubscriptionRow): void {
  if (status === "past_due" || status === "unpaid") fail(changeErrors, "SUBSCRIPTION_PAST_DUE");
  if (status !== "active" && status !== "trialing") fail(changeErrors, "SUBSCRIPTION_NOT_ACTIVE");
  if (cancelAtPeriodEnd) fail(changeErrors, "SUBSCRIPTION_ENDS");
}

/**
 * @throws {AuthError} 400 `CHANGE_NOT_ALLOWED` if seats follow the members, 409 `SEATS_TAKEN` if there are fewer seats
 * than members
 */
async function checkSeats(
  { db, reference }: RequestContext & WithReference,
  { seats }: SettingsWithProvider,
  seatCount: number,
): Promise<void> {
  if (seats === null || reference.kind !== "organization") return;
  if (seats.mode === "members") fail(changeErrors, "CHANGE_NOT_ALLOWED");
  if (seatCount < (await countMembers(db, reference.id))) fail(seatErrors, "SEATS_TAKEN");
}

/** Returns the new plan, or `null` if the subscription already has it. */
async function resolvePlan(
  context: RequestContext,
  settings: SettingsWithProvider,
  row: SubscriptionRow,
  {
    productId,
    priceId = null,
  }: { readonly productId: string | undefined; readonly priceId: string | undefined | null },
): Promise<PlanChoice | null> {
  if (productId === undefined && priceId === null) return null;
  const [product] = await findSellableProducts(context, settings, [productId ?? row.productId]);
  const prices = product?.prices.filter(({ isArchived }) => !isArchived) ?? [];
  if (!product?.isRecurring || (priceId !== null && !prices.some(({ id }) => id === priceId))) {
    fail(actionErrors, "PRODUCT_NOT_FOUND");
  }
  const hasPrice = priceId === null || row.prices.some(({ id }) => id === priceId);
  return product.id === row.productId && hasPrice ? null : { productId: product.id, priceId };
}
