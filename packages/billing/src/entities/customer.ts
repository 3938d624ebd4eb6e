/** Customers. */

import * as z from "zod";
import { type Address, address } from "./address.ts";
import { type TaxId, taxId } from "./tax-id.ts";
import { type Entity, entityShape, flag, id, type Metadata, metadata, text, time } from "./wire.ts";

/** A customer of one seller. The email is unique per seller, ignoring case. */
export interface Customer extends Entity {
  readonly metadata: Metadata;
  /** The seller's own id of the customer. Can't be changed once set. `null` again after the customer is deleted. */
  readonly external_id: string | null;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string | null;
  readonly billing_address: Address | null;
  readonly tax_id: TaxId | null;
  /** The seller's id. */
  readonly organization_id: string;
  readonly deleted_at: string | null;
  readonly avatar_url: string;
}

export const customerShape: { readonly [K in keyof Customer]-?: z.ZodType<Customer[K]> } = {
  ...entityShape,
  metadata,
  external_id: id.nullable(),
  email: z.string().max(320),
  email_verified: flag,
  name: text.nullable(),
  billing_address: address.nullable(),
  tax_id: taxId.nullable(),
  organization_id: id,
  deleted_at: time.nullable(),
  avatar_url: text,
};

export const customer: z.ZodType<Customer> = z.looseObject(customerShape);
