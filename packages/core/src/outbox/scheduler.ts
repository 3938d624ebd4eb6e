/** Schedules outbox runs, so that messages are delivered without waiting for a request. */

import type { AuthContext } from "../kernel/context.ts";
import { deliverDueMessages } from "./run.ts";
import { findNextDueAt } from "./store.ts";

export interface OutboxScheduler {
  /** Schedules a run in `afterMs` milliseconds, or a minute at most. */
  schedule(afterMs: number): void;
  /** Whether a run is scheduled. */
  isScheduled(): boolean;
}

/** Maximum time between runs while messages are waiting, in milliseconds. Another process may have left some. */
const maxDelayMs = 60_000;

/**
 * Creates a scheduler whose timer doesn't keep the process alive. If processes don't stay alive, a cron job calls
 * `deliverOutbox`.
 */
export function createOutboxScheduler(kernel: () => AuthContext): OutboxScheduler {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let due = Number.POSITIVE_INFINITY;
  const deliver = async (): Promise<void> => {
    timer = null;
    due = Number.POSITIVE_INFINITY;
    try {
      await deliverDueMessages(kernel());
      // There's only one timer. This finds everything that's still waiting, including retries and the rest of a full
      // batch.
      const next = await findNextDueAt(kernel());
      if (next !== null) schedule(Math.max(0, next.getTime() - kernel().now().getTime()));
    } catch (error) {
      kernel().log.error("The outbox could not be read", { error });
      schedule(maxDelayMs);
    }
  };
  const schedule = (afterMs: number): void => {
    const wait = Math.min(afterMs, maxDelayMs);
    const at = Date.now() + wait;
    if (at >= due) return;
    if (timer !== null) clearTimeout(timer);
    due = at;
    timer = setTimeout(deliver, wait);
    (timer as { unref?: () => void }).unref?.();
  };
  return { schedule, isScheduled: () => timer !== null };
}
