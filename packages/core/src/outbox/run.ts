/**
 * Delivers due messages, grouped by kind and receiver, so that a receiver that's slow or down doesn't hold back others.
 */

import type { AuthContext, OutboxHandler } from "../kernel/context.ts";
import { type OutboxRow, outboxTable } from "../tables/outbox.ts";
import { Lane } from "./lane.ts";
import { deliver } from "./store.ts";

const batch = 50;
/** Maximum messages that one run reads. */
const maxPerRun = 1000;
/** How many receivers of a kind get messages concurrently, unless its handler sets its own number. */
const defaultConcurrency = 10;

/** The result of an outbox run. */
export interface OutboxReport {
  readonly delivered: number;
  readonly failed: number;
}

type MutableReport = { -readonly [K in keyof OutboxReport]: OutboxReport[K] };

/**
 * Delivers due messages, oldest first, several at a time, so that a slow one doesn't hold back the others. Each kind
 * has its own share, so that other people's slow servers don't hold back emails. Call it from a cron job if no process
 * stays alive to retry.
 * @param only the kinds to deliver. Default: all.
 */
export async function deliverDueMessages(context: AuthContext, only?: readonly string[]): Promise<OutboxReport> {
  const report = { delivered: 0, failed: 0 };
  const kinds = groupByKind(await findDueMessages(context, only));
  await Promise.all([...kinds].map(([kind, rows]) => deliverKind(context, kind, rows, report)));
  return report;
}

async function deliverKind(
  context: AuthContext,
  kind: string,
  rows: readonly OutboxRow[],
  report: MutableReport,
): Promise<void> {
  const handler = context.extensions.outbox[kind];
  const groups = groupByReceiver(handler, rows);
  const work = async (): Promise<void> => {
    for (let group = groups.shift(); group; group = groups.shift()) await deliverGroup(context, handler, group, report);
  };
  await Promise.all(Array.from({ length: Math.min(handler?.concurrency ?? defaultConcurrency, groups.length) }, work));
}

/** Reads several pages, so that the messages of a receiver that's down don't hide those behind them. */
async function findDueMessages(context: AuthContext, only: readonly string[] | undefined): Promise<OutboxRow[]> {
  const due: OutboxRow[] = [];
  const where = { dueAt: { lte: context.now() }, ...(only ? { kind: { in: only } } : {}) };
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

function groupByKind(rows: readonly OutboxRow[]): Map<string, OutboxRow[]> {
  const kinds = new Map<string, OutboxRow[]>();
  for (const row of rows) {
    const known = kinds.get(row.kind);
    if (known) known.push(row);
    else kinds.set(row.kind, [row]);
  }
  return kinds;
}

interface Group {
  readonly receiver: string | null;
  readonly rows: OutboxRow[];
}

/** Each message without a receiver forms its own group. */
function groupByReceiver(handler: OutboxHandler | undefined, rows: readonly OutboxRow[]): Group[] {
  const groups: Group[] = [];
  const byReceiver = new Map<string, Group>();
  for (const row of rows) {
    const receiverOf = row.payload.startsWith("v1.") ? undefined : handler?.receiverOf;
    const receiver = receiverOf ? `${row.kind} ${receiverOf(JSON.parse(row.payload))}` : null;
    const known = receiver === null ? undefined : byReceiver.get(receiver);
    if (known) {
      known.rows.push(row);
      continue;
    }
    const group = { receiver, rows: [row] };
    groups.push(group);
    if (receiver !== null) byReceiver.set(receiver, group);
  }
  return groups;
}

const lanesKey: unique symbol = Symbol("outbox lanes");

/** The receivers that this process is sending to. Runs can overlap, and share them. */
function openLanes({ appCache }: AuthContext): Map<string, Lane> {
  const known = appCache.get(lanesKey) as Map<string, Lane> | undefined;
  if (known) return known;
  const created = new Map<string, Lane>();
  appCache.set(lanesKey, created);
  return created;
}

async function deliverGroup(
  context: AuthContext,
  handler: OutboxHandler | undefined,
  { receiver, rows }: Group,
  report: MutableReport,
): Promise<void> {
  const deliverRow = async (row: OutboxRow) => {
    const result = await deliver(context, row);
    if (result !== "taken") report[result]++;
    return result;
  };
  if (receiver === null) {
    for (const row of rows) await deliverRow(row);
    return;
  }
  const lanes = openLanes(context);
  const open = lanes.get(receiver);
  if (open) return open.add(rows);
  const lane = new Lane(context, handler?.concurrencyPerReceiver ?? 1, deliverRow);
  lanes.set(receiver, lane);
  try {
    await lane.add(rows);
    await lane.finished();
  } finally {
    lanes.delete(receiver);
  }
}
