/** Sends messages to one receiver, several at a time, and stops if it's slow or down. */

import type { AuthContext } from "../kernel/context.ts";
import { type OutboxRow, outboxTable } from "../tables/outbox.ts";
import type { DeliveryResult } from "./store.ts";

/** How long a lane sends to its receiver without a pause, in milliseconds. */
const laneTimeMs = 5000;
/**
 * How long messages that wait in a lane are hidden from other runs, and how long they wait if the lane stops, in
 * milliseconds. Longer than a lane's last delivery usually takes, so that no other process sends to the receiver during
 * it.
 */
const pauseMs = 15_000;

/** The deliveries to one receiver in this process. */
export class Lane {
  readonly #context: AuthContext;
  readonly #maxConcurrent: number;
  readonly #deliver: (row: OutboxRow) => Promise<DeliveryResult>;
  readonly #startedAt: number = performance.now();
  readonly #active: Set<Promise<void>> = new Set();
  #waiting: OutboxRow[] = [];
  #hasStopped = false;
  #failure: { readonly error: unknown } | null = null;

  /** @param maxConcurrent how many deliveries can run concurrently */
  constructor(context: AuthContext, maxConcurrent: number, deliver: (row: OutboxRow) => Promise<DeliveryResult>) {
    this.#context = context;
    this.#maxConcurrent = maxConcurrent;
    this.#deliver = deliver;
  }

  /**
   * Delivers the messages after those that are already waiting. If they have to wait, other runs don't see them for a
   * while. They become due again if this lane stops, or if its process does.
   */
  async add(rows: readonly OutboxRow[]): Promise<void> {
    const free = this.#hasStopped ? 0 : Math.max(0, this.#maxConcurrent - this.#active.size - this.#waiting.length);
    this.#waiting.push(...rows.slice(0, free));
    this.#start();
    const rest = rows.slice(free);
    if (rest.length === 0) return;
    this.#waiting.push(...(await this.#reserve(rest)));
    this.#start();
  }

  /** Waits until every message was delivered, or the lane has stopped. Throws if the database failed. */
  async finished(): Promise<void> {
    while (this.#active.size > 0) await Promise.all(this.#active);
    if (this.#failure) throw this.#failure.error;
  }

  async #reserve(rows: readonly OutboxRow[]): Promise<OutboxRow[]> {
    const { db, now } = this.#context;
    const at = now();
    const dueAt = new Date(at.getTime() + pauseMs);
    const ids = rows.map(({ id }) => id);
    await db.update(outboxTable, { where: { id: { in: ids }, dueAt: { lte: at } }, set: { dueAt } });
    this.#context.scheduleOutbox(pauseMs);
    return rows.map((row) => ({ ...row, dueAt }));
  }

  #start(): void {
    while (!this.#hasStopped && this.#active.size < this.#maxConcurrent) {
      const row = this.#waiting.shift();
      if (!row) return;
      const delivery = this.#run(row).finally(() => {
        this.#active.delete(delivery);
        this.#start();
      });
      this.#active.add(delivery);
    }
  }

  /** Never rejects, because the run that started it may already have ended. */
  async #run(row: OutboxRow): Promise<void> {
    try {
      const result = await this.#deliver(row);
      if (result !== "failed" && performance.now() - this.#startedAt < laneTimeMs) return;
    } catch (error) {
      this.#failure = { error };
    }
    this.#hasStopped = true;
    this.#waiting = [];
  }
}
