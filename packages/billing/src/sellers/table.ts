/** The table `billingSeller`. The payment provider calls sellers organizations. */

import { defineTable, type Table } from "@latchkey/core/database";
import type { SellerOrganization } from "../entities/organization.ts";
import { type MirrorRow, mirrorColumns, type Origin, type Snapshot, snapshot } from "../mirror/snapshot.ts";

/** A seller. Unrelated to the organizations of the app's users. */
export interface SellerRow extends MirrorRow {
  readonly name: string;
  readonly slug: string;
  readonly avatarUrl: string | null;
  readonly email: string | null;
  readonly website: string | null;
  readonly allowMultipleSubscriptions: boolean;
  readonly allowCustomerUpdates: boolean;
  readonly prorationBehavior: string;
}

export const sellerTable: Table<SellerRow> = defineTable<SellerRow>({
  name: "billingSeller",
  columns: {
    ...mirrorColumns,
    name: { type: "text" },
    slug: { type: "text" },
    avatarUrl: { type: "text", nullable: true },
    email: { type: "text", nullable: true },
    website: { type: "text", nullable: true },
    allowMultipleSubscriptions: { type: "boolean" },
    allowCustomerUpdates: { type: "boolean" },
    prorationBehavior: { type: "text" },
  },
});

export function sellerSnapshot(organization: SellerOrganization, origin: Origin): Snapshot<SellerRow> {
  const settings = organization.subscription_settings;
  return snapshot(sellerTable, origin, organization, {
    name: organization.name,
    slug: organization.slug,
    avatarUrl: organization.avatar_url,
    email: organization.email,
    website: organization.website,
    allowMultipleSubscriptions: settings?.allow_multiple_subscriptions ?? false,
    allowCustomerUpdates: settings?.allow_customer_updates ?? false,
    prorationBehavior: settings?.proration_behavior ?? "",
  });
}
