/** Counts down until another request can be sent. */

import { type Dispatch, type SetStateAction, useEffect, useState } from "react";

/** Seconds between two messages. */
const defaultPause = 30;

/** The state of a countdown. */
export interface Cooldown {
  /** Seconds left. 0 if another message can be requested. */
  readonly left: number;
  /** @param seconds how long to wait. Default: the pause between two messages. */
  start(seconds?: number): void;
}

/**
 * @param isRunning whether to count from the start, because a message was just sent
 * @param pause seconds between two messages. Default: 30.
 */
export function useCooldown(isRunning = false, pause: number = defaultPause): Cooldown {
  const [left, setLeft] = useCountdown(isRunning ? pause : 0);
  return { left, start: (seconds = pause) => setLeft(Math.ceil(seconds)) };
}

/** The part of an error that says how long to wait. */
interface WaitingError {
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** Returns how long the server asks the client to wait, in seconds. `undefined` if it doesn't say. */
export function retryAfterOf(error: WaitingError | null): number | undefined {
  const asked = error?.details?.retryAfter;
  return typeof asked === "number" && asked > 0 ? asked : undefined;
}

/** Returns how long the client still has to wait, in seconds, counting down. 0 if the server didn't ask it to. */
export function useRetryWait({ details }: WaitingError): number {
  const [left, setLeft] = useCountdown(0);
  useEffect(() => setLeft(Math.ceil(retryAfterOf({ details }) ?? 0)), [details, setLeft]);
  return left;
}

function useCountdown(initial: number): [number, Dispatch<SetStateAction<number>>] {
  const [left, setLeft] = useState(initial);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}
