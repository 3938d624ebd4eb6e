/** Puts snapshots into the mirror. Whatever the order in which they come, the newest stays. */

import type { Table, Transaction } from "@latchkey/core/database";
import type { MirrorRow, Snapshot } from "./snapshot.ts";
import type { Snapshots } from "./snapshots.ts";
import { canFollow } from "./transitions.ts";

/** What putting a snapshot came to. */
export type PutOutcome = "stored" | "same" | "older";

/** A move that no sequence of legal ones explains. It was stored all the same: the platform is right about its own. */
export interface IllegalMove {
  readonly of: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** What became of an event in the mirror. */
export interface Applied {
  readonly outcome: PutOutcome;
  readonly illegal: readonly IllegalMove[];
}

/**
 * Applies an event, in the transaction that records it.
 * @throws {UniqueViolation} another delivery made the same row meanwhile: begin again
 */
export async function applySnapshots(tx: Transaction, { main, copies }: Snapshots): Promise<Applied> {
  const applied = await putMain(tx, main);
  // In one order, so that two deliveries with the same copies do not wait for each other.
  for (const [table, group] of byTable(copies)) await putCopies(tx, table, group);
  return applied;
}

/** Under the row's lock, so that the state that it moves from is the one that is replaced. */
async function putMain(tx: Transaction, { table, row, machine }: Snapshot): Promise<Applied> {
  const stored = await tx.lock(table, row.id);
  if (!stored) {
    await tx.insert(table, row as never);
    return { outcome: "stored", illegal: [] };
  }
  if (row.version === stored.version) return { outcome: "same", illegal: [] };
  if (row.version < stored.version) return { outcome: "older", illegal: [] };
  await replace(tx, table, row);
  const [from, to] = [statusOf(stored), statusOf(row)];
  const isLegal = machine === null || canFollow(machine, from, to);
  return { outcome: "stored", illegal: isLegal ? [] : [{ of: machine.of, id: row.id, from, to }] };
}

/** Two statements where nothing is new: most of the time a copy shows what is known. */
async function putCopies(tx: Transaction, table: Table<MirrorRow>, copies: readonly MirrorRow[]): Promise<void> {
  const stored = await tx.findMany(table, {
    where: { id: { in: copies.map(({ id }) => id) } },
    columns: ["id", "version"],
    limit: copies.length,
  });
  const versions = new Map(stored.map(({ id, version }) => [id, version]));
  const missing = copies.filter(({ id }) => !versions.has(id));
  if (missing.length > 0) await tx.insertMany(table, missing as never);
  for (const row of copies) {
    const version = versions.get(row.id);
    if (version !== undefined && version < row.version) await replace(tx, table, row);
  }
}

/** Compare and set: what became newer meanwhile stays. */
async function replace(tx: Transaction, table: Table<MirrorRow>, { id, ...set }: MirrorRow): Promise<void> {
  await tx.update(table, { where: { id, version: { lt: set.version } }, set });
}

/** By table and id, the newest of each. */
function byTable(copies: readonly Snapshot[]): [Table<MirrorRow>, MirrorRow[]][] {
  const tables = new Map<Table<MirrorRow>, Map<string, MirrorRow>>();
  for (const { table, row } of copies) {
    const rows = tables.get(table) ?? new Map<string, MirrorRow>();
    tables.set(table, rows);
    const other = rows.get(row.id);
    if (!other || other.version < row.version) rows.set(row.id, row);
  }
  return [...tables]
    .sort(([a], [b]) => compare(a.name, b.name))
    .map(([table, rows]) => [table, [...rows.values()].sort((a, b) => compare(a.id, b.id))]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function statusOf(row: MirrorRow): string {
  return String((row as { readonly status?: unknown }).status);
}
