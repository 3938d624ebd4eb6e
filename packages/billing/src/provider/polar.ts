/** Polar as the payment platform, by its official SDK. */

import { type BillingProvider, type NewCustomer, type ProviderCall, ProviderError } from "./provider.ts";

/** What the SDK's calls take beside their input. */
export interface PolarCallOptions {
  readonly fetchOptions?: { readonly signal: AbortSignal };
}

/** A call of the SDK, as far as it is used here. */
export type PolarCall = (input: never, options?: PolarCallOptions) => Promise<unknown>;

/** The SDK's client, as far as it is used here: `new Polar({ accessToken })` of `@polar-sh/sdk` is one. */
export interface PolarClient {
  readonly customers: { readonly getExternal: PolarCall; readonly create: PolarCall };
  readonly checkouts: { readonly create: PolarCall };
  readonly customerSessions: { readonly create: PolarCall };
  readonly events: { readonly ingest: PolarCall };
  readonly subscriptions: { readonly update: PolarCall };
}

/** Options of `polar`. */
export interface PolarOptions {
  /** Made by the app, with its access token: `new Polar({ accessToken, server: "sandbox" })`. */
  readonly client: PolarClient;
}

/**
 * Polar, by its official SDK (`@polar-sh/sdk`, 0.32 or later).
 *
 * An answer that the SDK does not understand, because the platform has grown, is no failure as long as what is needed
 * can be read from it: what was asked for has happened then.
 *
 * @throws {Error} the client is missing
 */
export function polar({ client }: PolarOptions): BillingProvider {
  if (!client?.checkouts)
    throw new Error("polar.client is missing: give a `new Polar({ accessToken })` of @polar-sh/sdk.");
  return {
    name: "polar",
    async ensureCustomer(customer, call) {
      const id = await externalId(client, customer, call);
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
      return { url: await ask(client.checkouts, "create", input, "url", call) };
    },
    async openPortal(customerId, call) {
      return { url: await ask(client.customerSessions, "create", { customerId }, "customerPortalUrl", call) };
    },
    async ingestUsage(events, call) {
      const sent = events.map(({ externalId, customerId, name, metadata, timestamp, key }) => ({
        ...(customerId === null ? { externalCustomerId: externalId } : { customerId }),
        name,
        metadata,
        timestamp,
        externalId: key,
      }));
      await run(client.events, "ingest", { events: sent }, call);
    },
    async cancelSubscription({ subscriptionId, reason, comment }, call) {
      const subscriptionUpdate = {
        cancelAtPeriodEnd: true,
        ...(reason === null ? {} : { customerCancellationReason: reason }),
        ...(comment === null ? {} : { customerCancellationComment: comment }),
      };
      await run(client.subscriptions, "update", { id: subscriptionId, subscriptionUpdate }, call);
    },
    async resumeSubscription(subscriptionId, call) {
      const input = { id: subscriptionId, subscriptionUpdate: { cancelAtPeriodEnd: false } };
      await run(client.subscriptions, "update", input, call);
    },
  };
}

async function externalId(client: PolarClient, customer: NewCustomer, call: ProviderCall): Promise<string | null> {
  try {
    return await ask(client.customers, "getExternal", { externalId: customer.externalId }, "id", call);
  } catch (error) {
    if (error instanceof ProviderError && error.fault === "not-found") return null;
    throw error;
  }
}

async function createCustomer(client: PolarClient, customer: NewCustomer, call: ProviderCall): Promise<string> {
  try {
    return await ask(client.customers, "create", customer, "id", call);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.fault !== "conflict") throw error;
    // Another try made the customer between the look and this; else the address is somebody else's.
    const made = await externalId(client, customer, call);
    if (made === null) throw error;
    return made;
  }
}

/** Calls the SDK, and reads one text off its answer. */
async function ask<K extends string>(
  on: Readonly<Record<K, PolarCall>>,
  name: K,
  input: object,
  key: string,
  call: ProviderCall,
): Promise<string> {
  const answer = (await run(on, name, input, call)) as Readonly<Record<string, unknown>> | null;
  const value = answer?.[key] ?? answer?.[key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
  if (typeof value === "string") return value;
  throw new ProviderError("failed", `Polar's answer to ${name} has no "${key}".`);
}

async function run<K extends string>(
  on: Readonly<Record<K, PolarCall>>,
  name: K,
  input: object,
  { signal }: ProviderCall,
): Promise<unknown> {
  try {
    return await on[name](input as never, { fetchOptions: { signal } });
  } catch (error) {
    const { name: kind, rawValue } = error as { readonly name?: string; readonly rawValue?: unknown };
    // The call went well; its answer is newer than the SDK.
    if (/ValidationError$/.test(kind ?? "") && isAnswer(rawValue)) return rawValue;
    throw faultOf(error, name);
  }
}

/** The SDK tells of an input that does not fit by the same error: that holds no id of the platform. */
function isAnswer(value: unknown): boolean {
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

function faultOf(cause: unknown, name: string): ProviderError {
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
    return new ProviderError("conflict", `${name}: refused`, { cause });
  }
  return new ProviderError("failed", `${name}: failed`, { cause });
}
