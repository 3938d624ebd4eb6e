/** Sends signed webhooks to the seller's endpoint in order, retries failed ones, and applies the active faults. */

import { randomUUID } from "node:crypto";
import type { WebhookFaults } from "./faults.ts";

/** Maximum number of retries. */
const maxRetries = 10;
/** Timeout for the endpoint's response, in milliseconds. */
const timeLimit = 10_000;
/** Events within this many milliseconds count as close together. */
const reorderWindow = 200;
/** Number of deliveries to keep. */
const maxKept = 1000;

/** One attempt, as shown on the control page. */
export interface Attempt {
  readonly at: string;
  /** `null` if there was no response. */
  readonly status: number | null;
  readonly note: string;
}

/** An event and its delivery status. */
export interface Delivery {
  /** The `webhook-id`, which is the same for every attempt. */
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly state: "waiting" | "delivered" | "given up";
  readonly attempts: readonly Attempt[];
}

type Tracked = { -readonly [K in keyof Delivery]: Delivery[K] } & { attempts: Attempt[]; tries: number };

export interface SenderOptions {
  readonly url: string;
  /** Returns the headers of an attempt. */
  readonly sign: (id: string, sentAt: Date, body: string) => Readonly<Record<string, string>>;
  /** Returns the real time, because signatures use it instead of the provider's clock. */
  readonly now: () => Date;
  /** Minimum seconds before the first retry. Each further wait is about twice as long. */
  readonly retryAfter: number;
  readonly faults: () => WebhookFaults;
}

export interface Sender {
  /** @param id the delivery's id, if the event has one. Default: a random one. */
  send(type: string, body: string, id?: string): void;
  /** Sends a delivery again by its id, whatever its status. Returns whether the id is known. */
  redeliver(id: string): boolean;
  /** All deliveries, in the order of their events. */
  deliveries(): readonly Delivery[];
  /** Resolves when every event was delivered or has no retries left. */
  settled(): Promise<void>;
  close(): void;
}

/** @throws {Error} if the URL is invalid */
export function createSender(options: SenderOptions): Sender {
  const { href: url } = new URL(options.url);
  const stopped = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const deliveries: Tracked[] = [];
  let gathered: Tracked[] = [];
  let isGathering = false;
  let line: Promise<unknown> = Promise.resolve();
  /** Number of deliveries and duplicates that aren't finished. */
  let open = 0;
  let isLost = false;
  let waiting: (() => void)[] = [];

  const done = (): void => {
    open--;
    if (open > 0) return;
    for (const settle of waiting) settle();
    waiting = [];
  };
  const later = (work: () => void, ms: number): void => {
    if (stopped.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };
  const enqueue = (delivery: Tracked): void => {
    open++;
    gathered.push(delivery);
    if (isGathering) return;
    isGathering = true;
    const { delay, reordering } = options.faults();
    later(release, delay * 1000 + (reordering ? reorderWindow : 0));
  };
  const release = (): void => {
    const batch = options.faults().reordering ? gathered.reverse() : gathered;
    [gathered, isGathering] = [[], false];
    for (const delivery of batch) line = line.then(() => firstTry(delivery));
  };
  const firstTry = async (delivery: Tracked): Promise<void> => {
    const copies = options.faults().duplicates ? [copy(delivery)] : [];
    await Promise.all([attempt(delivery), ...copies]);
  };
  /** Sends a duplicate and ignores its response. */
  const copy = async (delivery: Tracked): Promise<void> => {
    open++;
    await post(delivery, "a copy");
    done();
  };
  const attempt = async (delivery: Tracked): Promise<void> => {
    delivery.tries++;
    const isDelivered = await attemptOnce(delivery);
    if (isDelivered) delivery.state = "delivered";
    else if (delivery.tries > maxRetries || stopped.signal.aborted) delivery.state = "given up";
    else return later(() => void attempt(delivery), waitAfter(delivery.tries, options.retryAfter));
    done();
  };
  const attemptOnce = async (delivery: Tracked): Promise<boolean> => {
    if (!options.faults().failures || delivery.tries > 1) return post(delivery, "");
    isLost = !isLost;
    if (!isLost) {
      await post(delivery, "the response was lost");
      return false;
    }
    note(delivery, null, "the request was lost");
    return false;
  };
  const post = async (delivery: Tracked, remark: string): Promise<boolean> => {
    const sentAt = options.now();
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...options.sign(delivery.id, sentAt, delivery.body),
        },
        body: delivery.body,
        redirect: "manual",
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(timeLimit)]),
      });
      await response.arrayBuffer();
      note(delivery, response.status, remark);
      return response.ok;
    } catch (error) {
      note(delivery, null, remark || (error instanceof Error ? error.message : String(error)));
      return false;
    }
  };
  const note = (delivery: Tracked, status: number | null, remark: string): void => {
    delivery.attempts.push({ at: options.now().toISOString(), status, note: remark });
  };

  return {
    send(type, body, id = randomUUID()) {
      const delivery: Tracked = { id, type, body, state: "waiting", attempts: [], tries: 0 };
      deliveries.push(delivery);
      if (deliveries.length > maxKept) deliveries.shift();
      enqueue(delivery);
    },
    redeliver(id) {
      const known = deliveries.find((one) => one.id === id);
      // A waiting delivery will be sent anyway.
      if (known && known.state !== "waiting") {
        Object.assign(known, { state: "waiting", tries: 0 });
        enqueue(known);
      }
      return known !== undefined;
    },
    deliveries: () => deliveries,
    settled: () => (open === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve))),
    close() {
      stopped.abort();
      for (const timer of timers) clearTimeout(timer);
      for (const settle of waiting) settle();
    },
  };
}

/** Milliseconds before the n-th retry: 2^(n-1) to 2^n times the first wait, at random. */
function waitAfter(tries: number, retryAfter: number): number {
  return retryAfter * 1000 * 2 ** (tries - 1) * (1 + Math.random());
}
