/** Guards for an app's own endpoints: who has paid may pass. */

import { type AuthContext, defineGuard, fail, type Guard, type RequestContext } from "@latchkey/core/plugin";
import { holds } from "./benefits/store.ts";
import { findCustomer } from "./customers/store.ts";
import type { CustomerRow } from "./customers/table.ts";
import { billingErrors } from "./errors.ts";
import type { ReferenceInput } from "./fields.ts";
import { type BillingSettings, benefitIdOf } from "./options.ts";
import type { BillingSubscription } from "./purchases.ts";
import { type ReferenceCode, referenceErrors, resolveReference, type WithReference } from "./references/guard.ts";
import { listActive } from "./subscriptions/store.ts";

const settingsByApp: WeakMap<object, BillingSettings> = new WeakMap();

/** Tells the guards of an app what its billing is set to. */
export function rememberSettings({ extensions }: AuthContext, settings: BillingSettings): void {
  settingsByApp.set(extensions, settings);
}

const { BENEFIT_REQUIRED, SUBSCRIPTION_REQUIRED } = billingErrors;

/**
 * Has the benefit now, by themselves or through the organization that the input's `referenceId` names. Adds the session
 * and `reference`. Three statements, or four.
 *
 * @param benefit a name of `billing.benefits`, or a benefit's id
 */
export function requireBenefit(benefit: string): Guard<WithReference, ReferenceCode | "BENEFIT_REQUIRED"> {
  return defineGuard({
    name: "requireBenefit",
    summary: "Somebody is signed in who has the benefit.",
    errors: { ...referenceErrors, BENEFIT_REQUIRED },
    async check(context, input) {
      const { settings, added, customer } = await whoAsks(context, input);
      const has = customer !== null && (await holds(context.db, customer.id, benefitIdOf(settings, benefit)));
      if (!has) fail(billingErrors, "BENEFIT_REQUIRED");
      return added;
    },
  });
}

/** Which subscriptions pass. */
export interface RequiredSubscription {
  /** Ids of products, any one of them. Default: any product. */
  readonly products?: readonly string[];
}

/** What `requireSubscription` adds. */
export interface WithSubscription extends WithReference {
  readonly subscription: BillingSubscription;
}

/**
 * Has a subscription that gives access: active or trialing. Adds it, the session and `reference`. Three statements, or
 * four.
 */
export function requireSubscription({
  products,
}: RequiredSubscription = {}): Guard<WithSubscription, ReferenceCode | "SUBSCRIPTION_REQUIRED"> {
  return defineGuard({
    name: "requireSubscription",
    summary: "Somebody is signed in who has a subscription.",
    errors: { ...referenceErrors, SUBSCRIPTION_REQUIRED },
    async check(context, input) {
      const { added, customer } = await whoAsks(context, input);
      const active = customer ? await listActive(context.db, customer.id) : [];
      const found = active.find(({ product }) => products === undefined || products.includes(product.id));
      return { ...added, subscription: found ?? fail(billingErrors, "SUBSCRIPTION_REQUIRED") };
    },
  });
}

interface Asker {
  readonly settings: BillingSettings;
  readonly added: WithReference;
  readonly customer: CustomerRow | null;
}

async function whoAsks(context: RequestContext, input: unknown): Promise<Asker> {
  const settings = settingsByApp.get(context.extensions);
  if (!settings) throw new Error("requireBenefit and requireSubscription need billing() among the plugins.");
  const { referenceId } = (input ?? {}) as ReferenceInput;
  const wanted = typeof referenceId === "string" ? referenceId : undefined;
  const added = await resolveReference(context, settings, wanted, "read");
  return { settings, added, customer: await findCustomer(context.db, added.reference) };
}
