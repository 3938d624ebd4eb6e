/** Creates and changes Stripe's customers. */

import { sha256Base64Url } from "@latchkey/core/crypto";
import type { CustomerChange, NewCustomer } from "../provider/customers.ts";
import { ProviderError } from "../provider/error.ts";
import type { ChangedEntities } from "../provider/provider.ts";
import type { ProviderCall } from "../provider/webhooks.ts";
import {
  callStripe,
  collectionCall,
  dataOf,
  findInStripe,
  idOf,
  objectCall,
  type StripeClient,
  type StripeObject,
  textOf,
} from "./client.ts";
import { toApiEntities, toFetchedEntities } from "./fetch.ts";
import { externalIdKey } from "./objects/customers.ts";

/**
 * Finds the customer with this external id, or creates one. Stripe's search can be a minute behind, so the idempotency
 * key prevents a second customer until then.
 */
export async function ensureStripeCustomer(
  client: StripeClient,
  { externalId, email, name }: NewCustomer,
  call: ProviderCall,
): Promise<string> {
  const found = await findByExternalId(client, externalId, call);
  if (found !== null) return found;
  const values = { email, ...(name === null ? {} : { name }), metadata: { [externalIdKey]: externalId } };
  const key = `latchkey customer ${sha256Base64Url(JSON.stringify(values))}`;
  const created = await createCustomer(client, values, key, call);
  if (!isReplay(created)) return textOf(created, "id");
  // Stripe repeated an earlier response. The customer might have been deleted since then.
  const retrieve = objectCall(client.customers, "retrieve");
  const id = textOf(created, "id");
  const current = await findInStripe("find customer", call, (options) => retrieve(id, {}, options));
  if (current !== null && current.deleted !== true) return id;
  return textOf(await createCustomer(client, values, `${key} ${id}`, call), "id");
}

/**
 * Returns the id of the customer with an external id. Stripe's search can miss a customer that was created in the last
 * minute.
 */
export async function findByExternalId(
  client: StripeClient,
  externalId: string,
  call: ProviderCall,
): Promise<string | null> {
  const search = collectionCall(client.customers, "search");
  const quoted = externalId.replace(/[\\"]/g, "\\$&");
  const query = `metadata["${externalIdKey}"]:"${quoted}"`;
  try {
    const [found] = dataOf(
      await callStripe("search customer", call, (options) => search({ query, limit: 1 }, options)),
    );
    return found?.deleted === true ? null : idOf(found);
  } catch (error) {
    // Stripe's search isn't available in all countries.
    if (error instanceof ProviderError && error.kind === "rejected") return null;
    throw error;
  }
}

function createCustomer(
  client: StripeClient,
  values: object,
  key: string,
  { signal }: ProviderCall,
): Promise<StripeObject> {
  const create = collectionCall(client.customers, "create");
  return callStripe("create customer", { signal, idempotencyKey: key }, (options) => create(values, options));
}

/** Whether Stripe repeated the response of an earlier request with the same idempotency key. */
function isReplay(response: StripeObject): boolean {
  const { headers } = (response.lastResponse ?? {}) as {
    // The type depends on the SDK's HTTP client.
    readonly headers?: Headers | Readonly<Record<string, string>>;
  };
  const replayed = headers instanceof Headers ? headers.get("idempotent-replayed") : headers?.["idempotent-replayed"];
  return replayed === "true";
}

/** Changes a customer. @throws {ProviderError} `conflict` if it has a different external id */
export async function updateStripeCustomer(
  client: StripeClient,
  { customerId, email, name, externalId }: CustomerChange,
  call: ProviderCall,
): Promise<ChangedEntities> {
  if (externalId !== undefined) await requireUnlinked(client, customerId, externalId, call);
  const update = objectCall(client.customers, "update");
  const values = {
    ...(email === undefined ? {} : { email }),
    ...(name === undefined ? {} : { name: name ?? "" }),
    ...(externalId === undefined ? {} : { metadata: { [externalIdKey]: externalId } }),
  };
  const changed = await callStripe("update customer", call, (options) => update(customerId, values, options));
  return toApiEntities(toFetchedEntities("customer", changed));
}

async function requireUnlinked(
  client: StripeClient,
  customerId: string,
  externalId: string,
  call: ProviderCall,
): Promise<void> {
  const retrieve = objectCall(client.customers, "retrieve");
  const customer = await callStripe("find customer", call, (options) => retrieve(customerId, {}, options));
  const current = (customer.metadata as StripeObject | undefined)?.[externalIdKey];
  if (typeof current === "string" && current !== "" && current !== externalId) {
    throw new ProviderError("conflict", "update customer: it belongs to someone else");
  }
}

/** Deletes a customer, which cancels all subscriptions. Stripe keeps the invoices. */
export async function deleteStripeCustomer(
  client: StripeClient,
  customerId: string,
  call: ProviderCall,
): Promise<void> {
  const remove = objectCall(client.customers, "del");
  await findInStripe("delete customer", call, (options) => remove(customerId, {}, options));
}
