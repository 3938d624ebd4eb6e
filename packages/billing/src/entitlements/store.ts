/** Decides what a user or an organization is entitled to. */

import type { AuthContext } from "@latchkey/core/plugin";
import { fail } from "@latchkey/core/plugin";
import { listGrants } from "../benefits/store.ts";
import { findCustomer } from "../customers/store.ts";
import { entitlementErrors } from "../errors.ts";
import type { BillingSettings } from "../options.ts";
import type { BillingEntitlements, Entitlement } from "../purchases.ts";
import type { Reference } from "../references/access.ts";
import { activeCutoff } from "../subscriptions/active.ts";
import { listActiveSubscriptions } from "../subscriptions/store.ts";
import type { ResolvedEntitlements } from "./options.ts";

/**
 * Returns the named benefits and limits of a reference: those that everyone has, those of its plans, and the benefits
 * that the payment provider granted. If several limits have the same name, the highest applies. Sends at most four
 * queries.
 */
export async function loadEntitlements(
  context: AuthContext,
  settings: BillingSettings,
  reference: Reference,
): Promise<BillingEntitlements> {
  const { db } = context;
  const { free, plans } = settings.entitlements;
  const customer = await findCustomer(db, reference);
  if (!customer) return merge([free], []);
  const cutoff = activeCutoff(context, settings);
  const active = plans.size === 0 ? [] : await listActiveSubscriptions(db, customer.id, cutoff);
  const bought = active.flatMap(({ product }) => plans.get(product.id) ?? []);
  const named = Object.entries(settings.benefits);
  const granted = named.length === 0 ? [] : (await listGrants(db, customer.id, cutoff)).benefits;
  const names = named.filter(([, id]) => granted.some((benefit) => benefit.id === id)).map(([name]) => name);
  return merge([free, ...bought], names);
}

function merge(all: readonly ResolvedEntitlements[], granted: readonly string[]): BillingEntitlements {
  const limits: Record<string, number | null> = {};
  for (const plan of all) {
    for (const [name, limit] of Object.entries(plan.limits)) {
      const highest = limits[name];
      limits[name] = limit === null || highest === null ? null : Math.max(limit, highest ?? 0);
    }
  }
  return { benefits: [...new Set([...all.flatMap(({ benefits }) => benefits), ...granted])].sort(), limits };
}

/**
 * Decides whether a benefit is included, or whether a limit leaves room for one more.
 *
 * @param used how much of the limit is used
 * @throws {AuthError} 400 `UNKNOWN_ENTITLEMENT` if no plan and no benefit has this name
 */
export function checkEntitlement(
  { benefits, limits }: BillingEntitlements,
  settings: BillingSettings,
  name: string,
  used: number,
): Entitlement {
  const { limitNames, benefitNames } = settings.entitlements;
  if (limitNames.has(name)) {
    const limit = limits[name] === undefined ? 0 : (limits[name] ?? null);
    if (limit === null) return { allowed: true, limit, remaining: null };
    return { allowed: used < limit, limit, remaining: Math.max(0, limit - used) };
  }
  if (!benefitNames.has(name) && !Object.hasOwn(settings.benefits, name))
    fail(entitlementErrors, "UNKNOWN_ENTITLEMENT");
  return { allowed: benefits.includes(name), limit: null, remaining: null };
}
