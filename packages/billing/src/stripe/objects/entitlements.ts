/** Stripe's entitlements: the features that a customer has through active subscriptions. */

import * as z from "zod";
import type { CustomBenefit } from "../../entities/benefit.ts";
import type { BenefitGrant } from "../../entities/benefit-grant.ts";
import { id, listOf, type Metadata, metadata, text } from "../../entities/wire.ts";
import { entityTimes } from "./common.ts";

/** A feature. Its lookup key never changes. */
export interface StripeFeature {
  readonly id: string;
  readonly name: string;
  readonly lookup_key: string;
  readonly metadata: Metadata;
}

/** A customer's entitlements, and all features that a customer could have. */
export interface EntitlementEntry {
  readonly customer: string;
  readonly active: readonly { readonly id: string; readonly lookup_key: string }[];
  readonly features: readonly StripeFeature[];
}

export const stripeFeature: z.ZodType<StripeFeature> = z.looseObject({ id, name: text, lookup_key: id, metadata });

export const entitlementEntry: z.ZodType<EntitlementEntry> = z.looseObject({
  customer: id,
  active: listOf(z.looseObject({ id, lookup_key: id })),
  features: listOf(stripeFeature),
});

/** Converts a feature. The benefit's id is the lookup key, so that code can use it as is. */
export function toBenefit({ lookup_key, name, metadata }: StripeFeature): CustomBenefit {
  return {
    ...entityTimes(null),
    id: lookup_key,
    type: "custom",
    description: name,
    selectable: false,
    deletable: false,
    organization_id: "",
    metadata,
    properties: { note: null },
  };
}

/**
 * Converts a customer's entitlements to one grant per feature. Stripe only lists the active ones, so all
 * others count as revoked.
 */
export function toGrants({ customer, active, features }: EntitlementEntry): BenefitGrant[] {
  const keys = new Set(active.map(({ lookup_key }) => lookup_key));
  const listed = new Set(features.map(({ lookup_key }) => lookup_key));
  // Archived features aren't listed, but customers keep them.
  const archived = [...keys].filter((key) => !listed.has(key));
  const all = [...features, ...archived.map((key) => ({ id: key, name: key, lookup_key: key, metadata: {} }))];
  return all.map((feature) => {
    const isGranted = keys.has(feature.lookup_key);
    return {
      ...entityTimes(null),
      id: `${customer} ${feature.lookup_key}`,
      granted_at: null,
      is_granted: isGranted,
      revoked_at: null,
      is_revoked: !isGranted,
      subscription_id: null,
      order_id: null,
      customer_id: customer,
      benefit_id: feature.lookup_key,
      error: null,
      customer: null,
      benefit: toBenefit(feature),
      properties: {},
    };
  });
}
