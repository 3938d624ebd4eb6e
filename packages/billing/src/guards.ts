/** Guards for an app's own endpoints that require a benefit or a subscription. */

import { type AuthContext, defineGuard, fail, type Guard, type RequestContext } from "@latchkey/core/plugin";
import { hasBenefitGrant } from "./benefits/store.ts";
import { findCustomer } from "./customers/store.ts";
import type { CustomerRow } from "./customers/table.ts";
import { checkEntitlement, loadEntitlements } from "./entitlements/store.ts";
import { billingErrors } from "./errors.ts";
import type { ReferenceInput } from "./fields.ts";
import { type BillingSettings, resolveBenefitId } from "./options.ts";
import type { BillingSubscription } from "./purchases.ts";
import type { Reference } from "./references/access.ts";
import { type ReferenceCode, referenceErrors, resolveReference, type WithReference } from "./references/guard.ts";
import { activeCutoff } from "./subscriptions/active.ts";
import { listActiveSubscriptions } from "./subscriptions/store.ts";

const settingsKey = Symbol("billing settings");

/** Makes an app's settings available to these guards, which are created before the app. */
export function registerSettings({ appCache }: AuthContext, settings: BillingSettings): void {
  appCache.set(settingsKey, settings);
}

const { BENEFIT_REQUIRED, SUBSCRIPTION_REQUIRED, LIMIT_REACHED, UNKNOWN_ENTITLEMENT } = billingErrors;

/**
 * Requires a benefit, which the user has directly or through the organization in the input's `referenceId`. Adds the
 * session and `reference`. Sends three or four queries, plus those of `organizationAccess` for an organization.
 *
 * @param benefit a name in `billing.benefits`, or a benefit's id
 */
export function requireBenefit(benefit: string): Guard<WithReference, ReferenceCode | "BENEFIT_REQUIRED"> {
  return defineGuard({
    name: "requireBenefit",
    summary: "The signed-in user has the benefit.",
    errors: { ...referenceErrors, BENEFIT_REQUIRED },
    async check(context, input) {
      const { settings, withReference, customer } = await resolveBillingContext(context, input);
      const has =
        customer !== null &&
        (await hasBenefitGrant(
          context.db,
          customer.id,
          resolveBenefitId(settings, benefit),
          activeCutoff(context, settings),
        ));
      if (!has) fail(billingErrors, "BENEFIT_REQUIRED");
      return withReference;
    },
  });
}

/** Options for `requireSubscription`. */
export interface RequiredSubscription {
  /** Product ids. Any one of them is enough. Default: any product. */
  readonly products?: readonly string[];
}

/** What `requireSubscription` adds to the context. */
export interface WithSubscription extends WithReference {
  readonly subscription: BillingSubscription;
}

/**
 * Requires an active or trialing subscription. Adds `subscription`, the session, and `reference`. Sends three or four
 * queries, plus those of `organizationAccess` for an organization.
 */
export function requireSubscription({
  products,
}: RequiredSubscription = {}): Guard<WithSubscription, ReferenceCode | "SUBSCRIPTION_REQUIRED"> {
  return defineGuard({
    name: "requireSubscription",
    summary: "The signed-in user has a subscription.",
    errors: { ...referenceErrors, SUBSCRIPTION_REQUIRED },
    async check(context, input) {
      const { settings, withReference, customer } = await resolveBillingContext(context, input);
      const cutoff = activeCutoff(context, settings);
      const active = customer ? await listActiveSubscriptions(context.db, customer.id, cutoff) : [];
      const found = active.find(({ product }) => products === undefined || products.includes(product.id));
      return { ...withReference, subscription: found ?? fail(billingErrors, "SUBSCRIPTION_REQUIRED") };
    },
  });
}

/** Returns how much of a limit is used, such as the number of a user's projects. */
export type CountUsed = (reference: Reference, context: RequestContext, input: unknown) => Promise<number> | number;

/**
 * Requires room for one more in a limit of `billing.entitlements`. Adds the session and `reference`. Two concurrent
 * requests can both pass, so if the limit must be exact, count again in the transaction that creates.
 *
 * @param name the limit's name
 * @param countUsed returns how much is used already
 */
export function requireLimit(
  name: string,
  countUsed: CountUsed,
): Guard<WithReference, ReferenceCode | "LIMIT_REACHED" | "UNKNOWN_ENTITLEMENT"> {
  return defineGuard({
    name: "requireLimit",
    summary: "The plan's limit leaves room for one more.",
    errors: { ...referenceErrors, LIMIT_REACHED, UNKNOWN_ENTITLEMENT },
    async check(context, input) {
      const { settings, withReference } = await resolveBillingContext(context, input);
      const entitlements = await loadEntitlements(context, settings, withReference.reference);
      const used = await countUsed(withReference.reference, context, input);
      if (!checkEntitlement(entitlements, settings, name, used).allowed) fail(billingErrors, "LIMIT_REACHED");
      return withReference;
    },
  });
}

interface BillingContext {
  readonly settings: BillingSettings;
  readonly withReference: WithReference;
  readonly customer: CustomerRow | null;
}

async function resolveBillingContext(context: RequestContext, input: unknown): Promise<BillingContext> {
  const settings = context.appCache.get(settingsKey) as BillingSettings | undefined;
  if (!settings)
    throw new Error(
      "requireBenefit, requireSubscription, and requireLimit need the billing plugin. Add billing() to plugins.",
    );
  const { referenceId } = (input ?? {}) as ReferenceInput;
  const requestedId = typeof referenceId === "string" ? referenceId : undefined;
  const added = await resolveReference(context, settings, requestedId, "read");
  return { settings, withReference: added, customer: await findCustomer(context.db, added.reference) };
}
