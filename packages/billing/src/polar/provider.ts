/** The payment provider Polar, through its official SDK. */

import { type BillingProvider, type NewCustomer, ProviderError } from "../provider/provider.ts";
import type { ProviderCall } from "../provider/webhooks.ts";
import { callPolar, checkPolarClient, type PolarClient, type PolarObject, textOf } from "./client.ts";
import { polarWebhooks } from "./webhooks.ts";

/** Options of `polar`. */
export interface PolarOptions {
  /** The app's client with its access token, such as `createPolar({ accessToken, environment: "sandbox" })`. */
  readonly client: PolarClient;
}

/**
 * Creates a payment provider for Polar with its official SDK (`@polar-sh/sdk` 1).
 *
 * @throws {Error} if the client is missing or from an SDK version that isn't supported
 */
export function polar({ client }: PolarOptions): BillingProvider {
  checkPolarClient(client);
  return {
    name: "polar",
    webhooks: polarWebhooks,
    async ensureCustomer(customer, call) {
      const id = await findByExternalId(client, customer, call);
      return { id: id ?? (await createCustomer(client, customer, call)) };
    },
    async createCheckout({ customerId, productIds, successUrl, discountId, answers, metadata }, call) {
      const input = {
        products: [...productIds],
        customer_id: customerId,
        success_url: successUrl,
        metadata,
        ...(discountId === null ? {} : { discount_id: discountId }),
        ...(Object.keys(answers).length > 0 ? { custom_field_data: answers } : {}),
      };
      const create = client.checkouts.create as Create;
      return { url: textOf(await callPolar("create checkout", call, (options) => create(input, options)), "url") };
    },
    async openPortal(customerId, call) {
      const create = client.customerSessions.create as Create;
      const input = { customer_id: customerId };
      const session = await callPolar("open portal", call, (options) => create(input, options));
      return { url: textOf(session, "customer_portal_url") };
    },
    async ingestUsage(events, call) {
      const sent = events.map(({ externalId, customerId, name, metadata, timestamp, idempotencyKey }) => ({
        ...(customerId === null ? { external_customer_id: externalId } : { customer_id: customerId }),
        name,
        metadata,
        timestamp: timestamp.toISOString(),
        external_id: idempotencyKey,
      }));
      const ingest = client.events.ingest as Create;
      await callPolar("ingest usage", call, (options) => ingest({ events: sent }, options));
    },
    async cancelSubscription({ subscriptionId, reason, comment }, call) {
      await updateSubscription(client, call, subscriptionId, {
        cancel_at_period_end: true,
        ...(reason === null ? {} : { customer_cancellation_reason: reason }),
        ...(comment === null ? {} : { customer_cancellation_comment: comment }),
      });
    },
    async resumeSubscription(subscriptionId, call) {
      await updateSubscription(client, call, subscriptionId, { cancel_at_period_end: false });
    },
  };
}

type Create = (input: object, options: never) => Promise<unknown>;
type ById = (id: string, options: never) => Promise<unknown>;
type Update = (id: string, input: object, options: never) => Promise<unknown>;

function updateSubscription(
  client: PolarClient,
  call: ProviderCall,
  id: string,
  changes: object,
): Promise<PolarObject> {
  const update = client.subscriptions.update as Update;
  return callPolar("update subscription", call, (options) => update(id, changes, options));
}

async function findByExternalId(
  client: PolarClient,
  { externalId }: NewCustomer,
  call: ProviderCall,
): Promise<string | null> {
  const find = client.customers.getExternal as ById;
  try {
    return textOf(await callPolar("find customer", call, (options) => find(externalId, options)), "id");
  } catch (error) {
    if (error instanceof ProviderError && error.kind === "not-found") return null;
    throw error;
  }
}

async function createCustomer(client: PolarClient, customer: NewCustomer, call: ProviderCall): Promise<string> {
  const { externalId: external_id, email, name } = customer;
  const create = client.customers.create as Create;
  try {
    const created = await callPolar("create customer", call, (options) =>
      create({ external_id, email, name }, options),
    );
    return textOf(created, "id");
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "rejected") throw error;
    // A concurrent call created the customer after the first lookup. Otherwise the email belongs to another customer,
    // or Polar doesn't accept it.
    const existing = await findByExternalId(client, customer, call);
    if (existing !== null) return existing;
    const { message, reason, cause } = error;
    throw new ProviderError("conflict", message, { reason, cause });
  }
}
