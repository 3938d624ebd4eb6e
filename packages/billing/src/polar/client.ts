/** Calls Polar's official SDK and maps its errors. */

import { abortable } from "../provider/abortable.ts";
import { ProviderError } from "../provider/error.ts";
import type { ProviderCall } from "../provider/webhooks.ts";

/** Options for an SDK call. */
export interface PolarCallOptions {
  /** In seconds. */
  readonly timeout?: number;
}

/** An SDK method, with only the types used here. */
export type PolarCall = (...parameters: never[]) => Promise<unknown>;

/** Lists entities by page. */
interface PolarList {
  readonly list: PolarCall;
}

/**
 * The SDK's client, with only the methods used here. `createPolar({ accessToken })` from `@polar-sh/sdk` matches it.
 */
export interface PolarClient {
  readonly customers: PolarList & {
    readonly get: PolarCall;
    readonly getExternal: PolarCall;
    readonly create: PolarCall;
    readonly update: PolarCall;
    readonly delete: PolarCall;
  };
  readonly checkouts: { readonly create: PolarCall };
  readonly customerSessions: { readonly create: PolarCall };
  readonly customerMeters: PolarList;
  readonly events: { readonly ingest: PolarCall };
  readonly subscriptions: PolarList & { readonly get: PolarCall; readonly update: PolarCall };
  readonly products: PolarList & { readonly get: PolarCall };
  readonly orders: PolarList;
  readonly refunds: PolarList;
  readonly benefits: PolarList;
  readonly benefitGrants: PolarList;
  readonly meters: PolarList;
  readonly discounts: PolarList;
}

/** An object as Polar's API returns it. */
export type PolarObject = Readonly<Record<string, unknown>>;

/** The SDK's timeout, in seconds. Provider calls time out after 10 seconds anyway. */
const timeout = 10;

/**
 * Calls an SDK method. The SDK doesn't take a signal, so it gets a timeout. Aborting only ends the wait.
 *
 * @param name describes the action in error messages
 * @param parameters the method's parameters without its options
 * @throws {ProviderError}
 */
export async function callPolar(
  name: string,
  { signal }: ProviderCall,
  method: PolarCall,
  ...parameters: readonly unknown[]
): Promise<PolarObject> {
  try {
    const options: PolarCallOptions = { timeout };
    // The methods' types aren't imported, so that the SDK stays an optional peer dependency.
    const response = await abortable(signal, () => method(...([...parameters, options] as never[])));
    return (response ?? {}) as PolarObject;
  } catch (error) {
    throw toProviderError(error, name);
  }
}

/** Returns a string field of a response. @throws {ProviderError} if it's missing */
export function textOf(response: PolarObject, key: string): string {
  const value = response[key];
  if (typeof value === "string") return value;
  throw new ProviderError("failed", `Polar's response has no "${key}".`);
}

/**
 * Checks that the client comes from a supported SDK version.
 * @throws {Error} if the client is missing or from an SDK version that isn't supported
 */
export function checkPolarClient(client: PolarClient | undefined): asserts client is PolarClient {
  if (!client?.checkouts) {
    throw new Error("polar.client is missing. Pass `createPolar({ accessToken })` from @polar-sh/sdk.");
  }
  // Version 0 of the SDK has a class whose methods take one object, so each call would send the wrong request.
  if ("_options" in client || client.constructor?.name === "Polar") {
    throw new Error(
      "polar.client is from version 0 of @polar-sh/sdk. Install version 1 and pass `createPolar({ accessToken })`.",
    );
  }
}

interface SdkError {
  readonly statusCode?: number;
  /** The body of an error response. */
  readonly error?: unknown;
  readonly retryAfter?: number | null;
}

function toProviderError(cause: unknown, name: string): ProviderError {
  const { statusCode, error, retryAfter } = (cause ?? {}) as SdkError;
  if (statusCode === 404) return new ProviderError("not-found", `${name}: not found`, { cause });
  if (statusCode === 429) {
    return new ProviderError("limited", `${name}: too many calls`, { cause, retryAfter: retryAfter ?? null });
  }
  // Other client errors are the app's own mistakes, such as a wrong access token.
  if (statusCode !== undefined && rejections.has(statusCode)) {
    return new ProviderError("rejected", `${name}: rejected`, { cause, reason: reasonOf(error) });
  }
  return new ProviderError("failed", `${name}: failed`, { cause });
}

const rejections: ReadonlySet<number> = new Set([400, 402, 403, 409, 412, 422]);

/** Reads Polar's reason from `{ detail: "…" }`, or from a list of validation errors. */
function reasonOf(body: unknown): string | null {
  const { detail } = parseBody(body) as { readonly detail?: unknown };
  if (typeof detail === "string") return detail;
  if (!Array.isArray(detail)) return null;
  const reasons = detail.flatMap((one: { readonly msg?: unknown } | null) =>
    typeof one?.msg === "string" ? [one.msg] : [],
  );
  return reasons.length === 0 ? null : reasons.join(" ");
}

function parseBody(body: unknown): object {
  if (typeof body !== "string") return (body as object | null) ?? {};
  try {
    return (JSON.parse(body) as object | null) ?? {};
  } catch {
    return {};
  }
}
