/** Grants benefits to customers for their purchases. */

import { randomBytes, randomUUID } from "node:crypto";
import type { Benefit, GrantProperties, Product } from "@latchkey/billing/schemas";
import { change, type Platform, type StoredGrant, type StoredSubscription } from "../state.ts";
import { grantOf, productOf } from "../wire.ts";
import { credit } from "./usage.ts";

/** The purchase that a grant comes from. Either the subscription or the order is set. */
export interface GrantSource {
  readonly customerId: string;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
}

export function grantBenefits(platform: Platform, product: Product, source: GrantSource): void {
  for (const benefit of product.benefits) {
    const at = platform.clock.stamp();
    const grant: StoredGrant = {
      id: randomUUID(),
      created_at: at,
      modified_at: platform.clock.stamp(),
      granted_at: at,
      is_granted: true,
      revoked_at: null,
      is_revoked: false,
      subscription_id: source.subscriptionId,
      order_id: source.orderId,
      customer_id: source.customerId,
      benefit_id: benefit.id,
      error: null,
      properties: propertiesOf(benefit, at),
      previous_properties: {},
    };
    platform.state.grants[grant.id] = grant;
    if (benefit.type === "meter_credit") credit(platform, source.customerId, benefit.properties);
    platform.emit("benefit_grant.created", grantOf(platform, grant));
  }
}

/** Replaces the benefits of a subscription whose product changes. */
export function switchBenefits(platform: Platform, one: StoredSubscription, productId: string): void {
  const product = productOf(platform, productId);
  const kept = new Set(product.benefits.map(({ id }) => id));
  const held = heldBy(platform, ({ subscription_id }) => subscription_id === one.id).map(
    ({ benefit_id }) => benefit_id,
  );
  revokeGrants(platform, ({ subscription_id, benefit_id }) => subscription_id === one.id && !kept.has(benefit_id));
  const added = product.benefits.filter(({ id }) => !held.includes(id));
  const source = { customerId: one.customer_id, subscriptionId: one.id, orderId: null };
  grantBenefits(platform, { ...product, benefits: added }, source);
}

/** Starts a new period and grants credits again. */
export function cycleGrants(platform: Platform, subscriptionId: string): void {
  for (const grant of heldBy(platform, (one) => one.subscription_id === subscriptionId)) {
    const benefit = platform.catalog.benefits.get(grant.benefit_id) as Benefit;
    const isCredit = benefit.type === "meter_credit";
    if (isCredit) credit(platform, grant.customer_id, benefit.properties);
    const cycled = change(platform, platform.state.grants, grant, {
      properties: isCredit ? propertiesOf(benefit, platform.clock.stamp()) : grant.properties,
      previous_properties: grant.properties,
    });
    platform.emit("benefit_grant.cycled", grantOf(platform, cycled));
  }
}

export function revokeGrants(platform: Platform, isMeant: (grant: StoredGrant) => boolean): void {
  for (const grant of heldBy(platform, isMeant)) {
    const revoked = change(platform, platform.state.grants, grant, {
      is_granted: false,
      granted_at: null,
      is_revoked: true,
      revoked_at: platform.clock.stamp(),
    });
    platform.emit("benefit_grant.revoked", grantOf(platform, revoked));
  }
}

/** Restores a subscription's benefits after they were revoked. */
export function restoreGrants(platform: Platform, subscriptionId: string, { benefits }: Product): void {
  const wanted = new Set(benefits.map(({ id }) => id));
  for (const grant of Object.values(platform.state.grants)) {
    if (grant.subscription_id !== subscriptionId || grant.is_granted || !wanted.delete(grant.benefit_id)) continue;
    const restored = change(platform, platform.state.grants, grant, {
      is_granted: true,
      granted_at: platform.clock.stamp(),
      is_revoked: false,
      revoked_at: null,
    });
    platform.emit("benefit_grant.created", grantOf(platform, restored));
  }
}

function heldBy({ state }: Platform, isMeant: (grant: StoredGrant) => boolean): StoredGrant[] {
  return Object.values(state.grants).filter((one) => one.is_granted && isMeant(one));
}

function propertiesOf(benefit: Benefit, at: string): GrantProperties {
  if (benefit.type === "downloadables") return { files: benefit.properties.files };
  if (benefit.type === "license_keys") {
    return { license_key_id: randomUUID(), display_key: `****-${randomBytes(3).toString("hex").toUpperCase()}` };
  }
  if (benefit.type !== "meter_credit") return {};
  const { meter_id, units } = benefit.properties;
  return { last_credited_meter_id: meter_id, last_credited_units: units, last_credited_at: at };
}
