/** The outbox. Messages are stored in the transaction of a change and delivered after it, at least once. */

import { randomId } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import { insertAtEnd } from "../database/transaction.ts";
import type { AuthContext, RequestContext } from "../kernel/context.ts";
import { errorText } from "../kernel/log.ts";
import { withTimeout } from "../kernel/timeout.ts";
import { type OutboxRow, outboxTable } from "../tables/outbox.ts";

/** A message ready to be stored. */
export interface OutboxMessage {
  readonly id: string;
  readonly kind: string;
  readonly payload: string;
}

/** Maximum attempts before a message is given up and kept for inspection, unless its handler has its own. */
const defaultMaxAttempts = 10;
/** Timeout of one delivery, in milliseconds. */
const timeoutMs = 10_000;
/** How long a process keeps a claimed message for itself, in milliseconds. Longer than a delivery can take. */
const lease = 60_000;
const batch = 50;
/** Maximum messages that one run reads. */
const maxPerRun = 1000;
/** How many deliveries of a run are under way at once. */
const concurrency = 10;
/** How long a run sends to one receiver, in milliseconds. */
const laneTimeMs = 5000;
/** How long a receiver's other messages wait if it's slow or down, in milliseconds. */
const pauseMs = 10_000;

/**
 * Creates an encrypted message. Call it before the transaction, because encryption may wait for threads that are busy
 * with hashing.
 * @param payload plain JSON, which can contain secrets
 */
export async function encryptMessage(context: AuthContext, kind: string, payload: unknown): Promise<OutboxMessage> {
  const id = randomId(context.random);
  return { id, kind, payload: await context.keys.encryption("outbox").encrypt(JSON.stringify(payload), id) };
}

/** Creates an unencrypted message, readable in the table. It must not contain secrets. */
export function createMessage(context: AuthContext, kind: string, payload: unknown): OutboxMessage {
  return { id: randomId(context.random), kind, payload: JSON.stringify(payload) };
}

/**
 * Stores a message in the transaction of the change. It's delivered after the request ends, even with an error: if the
 * transaction was rolled back, there's nothing to deliver.
 */
export async function enqueueMessage(tx: Adapter, context: RequestContext, message: OutboxMessage): Promise<void> {
  await storeMessage(tx, context, message);
  context.afterResponse(() => deliverMessage(context, message.id));
}

/**
 * Stores a message after the response, for requests that fail and so roll back their writes. It's lost if the process
 * stops in between, so use it only for what the user can request again.
 *
 * @param shouldSend also called after the response; `false` drops the message
 */
export function enqueueMessageAfterResponse(
  context: RequestContext,
  message: OutboxMessage,
  shouldSend: () => Promise<boolean> | boolean = () => true,
): void {
  context.afterResponse(async () => {
    if (!(await shouldSend())) return;
    await storeMessage(context.db, context, message);
    await deliverMessage(context, message.id);
  });
}

/** Stores a message for the next outbox run. */
export async function storeMessage(tx: Adapter, context: AuthContext, message: OutboxMessage): Promise<void> {
  const now = context.now();
  await insertAtEnd(tx, outboxTable, { ...message, attempts: 0, dueAt: now, createdAt: now });
  // Wait a little, because a run before the transaction's commit wouldn't find the message.
  context.scheduleOutbox(100);
}

/** Delivers one message if it's due and no other process is delivering it. Never throws. */
export async function deliverMessage(context: AuthContext, id: string): Promise<boolean> {
  try {
    const row = await context.db.findOne(outboxTable, { where: { id, dueAt: { lte: context.now() } } });
    return row !== null && (await deliver(context, row));
  } catch (error) {
    context.log.error("An outbox message could not be read", { id, error });
    return false;
  }
}

/** The result of an outbox run. */
export interface OutboxReport {
  readonly delivered: number;
  readonly failed: number;
}

/**
 * Delivers due messages, oldest first, several at a time: one that's slow doesn't hold back the others. For a cron job if
 * no process stays alive to retry.
 */
export async function deliverDueMessages(context: AuthContext): Promise<OutboxReport> {
  const lanes = [...groupByReceiver(context, await findDueMessages(context)).values()];
  const report = { delivered: 0, failed: 0 };
  const work = async (): Promise<void> => {
    for (let lane = lanes.shift(); lane; lane = lanes.shift()) await deliverLane(context, lane, report);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, lanes.length) }, work));
  return report;
}

/** Reads several pages, so that the messages of a receiver that's down don't hide those behind them. */
async function findDueMessages(context: AuthContext): Promise<OutboxRow[]> {
  const due: OutboxRow[] = [];
  const where = { dueAt: { lte: context.now() } };
  for (;;) {
    const last = due.at(-1);
    const page = await context.db.findMany(outboxTable, {
      where,
      orderBy: [{ column: "dueAt" }],
      limit: batch,
      ...(last ? { after: last } : {}),
    });
    due.push(...page);
    if (page.length < batch || due.length >= maxPerRun) return due;
  }
}

/** A message without a receiver is on its own. */
function groupByReceiver({ extensions }: AuthContext, rows: readonly OutboxRow[]): Map<string, OutboxRow[]> {
  const lanes = new Map<string, OutboxRow[]>();
  for (const row of rows) {
    const receiverOf = row.payload.startsWith("v1.") ? undefined : extensions.outbox[row.kind]?.receiverOf;
    const key = receiverOf ? `${row.kind} ${receiverOf(JSON.parse(row.payload))}` : row.id;
    const lane = lanes.get(key);
    if (lane) lane.push(row);
    else lanes.set(key, [row]);
  }
  return lanes;
}

async function deliverLane(
  context: AuthContext,
  rows: readonly OutboxRow[],
  report: { delivered: number; failed: number },
): Promise<void> {
  const startedAt = performance.now();
  for (const [at, row] of rows.entries()) {
    const isDelivered = await deliver(context, row);
    if (isDelivered) report.delivered++;
    else report.failed++;
    if (isDelivered && performance.now() - startedAt < laneTimeMs) continue;
    const rest = rows.slice(at + 1).map(({ id }) => id);
    if (rest.length > 0) await postponeRest(context, rest);
    return;
  }
}

/** Lets the other messages of a receiver wait, without counting an attempt that they never had. */
async function postponeRest(context: AuthContext, ids: readonly string[]): Promise<void> {
  const now = context.now();
  const dueAt = new Date(now.getTime() + pauseMs);
  await context.db.update(outboxTable, { where: { id: { in: ids }, dueAt: { lte: now } }, set: { dueAt } });
  context.scheduleOutbox(pauseMs);
}

/** Returns when the next message is due, or `null` if none is waiting. */
export async function findNextDueAt(context: AuthContext): Promise<Date | null> {
  const [row] = await context.db.findMany(outboxTable, {
    where: { dueAt: { ne: null } },
    orderBy: [{ column: "dueAt" }],
    columns: ["id", "dueAt"],
    limit: 1,
  });
  return row?.dueAt ?? null;
}

/** How long failed messages are kept for inspection, in milliseconds (30 days). */
const failedRetentionMs = 2_592_000_000;

/** Removes failed messages older than that and returns how many. */
export function removeFailedMessages(context: AuthContext): Promise<number> {
  const before = new Date(context.now().getTime() - failedRetentionMs);
  return context.db.remove(outboxTable, { where: { dueAt: null, createdAt: { lte: before } } });
}

async function deliver(context: AuthContext, row: OutboxRow): Promise<boolean> {
  const attempts = row.attempts + 1;
  const claimed = await context.db.update(outboxTable, {
    where: { id: row.id, attempts: row.attempts, dueAt: row.dueAt },
    set: { attempts, dueAt: new Date(context.now().getTime() + lease) },
  });
  if (claimed === 0) return false;
  try {
    await runHandler(context, row, attempts);
    await context.db.remove(outboxTable, { where: { id: row.id, attempts } });
    return true;
  } catch (error) {
    context.log.error("An outbox message could not be delivered", { id: row.id, kind: row.kind, attempts, error });
    await postpone(context, row, attempts, error);
    return false;
  }
}

async function runHandler(context: AuthContext, row: OutboxRow, attempt: number): Promise<void> {
  const handler = context.extensions.outbox[row.kind];
  if (!handler) throw new Error(`No plugin delivers messages of kind "${row.kind}".`);
  const plain = row.payload.startsWith("v1.")
    ? await context.keys.encryption("outbox").decrypt(row.payload, row.id)
    : row.payload;
  if (plain === null) throw new Error("The message can't be decrypted. Its secret is no longer listed.");
  await withTimeout(
    timeoutMs,
    (signal) => handler(JSON.parse(plain), context, { key: row.id, signal, attempt }),
    row.kind,
  );
}

async function postpone(context: AuthContext, row: OutboxRow, attempts: number, error: unknown): Promise<void> {
  const wait = Math.min(2 ** attempts * 5_000, 3_600_000);
  const maxAttempts = context.extensions.outbox[row.kind]?.maxAttempts ?? defaultMaxAttempts;
  context.scheduleOutbox(wait);
  await context.db
    .update(outboxTable, {
      where: { id: row.id, attempts },
      set: {
        dueAt: attempts >= maxAttempts ? null : new Date(context.now().getTime() + wait),
        lastError: errorText(error),
      },
    })
    .catch((cause: unknown) =>
      context.log.error("An outbox message could not be postponed", { id: row.id, error: cause }),
    );
}
