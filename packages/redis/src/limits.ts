/** No call waits for ever, and while the server cannot be had most do not wait at all. */

import { StorageUnavailable } from "@latchkey/core/database";
import type { Driver } from "./driver.ts";

/** How long to wait, in milliseconds. */
export interface Limits {
  /** For an answer. */
  readonly timeout: number;
  /** After a failure, until the server is asked again. Until then calls fail at once. */
  readonly pause: number;
}

/**
 * The driver, with every call bounded. After a call that got no answer others fail at once; after the pause one asks
 * again, and when it is answered all do.
 *
 * @throws {StorageUnavailable} from each call that fails, for whatever reason: the cause says which
 */
export function limited(driver: Driver, { timeout, pause }: Limits): Driver {
  let failure: { readonly cause: unknown; readonly until: number } | null = null;
  let isAsking = false;
  const call = async <T>(run: () => Promise<T>): Promise<T> => {
    const isProbe = failure !== null;
    if (failure && (isAsking || performance.now() < failure.until)) throw unavailable(failure.cause);
    if (isProbe) isAsking = true;
    try {
      const answer = await within(timeout, run);
      failure = null;
      return answer;
    } catch (cause) {
      // A server that refuses a command is there.
      failure = isReply(cause) ? null : { cause, until: performance.now() + pause };
      throw unavailable(cause);
    } finally {
      if (isProbe) isAsking = false;
    }
  };
  return {
    run: (script, keys, args) => call(() => driver.run(script, keys, args)),
    scan: (cursor, pattern) => call(() => driver.scan(cursor, pattern)),
  };
}

async function within<T>(timeout: number, run: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(new Error(`No answer within ${timeout} milliseconds.`));
    // One more turn: after a long pause of this process the answer may lie there, unread.
    timer = setTimeout(() => setImmediate(giveUp), timeout);
  });
  try {
    return await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether the server itself refused the command, and not because it is loading or is no master any more. Replies begin
 * with a code in capitals, and errors of the clients do not; the names of their classes are lost in a minified bundle.
 */
function isReply(error: unknown): boolean {
  if (!(error instanceof Error) || /^(?:LOADING|MASTERDOWN|CLUSTERDOWN|READONLY|TRYAGAIN) /.test(error.message))
    return false;
  return /^[A-Z]{2,} /.test(error.message);
}

function unavailable(cause: unknown): StorageUnavailable {
  return new StorageUnavailable({ cause });
}
