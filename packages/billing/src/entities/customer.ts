/** Customers. */

import * as z from "zod";
import { type Address, address } from "./address.ts";
import { type TaxId, taxId } from "./tax-id.ts";
import {
  type Entity,
  entityShape,
  flag,
  id,
  type Metadata,
  metadata,
  nullable,
  orElse,
  sellerId,
  text,
  time,
  type WireShape,
} from "./wire.ts";

/** A customer of one seller. The email is unique per seller, ignoring case. */
export interface Customer extends Entity {
  readonly metadata: Metadata;
  /** The seller's own id for the customer. Can't be changed once set. `null` again after the customer is deleted. */
  readonly external_id: string | null;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string | null;
  readonly billing_address: Address | null;
  readonly tax_id: TaxId | null;
  /** The seller's id. */
  readonly organization_id: string;
  readonly deleted_at: string | null;
  readonly avatar_url: string | null;
}

export const customerShape: WireShape<Customer> = {
  ...entityShape,
  metadata,
  external_id: nullable(id),
  email: orElse(z.string().max(320), ""),
  email_verified: flag,
  name: nullable(text),
  billing_address: nullable(address),
  tax_id: nullable(taxId),
  organization_id: sellerId,
  deleted_at: nullable(time),
  avatar_url: nullable(text),
};

export const customer: z.ZodType<Customer> = z.looseObject(customerShape);
