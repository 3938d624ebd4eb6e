/** The `billingSeller` table. The payment provider calls sellers organizations. */

import type { Table } from "@latchkey/core/database";
import { type SellerOrganization, sellerShape } from "../entities/organization.ts";
import { defineMirror, type Mirror, type ToSnapshot } from "../mirror/define.ts";
import type { MirrorRow } from "../mirror/snapshot.ts";

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

const sellerMirror: Mirror<SellerRow, SellerOrganization> = defineMirror<SellerRow, SellerOrganization>({
  name: "billingSeller",
  wire: sellerShape,
  fields: {
    name: "name",
    slug: "slug",
    avatarUrl: "avatar_url",
    email: "email",
    website: "website",
    allowMultipleSubscriptions: {
      type: "boolean",
      from: ({ subscription_settings: settings }) => settings?.allow_multiple_subscriptions ?? false,
    },
    allowCustomerUpdates: {
      type: "boolean",
      from: ({ subscription_settings: settings }) => settings?.allow_customer_updates ?? false,
    },
    prorationBehavior: {
      type: "text",
      from: ({ subscription_settings: settings }) => settings?.proration_behavior ?? "",
    },
  },
});

export const sellerTable: Table<SellerRow> = sellerMirror.table;

export const sellerSnapshot: ToSnapshot<SellerOrganization> = sellerMirror.toSnapshot;
