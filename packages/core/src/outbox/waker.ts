/** Sees to it that what is in the outbox gets delivered soon, without a request to wait for. */

import type { AuthContext } from "../plugin/context.ts";
import { deliverDue, nextDue } from "./store.ts";

export interface OutboxWaker {
  /** There is something to deliver, not before `afterMs` milliseconds. */
  wake(afterMs: number): void;
  /** Whether something was put in since the last round. */
  isWaiting(): boolean;
}

/** A round comes at least this often while something waits, in milliseconds: another process may have left it. */
const longestWait = 60_000;

/** A timer that does not keep the process alive. Where processes do not stay, a cron calls `deliverOutbox`. */
export function createOutboxWaker(kernel: () => AuthContext): OutboxWaker {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let due = Number.POSITIVE_INFINITY;
  const round = async (): Promise<void> => {
    timer = null;
    due = Number.POSITIVE_INFINITY;
    try {
      await deliverDue(kernel());
      // One timer at a time: whatever else waits, retries and the rest of a full round too, is found here.
      const next = await nextDue(kernel());
      if (next !== null) wake(Math.max(0, next.getTime() - kernel().now().getTime()));
    } catch (error) {
      kernel().log.error("The outbox could not be read", { error });
      wake(longestWait);
    }
  };
  const wake = (afterMs: number): void => {
    const wait = Math.min(afterMs, longestWait);
    const at = Date.now() + wait;
    if (at >= due) return;
    if (timer !== null) clearTimeout(timer);
    due = at;
    timer = setTimeout(round, wait);
    (timer as { unref?: () => void }).unref?.();
  };
  return { wake, isWaiting: () => timer !== null };
}
