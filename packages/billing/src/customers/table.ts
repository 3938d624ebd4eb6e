/** The `billingCustomer` table. */

import type { Table } from "@latchkey/core/database";
import { normalizeEmail } from "@latchkey/core/plugin";
import { type Address, addressKeys } from "../entities/address.ts";
import { type Customer, customerShape } from "../entities/customer.ts";
import { type TaxIdPair, taxIdPairs } from "../entities/tax-id.ts";
import type { Metadata } from "../entities/wire.ts";
import { defineMirror, type Mirror } from "../mirror/define.ts";
import { type MirrorRow, type Origin, pickKnown, type Snapshot } from "../mirror/snapshot.ts";

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

const customerMirror: Mirror<CustomerRow, Customer> = defineMirror<CustomerRow, Customer>({
  name: "billingCustomer",
  wire: customerShape,
  fields: {
    externalId: { index: true, from: "external_id" },
    email: { type: "text", from: "email" },
    emailKey: { type: "string", nullable: true, index: true, from: (customer) => normalizeEmail(customer.email) },
    emailVerified: "email_verified",
    name: "name",
    billingAddress: {
      type: "json",
      nullable: true,
      from: (customer) => customer.billing_address && pickKnown(customer.billing_address, addressKeys),
    },
    taxIds: { type: "json", from: (customer) => taxIdPairs(customer.tax_id) },
    sellerId: "organization_id",
    deletedAt: "deleted_at",
    avatarUrl: "avatar_url",
    metadata: "metadata",
  },
  indexes: [["createdAt"]],
});

export const customerTable: Table<CustomerRow> = customerMirror.table;

export function customerSnapshot(customer: Customer, origin: Origin): Snapshot {
  return customerMirror.toSnapshot(customer, { ...origin, isDeletion: customer.deleted_at !== null });
}
