/** Calls of the platform, within their time, and what becomes of its refusals. */

import { AuthError } from "@latchkey/core";
import { type AuthContext, fail, httpErrors } from "@latchkey/core/plugin";
import { billingErrors } from "../errors.ts";
import { type BillingProvider, type ProviderCall, ProviderError } from "./provider.ts";

/** How long the platform may take, in milliseconds. */
const timeLimit = 10_000;

/**
 * Calls the platform while somebody waits for it.
 * @throws {AuthError} 409 `BILLING_CUSTOMER_CONFLICT`, 429 `TOO_MANY_REQUESTS`, 502 `BILLING_PROVIDER_FAILED`
 */
export async function callProvider<T>(
  context: AuthContext,
  provider: BillingProvider,
  work: (call: ProviderCall) => Promise<T>,
): Promise<T> {
  try {
    return await work({ signal: AbortSignal.timeout(timeLimit) });
  } catch (error) {
    if (error instanceof AuthError) throw error;
    context.log.error("The payment platform did not do what it was asked", { provider: provider.name, error });
    const { fault, retryAfter } = error instanceof ProviderError ? error : { fault: "failed", retryAfter: null };
    if (fault === "conflict") fail(billingErrors, "BILLING_CUSTOMER_CONFLICT", { cause: error });
    if (fault === "limited") {
      const headers = { "retry-after": String(retryAfter ?? 5) };
      throw new AuthError("TOO_MANY_REQUESTS", httpErrors.TOO_MANY_REQUESTS, { cause: error, headers });
    }
    fail(billingErrors, "BILLING_PROVIDER_FAILED", { cause: error });
  }
}
