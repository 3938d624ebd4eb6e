/** Applies snapshots to the mirror. The newest wins, regardless of the order of arrival. */

import type { Table, Transaction } from "@latchkey/core/database";
import { hasSameContent, type MirrorRow, type Snapshot, type Snapshots } from "./snapshot.ts";
import { canTransition } from "./transitions.ts";

/** The outcome of applying a snapshot. */
export type ApplyOutcome = "stored" | "same" | "older";

/**
 * A status change that the state machine doesn't allow, even with steps in between. It's stored anyway, because the
 * payment provider is authoritative.
 */
export interface IllegalTransition {
  readonly of: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** The result of applying an event. */
export interface ApplyResult {
  readonly outcome: ApplyOutcome;
  readonly illegal: readonly IllegalTransition[];
}

/**
 * Applies an event, in the transaction that records it.
 * @throws {UniqueViolation} if another delivery inserted the same row in the meantime, so the caller should retry
 */
export async function applySnapshots(tx: Transaction, { main, copies }: Snapshots): Promise<ApplyResult> {
  const applied = await applyMain(tx, main);
  // Apply copies in a fixed order, so that two deliveries with the same copies don't deadlock.
  for (const [table, group] of byTable(copies)) await applyCopies(tx, table, group);
  return applied;
}

/**
 * Applies several events for different entities, like {@link applySnapshots}. Sends two queries per table if all rows
 * are new, and up to two more for each row that isn't. The copies need further queries.
 */
export async function applyAll(tx: Transaction, all: readonly Snapshots[]): Promise<Map<Snapshots, ApplyResult>> {
  const results = new Map<Snapshots, ApplyResult>();
  // In a fixed order, so that two transactions with the same entities don't deadlock.
  const ordered = [...all].sort((a, b) => compare(a.main.row.id, b.main.row.id));
  const tables = [...new Set(all.map(({ main }) => main.table))].sort((a, b) => compare(a.name, b.name));
  for (const table of tables) {
    const group = ordered.filter(({ main }) => main.table === table);
    const ids = group.map(({ main }) => main.row.id);
    const stored = await tx.findMany(table, { where: { id: { in: ids } }, columns: ["id"], limit: ids.length });
    const known = new Set(stored.map(({ id }) => id));
    const missing = group.filter(({ main }) => !known.has(main.row.id));
    if (missing.length > 0) {
      await tx.insertMany(
        table,
        missing.map(({ main }) => main.row),
      );
    }
    for (const one of group) {
      results.set(one, known.has(one.main.row.id) ? await applyMain(tx, one.main) : { outcome: "stored", illegal: [] });
    }
  }
  const copies = all.flatMap((one) => one.copies);
  for (const [table, group] of byTable(copies)) await applyCopies(tx, table, group);
  return results;
}

/** Locks the row, so that the checked status is the one that's replaced. */
async function applyMain(tx: Transaction, { table, row, stateMachine }: Snapshot): Promise<ApplyResult> {
  const stored = await tx.lock(table, row.id);
  if (!stored) {
    await tx.insert(table, row);
    return { outcome: "stored", illegal: [] };
  }
  if (row.version < stored.version) return { outcome: "older", illegal: [] };
  // Store a newer version even if its content is the same, so that versions in between are ignored if they arrive
  // later.
  await replaceIfNewer(tx, table, row);
  if (hasSameContent(row.version, stored.version)) return { outcome: "same", illegal: [] };
  const [from, to] = [statusOf(stored), statusOf(row)];
  const isLegal = stateMachine === null || canTransition(stateMachine, from, to);
  return { outcome: "stored", illegal: isLegal ? [] : [{ of: stateMachine.of, id: row.id, from, to }] };
}

/** Applies one table's copies. Sends one query if nothing is new, which is the usual case. */
async function applyCopies(tx: Transaction, table: Table<MirrorRow>, copies: readonly MirrorRow[]): Promise<void> {
  const stored = await tx.findMany(table, {
    where: { id: { in: copies.map(({ id }) => id) } },
    columns: ["id", "version"],
    limit: copies.length,
  });
  const versions = new Map(stored.map(({ id, version }) => [id, version]));
  const missing = copies.filter(({ id }) => !versions.has(id));
  if (missing.length > 0) await tx.insertMany(table, missing);
  for (const row of copies) {
    const version = versions.get(row.id);
    if (version !== undefined && version < row.version) await replaceIfNewer(tx, table, row);
  }
}

/** Updates only if the stored version is still older, so a newer one that arrived in the meantime isn't overwritten. */
async function replaceIfNewer(tx: Transaction, table: Table<MirrorRow>, { id, ...set }: MirrorRow): Promise<void> {
  await tx.update(table, { where: { id, version: { lt: set.version } }, set });
}

/** Groups copies by table and keeps the newest per id, sorted by table and id. */
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
