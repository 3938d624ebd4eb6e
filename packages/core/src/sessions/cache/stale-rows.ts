/** Looks up and changes the sessions and rows that a write concerns, so that their copies can be invalidated. */

import type { Adapter, AnyRow, Transaction, Where } from "../../database/adapter.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";
import type { Schema } from "../../database/schema.ts";
import { type Table, widen } from "../../database/tables.ts";
import { isCondition } from "../../database/where.ts";
import { sessionTable } from "../../tables/session.ts";
import { userTable } from "../../tables/user.ts";

/** Collects what a transaction, or a single write, makes stale. */
export interface Stale {
  readonly tokens: Set<string>;
  readonly userIds: Set<string>;
}

/** The `session` table with any columns. */
export const sessions: Table<AnyRow> = widen<AnyRow>(sessionTable);
/** Maximum number of rows per query. */
export const pageSize = 500;
/** Maximum rounds that change nothing, in case other requests keep giving these sessions new tokens. */
const maxRounds = 20;

/** A column that refers to a table whose deleted rows end or change sessions. */
export interface Reference {
  readonly table: Table<AnyRow>;
  readonly column: string;
  /** Whether the referring row is deleted, too. Otherwise, its column is set to `null`. */
  readonly isCascade: boolean;
}

/** References by the name of the table that they refer to. */
export type References = ReadonlyMap<string, readonly Reference[]>;

/**
 * Finds the references that lead to sessions. Sessions that would be deleted along with anything except their user are
 * never copied, so those columns are skipped.
 */
export function findReferences(schema: Schema): References {
  const found = new Map<string, Reference[]>();
  // A table comes after those it refers to. In reverse order, everything that leads to a session is known before its
  // parents.
  for (const { name, columns } of [...schema.values()].reverse()) {
    const isCopied = name === sessions.name || name === userTable.name;
    for (const [column, { references }] of Object.entries(columns)) {
      if (!references || references.table === name || references.onDelete === "restrict") continue;
      const isCascade = references.onDelete !== "set null";
      const isOwner = name === sessions.name && isCascade && column !== "userId";
      const leadsToSession = isCopied || (isCascade && found.has(name));
      if (!leadsToSession || isOwner) continue;
      const reference = { table: widen<AnyRow>({ name }), column, isCascade };
      found.set(references.table, [...(found.get(references.table) ?? []), reference]);
    }
  }
  return found;
}

/**
 * Ends the sessions that are deleted with these rows, and clears the columns that refer to them, as the database would.
 * The rows are locked, so no new row can reference them.
 */
export async function endReferences(
  references: References,
  tx: Transaction,
  stale: Stale,
  name: string,
  ids: readonly string[],
): Promise<void> {
  for (const { table, column, isCascade } of references.get(name) ?? []) {
    const where = { [column]: { in: ids } };
    if (table.name === sessions.name) {
      await changeSessions(tx, stale, where, (rest) =>
        isCascade
          ? tx.remove(sessions, { where: rest })
          : tx.update(sessions, { where: rest, set: { [column]: null } }),
      );
      continue;
    }
    const found = await matchingIds(tx, table, where);
    await lockRows(tx, table, found);
    if (!isCascade) for (const id of found) stale.userIds.add(id);
    for (let from = 0; isCascade && from < found.length; from += pageSize) {
      await endReferences(references, tx, stale, table.name, found.slice(from, from + pageSize));
    }
  }
}

/**
 * Changes all matching sessions, so that they no longer match. Each round applies only to the tokens that it has read,
 * and the next round finds sessions that got a new token since then.
 */
export async function changeSessions(
  tx: Transaction,
  { tokens }: Stale,
  where: Where<AnyRow>,
  change: (where: Where<AnyRow>) => Promise<number>,
): Promise<number> {
  let total = 0;
  for (let idle = 0; idle < maxRounds; ) {
    const rows = await tx.findMany(sessions, { where, columns: ["token"], limit: pageSize });
    const found = rows.map(({ token }) => String(token));
    for (const token of found) tokens.add(token);
    const changed = found.length === 0 ? 0 : await change(restrict(where, "token", found));
    total += changed;
    if (changed === found.length && found.length < pageSize) return total;
    if (changed === 0) idle++;
  }
  throw new DatabaseUnavailable({}, "Other requests keep changing the same sessions");
}

/** The ids of all matching rows. */
export async function matchingIds<R extends object>(db: Adapter, table: Table<R>, where: Where<R>): Promise<string[]> {
  const rows = await matchingRows(db, widen<AnyRow>(table), where as Where<AnyRow>, ["id"]);
  return rows.map(({ id }) => id);
}

/** All matching rows, read page by page. `columns` include the id. */
export async function matchingRows(
  db: Adapter,
  table: Table<AnyRow>,
  where: Where<AnyRow>,
  columns: readonly string[],
): Promise<AnyRow[]> {
  const rows: AnyRow[] = [];
  for (;;) {
    const last = rows.at(-1);
    const after = last ? { after: { id: last.id } as Partial<AnyRow> } : {};
    const page = await db.findMany(table, { where, columns, limit: pageSize, ...after });
    rows.push(...page);
    if (page.length < pageSize) return rows;
  }
}

/** Locks the rows, and returns those that still exist. */
export async function lockRows<R extends object>(
  tx: Transaction,
  table: Table<R>,
  ids: readonly string[],
): Promise<R[]> {
  const rows: R[] = [];
  for (const id of ids) {
    const row = await tx.lock(table, id);
    if (row) rows.push(row);
  }
  return rows;
}

/** The values that a `where` lists for a column, or `null` if it doesn't list them. */
export function namedValues<R>(where: Where<R>, column: string): readonly string[] | null {
  const named: string[] = [];
  for (const alternative of alternativesOf(where)) {
    const condition = alternative[column];
    if (typeof condition === "string") named.push(condition);
    else if (isCondition(condition) && Array.isArray(condition.in)) named.push(...condition.in.map(String));
    else return null;
  }
  return named;
}

/** Narrows a `where` to these values of a column. */
export function restrict<R>(where: Where<R>, column: string, values: readonly string[]): Where<R> {
  const restricted = alternativesOf(where).map((alternative) => {
    const condition = alternative[column];
    if (condition !== undefined && !isCondition(condition)) return alternative;
    const currentValues = condition?.in;
    const allowed = Array.isArray(currentValues) ? values.filter((value) => currentValues.includes(value)) : values;
    return { ...alternative, [column]: { ...condition, in: allowed } };
  });
  return restricted as readonly object[] as Where<R>;
}

/** Whether a `where` matches only rows that have expired. */
export function isExpiryOnly<R>(where: Where<R>, now: Date): boolean {
  const alternatives = alternativesOf(where);
  const isExpiry = ({ expiresAt, ...others }: Readonly<Record<string, unknown>>): boolean => {
    if (!isCondition(expiresAt) || Object.keys(others).length > 0) return false;
    return [expiresAt.lt, expiresAt.lte].some((bound) => bound instanceof Date && bound <= now);
  };
  return alternatives.length > 0 && alternatives.every(isExpiry);
}

function alternativesOf<R>(where: Where<R>): readonly Readonly<Record<string, unknown>>[] {
  return (Array.isArray(where) ? where : [where]) as readonly Readonly<Record<string, unknown>>[];
}
