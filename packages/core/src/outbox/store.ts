/** The outbox: messages are stored with the change, delivered after it, at least once. */

import { randomId } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import type { AuthContext, RequestContext } from "../plugin/context.ts";
import { errorText } from "../plugin/log.ts";
import { type OutboxRow, outboxTable } from "./table.ts";

/** A message ready to be stored. */
export interface SealedMessage {
  readonly id: string;
  readonly kind: string;
  readonly payload: string;
}

/** Most tries before a message is given up and left for a person to look at. */
const mostAttempts = 10;
/** How long one delivery may take, in milliseconds. */
const timeLimit = 10_000;
/** How long a claimed message is nobody else's, in milliseconds: longer than a delivery can take. */
const lease = 60_000;
const batch = 50;

/**
 * Encrypts a message. Call it before the transaction: encryption waits for threads that hashing may hold.
 * @param payload plain JSON; may hold secrets
 */
export async function sealMessage(context: AuthContext, kind: string, payload: unknown): Promise<SealedMessage> {
  const id = randomId(context.random);
  return { id, kind, payload: await context.keys.encryption("outbox").encrypt(JSON.stringify(payload), id) };
}

/** A message without secrets, readable in the table. */
export function plainMessage(context: AuthContext, kind: string, payload: unknown): SealedMessage {
  return { id: randomId(context.random), kind, payload: JSON.stringify(payload) };
}

/**
 * Stores a message in the transaction of the change. It is delivered once the request has ended, whatever the answer: a
 * transaction that was undone left nothing to deliver.
 */
export async function putMessage(tx: Adapter, context: RequestContext, message: SealedMessage): Promise<void> {
  await storeMessage(tx, context, message);
  context.afterAnswer(() => deliverMessage(context, message.id));
}

/**
 * Stores a message once the answer is known, for a request that refuses and so undoes what it wrote. Lost if the process
 * ends in between: for what the person can ask for again.
 *
 * @param may asked after the answer, too: `false` drops the message
 */
export function putMessageAfterAnswer(
  context: RequestContext,
  message: SealedMessage,
  may: () => Promise<boolean> | boolean = () => true,
): void {
  context.afterAnswer(async () => {
    if (!(await may())) return;
    await storeMessage(context.db, context, message);
    await deliverMessage(context, message.id);
  });
}

/** Stores a message for whoever delivers next. */
export async function storeMessage(tx: Adapter, context: AuthContext, message: SealedMessage): Promise<void> {
  const now = context.now();
  await tx.insert(outboxTable, { ...message, attempts: 0, dueAt: now, createdAt: now });
  // The transaction may not be over yet: a round that comes too early finds nothing, so it comes a little later.
  context.wakeOutbox(100);
}

/** Delivers one message, if it is due and nobody else is at it. Never throws. */
export async function deliverMessage(context: AuthContext, id: string): Promise<boolean> {
  try {
    const row = await context.db.findOne(outboxTable, { where: { id, dueAt: { lte: context.now() } } });
    return row !== null && (await deliver(context, row));
  } catch (error) {
    context.log.error("An outbox message could not be read", { id, error });
    return false;
  }
}

/** What a round of deliveries did. */
export interface OutboxReport {
  readonly delivered: number;
  readonly failed: number;
}

/** Delivers what is due, oldest first. For a cron, where no process stays alive to try again. */
export async function deliverDue(context: AuthContext): Promise<OutboxReport> {
  const due = await context.db.findMany(outboxTable, {
    where: { dueAt: { lte: context.now() } },
    orderBy: [{ column: "dueAt" }],
    limit: batch,
  });
  let delivered = 0;
  for (const row of due) if (await deliver(context, row)) delivered++;
  return { delivered, failed: due.length - delivered };
}

/** When the next message is due; `null`: none waits. */
export async function nextDue(context: AuthContext): Promise<Date | null> {
  const [row] = await context.db.findMany(outboxTable, {
    where: { dueAt: { ne: null } },
    orderBy: [{ column: "dueAt" }],
    columns: ["id", "dueAt"],
    limit: 1,
  });
  return row?.dueAt ?? null;
}

/** How long a message that was given up stays for a person to look at, in milliseconds: 30 days. */
const keptAfterGivingUp = 2_592_000_000;

/** Removes messages that were given up long ago, and says how many. */
export function removeGivenUp(context: AuthContext): Promise<number> {
  const before = new Date(context.now().getTime() - keptAfterGivingUp);
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
    await hand(context, row, attempts);
    await context.db.remove(outboxTable, { where: { id: row.id, attempts } });
    return true;
  } catch (error) {
    context.log.error("An outbox message could not be delivered", { id: row.id, kind: row.kind, attempts, error });
    await postpone(context, row, attempts, error);
    return false;
  }
}

async function hand(context: AuthContext, row: OutboxRow, attempt: number): Promise<void> {
  const handler = context.extensions.outbox[row.kind];
  if (!handler) throw new Error(`Nothing delivers messages of kind "${row.kind}".`);
  const plain = row.payload.startsWith("v1.")
    ? await context.keys.encryption("outbox").decrypt(row.payload, row.id)
    : row.payload;
  if (plain === null) throw new Error("The message cannot be decrypted: was its secret removed?");
  await within(timeLimit, (signal) => handler(JSON.parse(plain), context, { key: row.id, signal, attempt }));
}

async function postpone(context: AuthContext, row: OutboxRow, attempts: number, error: unknown): Promise<void> {
  const wait = Math.min(2 ** attempts * 5_000, 3_600_000);
  context.wakeOutbox(wait);
  await context.db
    .update(outboxTable, {
      where: { id: row.id, attempts },
      set: {
        dueAt: attempts >= mostAttempts ? null : new Date(context.now().getTime() + wait),
        lastError: errorText(error),
      },
    })
    .catch((cause: unknown) =>
      context.log.error("An outbox message could not be postponed", { id: row.id, error: cause }),
    );
}

/** Runs `work` with a time limit in milliseconds. */
async function within(limit: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      stop.abort();
      reject(new Error(`No answer within ${limit / 1000} seconds.`));
    }, limit);
  });
  try {
    await Promise.race([work(stop.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
