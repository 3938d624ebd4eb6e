/** The outbox. Messages are stored in the transaction of a change and delivered after it, at least once. */

import { randomId } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import { insertAtEnd } from "../database/transaction.ts";
import type { AuthContext, OutboxHandler, RequestContext } from "../kernel/context.ts";
import { errorText } from "../kernel/log.ts";
import { withTimeout } from "../kernel/timeout.ts";
import { type OutboxRow, outboxTable } from "../tables/outbox.ts";

/** A message ready to be stored. */
export interface OutboxMessage {
  readonly id: string;
  readonly kind: string;
  readonly payload: string;
}

/** Maximum attempts before a message is given up and kept for inspection, unless its handler sets its own. */
const defaultMaxAttempts = 10;
/** Timeout of one delivery, in milliseconds, unless its handler sets its own. */
const defaultTimeoutMs = 10_000;
/** How long a process keeps a claimed message for itself beyond the timeout of its delivery, in milliseconds. */
const leaseMs = 50_000;

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
 * Stores a message in the transaction of the change. It's delivered after the request ends, even if the request fails.
 * If the transaction was rolled back, there's nothing to deliver.
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

/** Stores a message for the next outbox run. @param dueAt when to deliver it. Default: now. */
export async function storeMessage(
  tx: Adapter,
  context: AuthContext,
  message: OutboxMessage,
  dueAt: Date = context.now(),
): Promise<void> {
  const now = context.now();
  await insertAtEnd(tx, outboxTable, { ...message, attempts: 0, dueAt, createdAt: now });
  // Wait a little, because a run before the transaction's commit wouldn't find the message.
  context.scheduleOutbox(Math.max(100, dueAt.getTime() - now.getTime()));
}

/** Delivers one message if it's due and no other process is delivering it. Never throws. */
export async function deliverMessage(context: AuthContext, id: string): Promise<boolean> {
  try {
    const row = await context.db.findOne(outboxTable, { where: { id, dueAt: { lte: context.now() } } });
    return row !== null && (await deliver(context, row)) === "delivered";
  } catch (error) {
    context.log.error("An outbox message could not be read", { id, error });
    return false;
  }
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

/** Removes failed messages that are older than 30 days, and returns how many. */
export function removeFailedMessages(context: AuthContext): Promise<number> {
  const before = new Date(context.now().getTime() - failedRetentionMs);
  return context.db.remove(outboxTable, { where: { dueAt: null, createdAt: { lte: before } } });
}

/** The result of an attempt. `taken`: another process is delivering the message, or has delivered it. */
export type DeliveryResult = "delivered" | "failed" | "taken";

/** Delivers one message, unless another process is delivering it. */
export async function deliver(context: AuthContext, row: OutboxRow): Promise<DeliveryResult> {
  const attempts = row.attempts + 1;
  const timeoutMs = context.extensions.outbox[row.kind]?.timeoutMs ?? defaultTimeoutMs;
  const claimed = await context.db.update(outboxTable, {
    where: { id: row.id, attempts: row.attempts, dueAt: row.dueAt },
    set: { attempts, dueAt: new Date(context.now().getTime() + timeoutMs + leaseMs) },
  });
  if (claimed === 0) return "taken";
  try {
    await runHandler(context, row, attempts, timeoutMs);
    await context.db.remove(outboxTable, { where: { id: row.id, attempts } });
    return "delivered";
  } catch (error) {
    context.log.error("An outbox message could not be delivered", { id: row.id, kind: row.kind, attempts, error });
    await postpone(context, row, attempts, error);
    return "failed";
  }
}

async function runHandler(context: AuthContext, row: OutboxRow, attempt: number, timeoutMs: number): Promise<void> {
  const handler = context.extensions.outbox[row.kind];
  if (!handler) throw new Error(`No plugin delivers messages of kind "${row.kind}".`);
  const plain = row.payload.startsWith("v1.")
    ? await context.keys.encryption("outbox").decrypt(row.payload, row.id)
    : row.payload;
  if (plain === null)
    throw new Error(
      "The message can't be decrypted. If you removed the secret that it was encrypted with, add it back to secrets.",
    );
  await withTimeout(
    timeoutMs,
    (signal) => handler(JSON.parse(plain), context, { key: row.id, signal, attempt }),
    row.kind,
  );
}

async function postpone(context: AuthContext, row: OutboxRow, attempts: number, error: unknown): Promise<void> {
  const delay = retryDelay(context.extensions.outbox[row.kind], attempts);
  if (delay !== null) context.scheduleOutbox(delay);
  await context.db
    .update(outboxTable, {
      where: { id: row.id, attempts },
      set: {
        dueAt: delay === null ? null : new Date(context.now().getTime() + delay),
        lastError: errorText(error),
      },
    })
    .catch((cause: unknown) =>
      context.log.error("An outbox message could not be postponed", { id: row.id, error: cause }),
    );
}

/** Returns the milliseconds until the next attempt. `null` if there is none. */
function retryDelay(handler: OutboxHandler | undefined, attempts: number): number | null {
  if (handler?.retryDelays) return handler.retryDelays[attempts - 1] ?? null;
  if (attempts >= (handler?.maxAttempts ?? defaultMaxAttempts)) return null;
  return Math.min(2 ** attempts * 5_000, 3_600_000);
}
