/**
 * Records deliveries that arrive at the same time in one transaction. A commit waits for the disk, and a statement for
 * the network, so recording them together is much cheaper than recording them one by one. No delivery gets its response
 * before its commit.
 */

import type { Insert, Transaction } from "@latchkey/core/database";
import type { AuthContext } from "@latchkey/core/plugin";
import { type ApplyResult, applyAll } from "../mirror/store.ts";
import type { ParsedDelivery } from "./parse.ts";
import {
  type RecordOptions,
  type RecordResult,
  recordDelivery,
  snapshotsOf,
  toDeliveryRow,
  toHandlerRows,
} from "./store.ts";
import { deliveryTable, type HandlerRow, handlerTable } from "./table.ts";

/** A delivery that's waiting to be recorded. */
interface Waiting {
  readonly delivery: ParsedDelivery;
  readonly options: RecordOptions;
  settle(result: RecordResult | Promise<RecordResult>): void;
}

/** An app's waiting deliveries, and the number of transactions that are recording others. */
interface Queue {
  readonly waiting: Waiting[];
  running: number;
}

/** How deliveries are grouped. */
interface Grouping {
  /** Maximum deliveries per transaction. Also limits how many statements a database has to keep prepared. */
  readonly size: number;
  /** Number of concurrent transactions. */
  readonly lanes: number;
}

/** For databases with one writer at a time, in this process. Larger groups share the wait for the disk. */
const oneWriter: Grouping = { size: 16, lanes: 1 };

/**
 * For database servers. Most of the time is spent waiting for the server, so several smaller concurrent groups are
 * faster than a large one.
 */
const severalWriters: Grouping = { size: 4, lanes: 4 };

function groupingOf(dialect: string): Grouping {
  return dialect === "sqlite" || dialect === "memory" ? oneWriter : severalWriters;
}

/**
 * How long the next group waits if all lanes are in use, in milliseconds. A group that waits for a lock must not hold
 * up all others.
 */
const maxLaneWait = 100;

const queueKey = Symbol("deliveries that wait to be recorded");

/** Records a delivery like {@link recordDelivery}, but together with others that wait for the database. */
export function recordTogether(
  context: AuthContext,
  delivery: ParsedDelivery,
  options: RecordOptions,
): Promise<RecordResult> {
  const queue = (context.appCache.get(queueKey) as Queue | undefined) ?? { waiting: [], running: 0 };
  context.appCache.set(queueKey, queue);
  return new Promise((settle) => {
    queue.waiting.push({ delivery, options, settle });
    startGroup(context, queue);
  });
}

function startGroup(context: AuthContext, queue: Queue): void {
  const { size, lanes } = groupingOf(context.db.dialect);
  if (queue.running >= lanes || queue.waiting.length === 0) return;
  queue.running++;
  let isOver = false;
  const startNext = (): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    queue.running--;
    startGroup(context, queue);
  };
  const timer = setTimeout(startNext, maxLaneWait);
  void recordGroup(context, takeGroup(queue, size)).finally(startNext);
}

/** Takes the next deliveries in order. Two deliveries with the same entity or id go into different groups. */
function takeGroup({ waiting }: Queue, size: number): readonly Waiting[] {
  const seen = new Set<string>();
  const group: Waiting[] = [];
  for (const one of waiting) {
    const { id, snapshots } = one.delivery;
    const keys = [`id ${id}`, ...(snapshots ? [`${snapshots.main.table.name} ${snapshots.main.row.id}`] : [])];
    if (group.length === size || keys.some((key) => seen.has(key))) break;
    for (const key of keys) seen.add(key);
    group.push(one);
  }
  waiting.splice(0, group.length);
  return group;
}

/** Never throws: every delivery gets its result or its error. */
async function recordGroup(context: AuthContext, group: readonly Waiting[]): Promise<void> {
  if (group.length > 1) {
    try {
      const results = await context.db.transaction((tx) => recordAll(tx, context, group));
      group.forEach(({ settle }, at) => {
        settle(results[at] as RecordResult);
      });
      return;
    } catch {
      // One delivery was already recorded, or can't be stored. Recording them one by one keeps it from affecting the
      // others.
    }
  }
  for (const { delivery, options, settle } of group) {
    const result = recordDelivery(context, delivery, options);
    settle(result);
    await result.catch(() => {});
  }
}

async function recordAll(
  tx: Transaction,
  context: AuthContext,
  group: readonly Waiting[],
): Promise<readonly NonNullable<RecordResult>[]> {
  const read = group.map((one) => ({ ...one, snapshots: snapshotsOf(one.delivery, one.options.sellerId) }));
  const applied = await applyAll(
    tx,
    read.flatMap(({ snapshots }) => (typeof snapshots === "string" ? [] : [snapshots])),
  );
  const recorded = read.map(({ delivery, options, snapshots }) => {
    const result = typeof snapshots === "string" ? snapshots : (applied.get(snapshots) as ApplyResult);
    const row = { ...toDeliveryRow(delivery, result), receivedAt: context.now() };
    return { row, handlers: toHandlerRows(context, row, options) };
  });
  await tx.insertMany(
    deliveryTable,
    recorded.map(({ row }) => row),
  );
  const handlers = recorded.flatMap((one) => one.handlers);
  if (handlers.length > 0) await tx.insertMany(handlerTable, handlers as readonly Insert<HandlerRow>[]);
  return recorded;
}
