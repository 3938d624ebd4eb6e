/** The payment provider Polar, through its official SDK. */

import { type BillingProvider, type NewCustomer, type ProviderCall, ProviderError } from "./provider.ts";

/** The options of SDK calls. */
export interface PolarCallOptions {
  readonly fetchOptions?: { readonly signal: AbortSignal };
}

/** An SDK method, reduced to what's used here. */
export type PolarCall = (input: never, options?: PolarCallOptions) => Promise<unknown>;

/** The SDK's client, reduced to what's used here. `new Polar({ accessToken })` of `@polar-sh/sdk` fits. */
export interface PolarClient {
  readonly customers: { readonly getExternal: PolarCall; readonly create: PolarCall };
  readonly checkouts: { readonly create: PolarCall };
  readonly customerSessions: { readonly create: PolarCall };
  readonly events: { readonly ingest: PolarCall };
  readonly subscriptions: { readonly update: PolarCall };
}

/** Options of `polar`. */
export interface PolarOptions {
  /** The app's client with its access token, such as `new Polar({ accessToken, server: "sandbox" })`. */
  readonly client: PolarClient;
}

/**
 * Creates a payment provider for Polar with its official SDK (`@polar-sh/sdk` 0.32 or later).
 *
 * A response that the SDK can't validate, because Polar's API is newer, isn't a failure if the needed fields can be
 * read. The action has already succeeded then.
 *
 * @throws {Error} if the client is missing
 */
export function polar({ client }: PolarOptions): BillingProvider {
  if (!client?.checkouts)
    throw new Error("polar.client is missing. Pass a `new Polar({ accessToken })` from @polar-sh/sdk.");
  return {
    name: "polar",
    async ensureCustomer(customer, call) {
      const id = await findByExternalId(client, customer, call);
      return { id: id ?? (await createCustomer(client, customer, call)) };
    },
    async createCheckout({ customerId, productIds, successUrl, discountId, answers, metadata }, call) {
      const input = {
        products: [...productIds],
        customerId,
        successUrl,
        metadata,
        ...(discountId === null ? {} : { discountId }),
        ...(Object.keys(answers).length > 0 ? { customFieldData: answers } : {}),
      };
      return { url: await callForText(client.checkouts, "create", input, "url", call) };
    },
    async openPortal(customerId, call) {
      return { url: await callForText(client.customerSessions, "create", { customerId }, "customerPortalUrl", call) };
    },
    async ingestUsage(events, call) {
      const sent = events.map(({ externalId, customerId, name, metadata, timestamp, idempotencyKey }) => ({
        ...(customerId === null ? { externalCustomerId: externalId } : { customerId }),
        name,
        metadata,
        timestamp,
        externalId: idempotencyKey,
      }));
      await callSdk(client.events, "ingest", { events: sent }, call);
    },
    async cancelSubscription({ subscriptionId, reason, comment }, call) {
      const subscriptionUpdate = {
        cancelAtPeriodEnd: true,
        ...(reason === null ? {} : { customerCancellationReason: reason }),
        ...(comment === null ? {} : { customerCancellationComment: comment }),
      };
      await callSdk(client.subscriptions, "update", { id: subscriptionId, subscriptionUpdate }, call);
    },
    async resumeSubscription(subscriptionId, call) {
      const input = { id: subscriptionId, subscriptionUpdate: { cancelAtPeriodEnd: false } };
      await callSdk(client.subscriptions, "update", input, call);
    },
  };
}

async function findByExternalId(
  client: PolarClient,
  customer: NewCustomer,
  call: ProviderCall,
): Promise<string | null> {
  try {
    return await callForText(client.customers, "getExternal", { externalId: customer.externalId }, "id", call);
  } catch (error) {
    if (error instanceof ProviderError && error.kind === "not-found") return null;
    throw error;
  }
}

async function createCustomer(client: PolarClient, customer: NewCustomer, call: ProviderCall): Promise<string> {
  try {
    return await callForText(client.customers, "create", customer, "id", call);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "conflict") throw error;
    // A concurrent call created the customer after the first lookup. Otherwise the email belongs to another customer.
    const existing = await findByExternalId(client, customer, call);
    if (existing === null) throw error;
    return existing;
  }
}

/** Calls the SDK and returns one string from the response. */
async function callForText<K extends string>(
  api: Readonly<Record<K, PolarCall>>,
  name: K,
  input: object,
  key: string,
  call: ProviderCall,
): Promise<string> {
  const answer = (await callSdk(api, name, input, call)) as Readonly<Record<string, unknown>> | null;
  const value = answer?.[key] ?? answer?.[key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
  if (typeof value === "string") return value;
  throw new ProviderError("failed", `Polar's response to ${name} has no "${key}".`);
}

async function callSdk<K extends string>(
  api: Readonly<Record<K, PolarCall>>,
  name: K,
  input: object,
  { signal }: ProviderCall,
): Promise<unknown> {
  try {
    return await api[name](input as never, { fetchOptions: { signal } });
  } catch (error) {
    const { name: kind, rawValue } = error as { readonly name?: string; readonly rawValue?: unknown };
    // The call succeeded, but its response is newer than the SDK.
    if (/ValidationError$/.test(kind ?? "") && isResponse(rawValue)) return rawValue;
    throw toProviderError(error, name);
  }
}

/** The SDK throws the same error for invalid input, which has no ids from Polar. */
function isResponse(value: unknown): boolean {
  const { id, url, inserted } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (
    (typeof id === "string" && ("created_at" in (value as object) || typeof url === "string")) || inserted !== undefined
  );
}

interface SdkError {
  readonly name?: string;
  readonly statusCode?: number;
  readonly rawResponse?: { readonly status: number; readonly headers: Headers };
}

function toProviderError(cause: unknown, name: string): ProviderError {
  const { name: kind = "", statusCode, rawResponse } = (cause ?? {}) as SdkError;
  const status = statusCode ?? rawResponse?.status;
  if (status === 404 || kind === "ResourceNotFound")
    return new ProviderError("not-found", `${name}: not found`, { cause });
  if (status === 429) {
    const seconds = Number(rawResponse?.headers.get("retry-after"));
    const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : null;
    return new ProviderError("limited", `${name}: too many calls`, { cause, retryAfter });
  }
  if (status === 422 || status === 409 || kind === "HTTPValidationError") {
    return new ProviderError("conflict", `${name}: rejected`, { cause });
  }
  return new ProviderError("failed", `${name}: failed`, { cause });
}
