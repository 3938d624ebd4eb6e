/** The table `billingCustomer`. */

import { defineTable, type Table } from "@latchkey/core/database";
import { normalizeEmail } from "@latchkey/core/plugin";
import { type Address, addressKeys } from "../entities/address.ts";
import type { Customer } from "../entities/customer.ts";
import { type TaxIdPair, taxIdPairs } from "../entities/tax-id.ts";
import type { Metadata } from "../entities/wire.ts";
import {
  type MirrorRow,
  mirrorColumns,
  type Origin,
  parseWireDate,
  pickKnown,
  type Snapshot,
  snapshot,
} from "../mirror/snapshot.ts";

/** A customer, as the payment provider knows them. */
export interface CustomerRow extends MirrorRow {
  /** A user's id, or `org_` and an organization's id. */
  readonly externalId: string | null;
  readonly email: string;
  /** The email, normalized like users' emails, for finding customers. `null` if no user can have it. */
  readonly emailKey: string | null;
  /** Whether the payment provider has verified the email. */
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly billingAddress: Address | null;
  readonly taxIds: readonly TaxIdPair[];
  /** The seller's id. */
  readonly sellerId: string;
  readonly deletedAt: Date | null;
  readonly avatarUrl: string | null;
  readonly metadata: Metadata;
}

export const customerTable: Table<CustomerRow> = defineTable<CustomerRow>({
  name: "billingCustomer",
  columns: {
    ...mirrorColumns,
    externalId: { type: "string", nullable: true, index: true },
    email: { type: "text" },
    emailKey: { type: "string", nullable: true, index: true },
    emailVerified: { type: "boolean" },
    name: { type: "text", nullable: true },
    billingAddress: { type: "json", nullable: true },
    taxIds: { type: "json" },
    sellerId: { type: "string" },
    deletedAt: { type: "date", nullable: true },
    avatarUrl: { type: "text", nullable: true },
    metadata: { type: "json" },
  },
  indexes: [["createdAt"]],
});

export function customerSnapshot(customer: Customer, origin: Origin): Snapshot<CustomerRow> {
  return snapshot(customerTable, { ...origin, isDeletion: customer.deleted_at !== null }, customer, {
    externalId: customer.external_id,
    email: customer.email,
    emailKey: normalizeEmail(customer.email),
    emailVerified: customer.email_verified,
    name: customer.name,
    billingAddress: customer.billing_address && pickKnown(customer.billing_address, addressKeys),
    taxIds: taxIdPairs(customer.tax_id),
    sellerId: customer.organization_id,
    deletedAt: parseWireDate(customer.deleted_at),
    avatarUrl: customer.avatar_url,
    metadata: customer.metadata,
  });
}
