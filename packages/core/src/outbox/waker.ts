/** Sees to it that what is in the outbox gets delivered soon, without a request to wait for. */

import type { AuthContext } from "../plugin/context.ts";
import { deliverDue } from "./store.ts";

export interface OutboxWaker {
  /** There is something to deliver, not before `afterMs` milliseconds. */
  wake(afterMs: number): void;
  /** Whether something was put in since the last round. */
  isWaiting(): boolean;
}

/** A timer that does not keep the process alive. Where processes do not stay, a cron calls `deliverOutbox`. */
export function createOutboxWaker(kernel: () => AuthContext): OutboxWaker {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let due = Number.POSITIVE_INFINITY;
  const round = async (): Promise<void> => {
    timer = null;
    due = Number.POSITIVE_INFINITY;
    try {
      await deliverDue(kernel());
    } catch (error) {
      kernel().log.error("The outbox could not be read", { error });
    }
  };
  return {
    wake(afterMs) {
      const at = Date.now() + afterMs;
      if (at >= due) return;
      if (timer !== null) clearTimeout(timer);
      due = at;
      timer = setTimeout(round, afterMs);
      (timer as { unref?: () => void }).unref?.();
    },
    isWaiting: () => timer !== null,
  };
}
