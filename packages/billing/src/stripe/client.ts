/** Calls Stripe's official SDK and maps its errors. */

import { abortable } from "../provider/abortable.ts";
import { ProviderError } from "../provider/error.ts";
import type { ProviderCall } from "../provider/webhooks.ts";
import { parseSanitizedJson } from "../webhooks/sanitize-json.ts";

/** An SDK method, with only the types used here. */
export type StripeMethod = (...parameters: never[]) => PromiseLike<unknown>;

/** Lists objects by page. */
export interface StripeList {
  readonly list: StripeMethod;
}

/** A resource whose objects can be read. */
interface StripeResource extends StripeList {
  readonly retrieve: StripeMethod;
}

/** The SDK's client, with only the methods used here. `new Stripe(apiKey)` from `stripe` matches it. */
export interface StripeClient {
  readonly customers: StripeResource & {
    readonly create: StripeMethod;
    readonly update: StripeMethod;
    readonly del: StripeMethod;
    readonly search: StripeMethod;
  };
  readonly products: StripeResource;
  readonly prices: StripeResource;
  readonly coupons: StripeResource;
  readonly promotionCodes: StripeResource;
  readonly subscriptions: StripeResource & { readonly update: StripeMethod; readonly cancel: StripeMethod };
  readonly subscriptionSchedules: StripeResource & {
    readonly create: StripeMethod;
    readonly update: StripeMethod;
    readonly release: StripeMethod;
  };
  readonly invoices: StripeResource & { readonly createPreview: StripeMethod };
  readonly invoicePayments: StripeList;
  readonly charges: StripeResource;
  readonly refunds: StripeResource;
  readonly disputes: StripeResource;
  readonly checkout: { readonly sessions: StripeResource & { readonly create: StripeMethod } };
  readonly billingPortal: { readonly sessions: { readonly create: StripeMethod } };
  readonly billing: { readonly meterEvents: { readonly create: StripeMethod } };
  readonly entitlements: { readonly features: StripeList; readonly activeEntitlements: StripeList };
}

/** An object as Stripe's API returns it. */
export type StripeObject = Readonly<Record<string, unknown>>;

/** Options for a call. */
export interface StripeCallOptions {
  readonly idempotencyKey?: string;
  /** In milliseconds. */
  readonly timeout: number;
}

/** Timeout per request, in milliseconds. A provider call has 10 seconds in total. */
const timeout = 8_000;

/**
 * Calls an SDK method. The SDK doesn't take a signal, so aborting only ends the wait. The request itself continues.
 * @throws {ProviderError}
 */
export async function callStripe(
  name: string,
  { signal, idempotencyKey }: ProviderCall,
  callback: (options: StripeCallOptions) => PromiseLike<unknown>,
): Promise<StripeObject> {
  try {
    const options = {
      timeout,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey} ${name}` }),
    };
    return ((await abortable(signal, () => callback(options))) ?? {}) as StripeObject;
  } catch (error) {
    throw toProviderError(error, name);
  }
}

/** Sends a request to a collection, such as to list or create objects. */
export type CollectionCall = (input: object, options: StripeCallOptions) => PromiseLike<unknown>;

/** Sends a request to one object. */
export type ObjectCall = (id: string, input: object, options: StripeCallOptions) => PromiseLike<unknown>;

/** Returns a resource's method. The SDK's methods need their resource as `this`. */
export function collectionCall<Name extends string>(
  resource: { readonly [Key in Name]: StripeMethod },
  name: Name,
): CollectionCall {
  return (resource[name] as CollectionCall).bind(resource);
}

/** Like {@link collectionCall}, but for a method that takes an id. */
export function objectCall<Name extends string>(
  resource: { readonly [Key in Name]: StripeMethod },
  name: Name,
): ObjectCall {
  return (resource[name] as ObjectCall).bind(resource);
}

/** Like {@link callStripe}, but returns `null` if the object doesn't exist. */
export async function findInStripe(
  name: string,
  call: ProviderCall,
  callback: (options: StripeCallOptions) => PromiseLike<unknown>,
): Promise<StripeObject | null> {
  try {
    return await callStripe(name, call, callback);
  } catch (error) {
    if (error instanceof ProviderError && error.kind === "not-found") return null;
    throw error;
  }
}

/** Returns the objects of a list response. */
export function dataOf(list: unknown): readonly StripeObject[] {
  const data = (list as { readonly data?: unknown } | null)?.data;
  return Array.isArray(data) ? (data as StripeObject[]) : [];
}

/** Returns a string field of a response. @throws {ProviderError} if it's missing */
export function textOf(response: StripeObject, key: string): string {
  const value = response[key];
  if (typeof value === "string") return value;
  throw new ProviderError("failed", `Stripe's response has no "${key}".`);
}

/** Returns the id of an object, or of a reference to one. */
export function idOf(reference: unknown): string | null {
  if (typeof reference === "string") return reference;
  const id = (reference as { readonly id?: unknown } | null | undefined)?.id;
  return typeof id === "string" ? id : null;
}

/**
 * Checks that the client comes from a supported SDK version.
 * @throws {Error} if the client is missing or too old
 */
export function checkStripeClient(client: StripeClient | undefined): asserts client is StripeClient {
  if (!client?.checkout?.sessions) {
    throw new Error("stripe.client is missing. Pass `new Stripe(apiKey)` from the stripe npm package.");
  }
  // Older SDKs can't preview a change or find a payment's invoice.
  if (!client.invoices?.createPreview || !client.invoicePayments || !client.entitlements) {
    throw new Error("stripe.client is from an SDK version that's too old. Install stripe version 23.");
  }
}

/** Keys that are never stored. They give access to a page or a payment, or describe how someone paid. */
const secretKeys: ReadonlySet<string> = new Set([
  "client_secret",
  "url",
  "hosted_invoice_url",
  "invoice_pdf",
  "receipt_url",
  "payment_method_details",
  "payment_method_options",
  "billing_details",
]);

/** Returns the object as plain JSON without {@link secretKeys}, so that it can be stored. */
export function toStorable(object: StripeObject): StripeObject {
  const text = JSON.stringify(object, (key, value: unknown) => (secretKeys.has(key) ? undefined : value));
  return parseSanitizedJson(text) as StripeObject;
}

interface SdkError {
  readonly statusCode?: number;
  readonly code?: string;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function toProviderError(cause: unknown, name: string): ProviderError {
  if (cause instanceof ProviderError) return cause;
  const { statusCode, code, message = null, headers } = (cause ?? {}) as SdkError;
  if (statusCode === 404) return new ProviderError("not-found", `${name}: not found`, { cause });
  // `lock_timeout` means that another request is changing the same object.
  if (statusCode === 429 || code === "lock_timeout") {
    const seconds = Number(headers?.["retry-after"]);
    const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : null;
    return new ProviderError("limited", `${name}: too many calls`, { cause, retryAfter });
  }
  // The app's own mistakes, such as a wrong API key, have other statuses and count as failures.
  if (statusCode === 400 || statusCode === 402) {
    return new ProviderError("rejected", `${name}: rejected`, { cause, reason: message });
  }
  return new ProviderError("failed", `${name}: failed`, { cause });
}
