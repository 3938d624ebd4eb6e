/** Calls the payment provider with a timeout, and maps its errors. */

import { AuthError } from "@latchkey/core";
import { type AuthContext, fail, httpErrors } from "@latchkey/core/plugin";
import { billingErrors } from "../errors.ts";
import { ProviderError } from "./error.ts";
import type { BillingProvider } from "./provider.ts";
import type { ProviderCall } from "./webhooks.ts";

/** Timeout for a call to the payment provider, in milliseconds. */
const timeoutMs = 10_000;

/**
 * Calls the payment provider during a request.
 * @throws {AuthError} 409 `BILLING_CUSTOMER_CONFLICT`, 422 `BILLING_PROVIDER_REJECTED`, 429 `TOO_MANY_REQUESTS`, 502 `BILLING_PROVIDER_FAILED`
 */
export async function callProvider<T>(
  context: AuthContext,
  provider: BillingProvider,
  callback: (call: ProviderCall) => Promise<T>,
): Promise<T> {
  try {
    return await callback({ signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    if (error instanceof AuthError) throw error;
    context.log.error("A request to the payment provider failed", { provider: provider.name, error });
    const unknownError = { kind: "failed", retryAfter: null, reason: null } as const;
    const { kind, retryAfter, reason } = error instanceof ProviderError ? error : unknownError;
    if (kind === "conflict") fail(billingErrors, "BILLING_CUSTOMER_CONFLICT", { cause: error });
    if (kind === "rejected") {
      fail(billingErrors, "BILLING_PROVIDER_REJECTED", { cause: error, details: reason === null ? {} : { reason } });
    }
    if (kind === "limited") {
      const headers = { "retry-after": String(retryAfter ?? 5) };
      throw new AuthError("TOO_MANY_REQUESTS", httpErrors.TOO_MANY_REQUESTS, { cause: error, headers });
    }
    fail(billingErrors, "BILLING_PROVIDER_FAILED", { cause: error });
  }
}
