/** Limits the time of each call. While the server is unreachable, most calls fail without waiting. */

import { withTimeout } from "@latchkey/core/plugin";
import type { Driver } from "./driver.ts";

/** Time limits, in milliseconds. */
export interface Limits {
  /** Maximum wait for a response. */
  readonly timeout: number;
  /** After a failure, how long calls fail immediately before the server is tried again. */
  readonly pause: number;
}

/**
 * Wraps a driver with a timeout and a circuit breaker. After a call without a response, other calls fail immediately.
 * After the pause, a single call tries again. If it succeeds, all calls go through again.
 */
export function withCircuitBreaker(driver: Driver, { timeout, pause }: Limits): Driver {
  let failure: { readonly cause: unknown; readonly until: number } | null = null;
  let isProbing = false;
  const call = async <T>(run: () => Promise<T>): Promise<T> => {
    const isProbe = failure !== null;
    if (failure && (isProbing || performance.now() < failure.until)) throw failure.cause;
    if (isProbe) isProbing = true;
    try {
      const answer = await withTimeout(timeout, run, "Redis");
      failure = null;
      return answer;
    } catch (cause) {
      // A server that rejects a command is reachable.
      failure = isReply(cause) ? null : { cause, until: performance.now() + pause };
      throw cause;
    } finally {
      if (isProbe) isProbing = false;
    }
  };
  return {
    get: (key) => call(() => driver.get(key)),
    set: (key, value, ttl) => call(() => driver.set(key, value, ttl)),
    add: (key, value, ttl) => call(() => driver.add(key, value, ttl)),
    increment: (key, ttl, atMost) => call(() => driver.increment(key, ttl, atMost)),
    decrement: (key) => call(() => driver.decrement(key)),
  };
}

/**
 * Whether the server itself rejected the command, and not because it's loading or no longer the primary. Replies start
 * with an uppercase code, unlike the clients' own errors. Class names can't be used, because minified bundles lose
 * them.
 */
function isReply(error: unknown): boolean {
  if (!(error instanceof Error) || /^(?:LOADING|MASTERDOWN|CLUSTERDOWN|READONLY|TRYAGAIN) /.test(error.message))
    return false;
  return /^[A-Z]{2,} /.test(error.message);
}
