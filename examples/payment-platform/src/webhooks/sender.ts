/** Sends what happened to the seller's endpoint: signed, in order, again where it failed, and with mischief. */

import { randomUUID } from "node:crypto";
import type { Mischief } from "./mischief.ts";
import { keyOf, signedHeaders } from "./signature.ts";

/** Most tries after the first. */
const mostRetries = 10;
/** Milliseconds that the endpoint has to answer. */
const timeLimit = 10_000;
/** Milliseconds within which things happen close together. */
const closeTogether = 200;
/** Deliveries that are remembered. */
const mostKept = 1000;

/** One try, as the control page shows it. */
export interface Attempt {
  readonly at: string;
  /** `null`: no answer came. */
  readonly status: number | null;
  readonly note: string;
}

/** One event on its way to the endpoint. */
export interface Delivery {
  /** The `webhook-id`: the same at every try. */
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly state: "waiting" | "delivered" | "given up";
  readonly attempts: readonly Attempt[];
}

type Tracked = { -readonly [K in keyof Delivery]: Delivery[K] } & { attempts: Attempt[]; tries: number };

export interface SenderOptions {
  readonly url: string;
  readonly secret: string;
  /** The real time: signatures are no older than they are. */
  readonly now: () => Date;
  /** Seconds before the first retry; each further one waits twice as long. */
  readonly retryAfter: number;
  readonly mischief: () => Mischief;
}

export interface Sender {
  send(type: string, body: string): void;
  /** Sends one again by its id, whatever became of it. Gives whether it is known. */
  redeliver(id: string): boolean;
  /** In the order in which it happened. */
  deliveries(): readonly Delivery[];
  /** Once everything is delivered or given up. */
  settled(): Promise<void>;
  close(): void;
}

/** @throws {Error} the secret holds no key, or the address is none */
export function createSender(options: SenderOptions): Sender {
  keyOf(options.secret);
  const { href: url } = new URL(options.url);
  const stopped = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const deliveries: Tracked[] = [];
  let gathered: Tracked[] = [];
  let isGathering = false;
  let line: Promise<unknown> = Promise.resolve();
  /** Deliveries and copies that are not done. */
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
    const { delay, reordering } = options.mischief();
    later(release, delay * 1000 + (reordering ? closeTogether : 0));
  };
  const release = (): void => {
    const batch = options.mischief().reordering ? gathered.reverse() : gathered;
    [gathered, isGathering] = [[], false];
    for (const delivery of batch) line = line.then(() => firstTry(delivery));
  };
  const firstTry = async (delivery: Tracked): Promise<void> => {
    const copies = options.mischief().duplicates ? [copy(delivery)] : [];
    await Promise.all([attempt(delivery), ...copies]);
  };
  /** The same once more, whose answer nobody waits for. */
  const copy = async (delivery: Tracked): Promise<void> => {
    open++;
    await post(delivery, "a copy");
    done();
  };
  const attempt = async (delivery: Tracked): Promise<void> => {
    delivery.tries++;
    const isDelivered = await attemptOnce(delivery);
    if (isDelivered) delivery.state = "delivered";
    else if (delivery.tries > mostRetries || stopped.signal.aborted) delivery.state = "given up";
    else return later(() => void attempt(delivery), waitAfter(delivery.tries, options.retryAfter));
    done();
  };
  const attemptOnce = async (delivery: Tracked): Promise<boolean> => {
    if (!options.mischief().failures || delivery.tries > 1) return post(delivery, "");
    isLost = !isLost;
    if (!isLost) {
      await post(delivery, "the answer was lost");
      return false;
    }
    note(delivery, null, "lost on the way");
    return false;
  };
  const post = async (delivery: Tracked, remark: string): Promise<boolean> => {
    const sentAt = options.now();
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...signedHeaders(options.secret, delivery.id, sentAt, delivery.body),
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
    send(type, body) {
      const delivery: Tracked = { id: randomUUID(), type, body, state: "waiting", attempts: [], tries: 0 };
      deliveries.push(delivery);
      if (deliveries.length > mostKept) deliveries.shift();
      enqueue(delivery);
    },
    redeliver(id) {
      const known = deliveries.find((one) => one.id === id);
      // One that waits is on its way anyhow.
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

/** Milliseconds: the n-th retry comes after 2^(n-1) to 2^n times the first wait. */
function waitAfter(tries: number, retryAfter: number): number {
  return retryAfter * 1000 * 2 ** (tries - 1) * (1 + Math.random());
}
