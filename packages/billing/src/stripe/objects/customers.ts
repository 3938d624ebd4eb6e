/** Stripe's customers. */

import * as z from "zod";
import { type Address, address } from "../../entities/address.ts";
import type { Customer } from "../../entities/customer.ts";
import { flag, id, type Metadata, metadata, nullable } from "../../entities/wire.ts";
import { entityTimes, seconds } from "./common.ts";

/** A customer. A deleted one has only its id. */
export interface StripeCustomer {
  readonly id: string;
  readonly created: number | null;
  readonly deleted: boolean;
  readonly email: string | null;
  readonly name: string | null;
  readonly address: Address | null;
  readonly metadata: Metadata;
}

export const stripeCustomer: z.ZodType<StripeCustomer> = z.looseObject({
  id,
  created: seconds,
  deleted: flag,
  email: nullable(z.string().max(320)),
  name: nullable(z.string()),
  address: nullable(address),
  metadata,
});

/** The metadata key that holds the user's or organization's id. Only the app's API key can change metadata. */
export const externalIdKey = "latchkey_id";

export function toCustomer({ created, deleted: _, address, ...customer }: StripeCustomer): Customer {
  const externalId = customer.metadata[externalIdKey];
  return {
    ...entityTimes(created),
    id: customer.id,
    metadata: customer.metadata,
    external_id: typeof externalId === "string" && id.safeParse(externalId).success ? externalId : null,
    email: customer.email ?? "",
    // Stripe doesn't verify emails.
    email_verified: false,
    name: customer.name,
    billing_address: address,
    tax_id: null,
    organization_id: "",
    deleted_at: null,
    avatar_url: null,
  };
}
