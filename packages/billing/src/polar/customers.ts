/** Creates and changes Polar's customers. */

import type { CustomerChange, NewCustomer } from "../provider/customers.ts";
import { ProviderError } from "../provider/error.ts";
import type { ChangedEntities } from "../provider/provider.ts";
import type { ProviderCall } from "../provider/webhooks.ts";
import { callPolar, type PolarClient, textOf } from "./client.ts";

/** Finds the customer with this external id, or creates one. */
export async function ensureCustomer(
  client: PolarClient,
  customer: NewCustomer,
  call: ProviderCall,
): Promise<{ readonly id: string }> {
  const id = await findByExternalId(client, customer, call);
  return { id: id ?? (await createCustomer(client, customer, call)) };
}

async function findByExternalId(
  { customers }: PolarClient,
  { externalId }: NewCustomer,
  call: ProviderCall,
): Promise<string | null> {
  try {
    return textOf(await callPolar("find customer", call, customers.getExternal, externalId), "id");
  } catch (error) {
    if (error instanceof ProviderError && error.kind === "not-found") return null;
    throw error;
  }
}

async function createCustomer(client: PolarClient, customer: NewCustomer, call: ProviderCall): Promise<string> {
  const { externalId: external_id, email, name } = customer;
  try {
    const input = { external_id, email, name };
    return textOf(await callPolar("create customer", call, client.customers.create, input), "id");
  } catch (error) {
    const conflict = toConflict(error);
    // A concurrent call created the customer after the first lookup. Otherwise, the email belongs to another customer,
    // or Polar doesn't accept it.
    const existing = await findByExternalId(client, customer, call);
    if (existing !== null) return existing;
    throw conflict;
  }
}

/** Changes a customer's name, email, or external id. */
export async function updateCustomer(
  { customers }: PolarClient,
  { customerId, email, name, externalId }: CustomerChange,
  call: ProviderCall,
): Promise<ChangedEntities> {
  const changes = {
    ...(email === undefined ? {} : { email }),
    ...(name === undefined ? {} : { name }),
    ...(externalId === undefined ? {} : { external_id: externalId }),
  };
  try {
    const data = await callPolar("update customer", call, customers.update, customerId, changes);
    return [{ type: "customer.updated", data }];
  } catch (error) {
    throw toConflict(error);
  }
}

/** Polar rejects an email that another customer has, and an external id if the customer has a different one. */
function toConflict(error: unknown): ProviderError {
  if (!(error instanceof ProviderError) || error.kind !== "rejected") throw error;
  const { message, reason, cause } = error;
  return new ProviderError("conflict", message, { reason, cause });
}

/** Deletes the customer with their personal data. Polar also ends their subscriptions and benefits. */
export async function anonymizeCustomer({ customers }: PolarClient, id: string, call: ProviderCall): Promise<void> {
  try {
    await callPolar("delete customer", call, customers.delete, id, { anonymize: true });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "not-found") throw error;
  }
}
