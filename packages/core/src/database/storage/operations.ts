/** The operations of an adapter, each sent to where its table lives. */

import type { Adapter, AnyRow, FindMany, Joins, Transaction, Where, WhereAll } from "../adapter.ts";
import { compareRows } from "../memory/match.ts";
import { checkPage, resolveOrder, tableOf } from "../query-checks.ts";
import type { ResolvedTable } from "../schema.ts";
import { rowAs } from "../tables.ts";
import { checkRow, checkSet, checkValue, columnOf, isIncrement } from "../values.ts";
import { checkWhere } from "../where.ts";
import { isExpiryOnly, removeRows } from "./cascades.ts";
import { type DatabaseDeps, databaseOperations } from "./database-operations.ts";
import { joinTo } from "./joins.ts";
import { markSubjectsChanged } from "./marks.ts";
import { changeRows, type Deps, insertRows, readRows } from "./routed-rows.ts";

type Operations = Omit<Transaction, "transaction" | "insertAtEnd">;

/** The operations of the adapter, or of an open transaction. */
export function operations(given: Omit<DatabaseDeps, "mark">): Operations {
  const { routing, open } = given;
  const mark: Deps["mark"] = async (subjects) => {
    if (open) for (const subject of subjects) open.unit.changedSubjects.add(subject);
    else if (subjects.length > 0) await markNow(routing, subjects);
  };
  const deps: DatabaseDeps = { ...given, mark };
  const [database, storage] = [databaseOperations(deps), storageOperations(deps)];
  const of = (table: { readonly name: string }): Operations => (routing.routed.has(table.name) ? storage : database);
  return {
    dialect: given.db.dialect,
    schema: routing.schema,
    insert: (table, row) => of(table).insert(table, row),
    insertMany: (table, rows) => of(table).insertMany(table, rows),
    findOne: (table, query) => of(table).findOne(table, query),
    findMany: (table, query) => of(table).findMany(table, query),
    count: (table, query) => of(table).count(table, query),
    update: (table, change) => of(table).update(table, change),
    remove: (table, query) => of(table).remove(table, query),
    consume: (table, query) => of(table).consume(table, query),
    increment: (table, change) => of(table).increment(table, change),
    lock: (table, id) => of(table).lock(table, id),
  };
}

/** A write is done by then; that its mark failed cannot undo it. */
async function markNow(routing: Deps["routing"], subjects: readonly string[]): Promise<void> {
  try {
    await markSubjectsChanged(routing, subjects);
  } catch (error) {
    routing.onError("Copies could not be marked as old: they last until that is done, or their time is over", error);
  }
}

function storageOperations(deps: DatabaseDeps): Operations {
  const { routing, db } = deps;
  const { schema } = routing;
  const inTransaction = <T>(table: ResolvedTable, values: readonly object[], run: (db: Adapter) => Promise<T>) =>
    !deps.open && refersToDatabase(deps, table, values) ? deps.transaction(run) : null;
  const insertMany: Adapter["insertMany"] = async (handle, rows) => {
    const table = tableOf(schema, handle);
    const checked = rows.map((row) => checkRow(table, row));
    if (checked.length === 0) return;
    await (inTransaction(table, checked, (tx) => tx.insertMany(handle, rows)) ?? insertRows(deps, table, checked));
  };
  return {
    dialect: db.dialect,
    schema,
    insertMany,
    insert: (handle, row) => insertMany(handle, [row]),
    findOne: async (handle, query) => {
      const [row] = await list(deps, tableOf(schema, handle), { ...query, limit: 1 } as never);
      return rowAs(row ?? null);
    },
    findMany: async (handle, query) =>
      (await list(deps, tableOf(schema, handle), query as never)).map((row) => rowAs(row)),
    count: async (handle, { where, join }) => {
      const table = tableOf(schema, handle);
      const query = { where, ...(join ? { join } : {}), limit: Number.MAX_SAFE_INTEGER };
      return (await list(deps, table, query as never)).length;
    },
    async update(handle, change) {
      const table = tableOf(schema, handle);
      const values = checkSet(table, change.set);
      const alternatives = alternativesOf(table, change.where);
      if (Object.keys(values).length === 0) return 0;
      const elsewhere = inTransaction(table, [values], (tx) => tx.update(handle, change));
      if (elsewhere) return elsewhere;
      const changed = await changeRows(deps, table, alternatives, (row) => withValues(table, row, values));
      return changed.length;
    },
    async remove(handle, { where }) {
      const table = tableOf(schema, handle);
      const alternatives = alternativesOf(table, where);
      // Rows that have ended go by themselves.
      if (isExpiryOnly(alternatives, routing.now())) return 0;
      return (await removeRows(deps, table, alternatives)).length;
    },
    async consume(handle, { where }) {
      const table = tableOf(schema, handle);
      const [taken] = await removeRows(deps, table, alternativesOf(table, where), 1);
      return rowAs(taken?.before ?? null);
    },
    async increment(handle, { where, column, by = 1, atMost = Number.MAX_SAFE_INTEGER }) {
      const table = tableOf(schema, handle);
      for (const amount of [by, atMost]) checkValue(table, column, columnOf(table, column), amount);
      const next = (row: AnyRow): AnyRow | undefined => {
        const value = Number(row[column]) + by;
        return value <= atMost && value >= Number.MIN_SAFE_INTEGER ? { ...row, [column]: value } : undefined;
      };
      const [changed] = await changeRows(deps, table, alternativesOf(table, where), next, 1);
      return changed ? Number(changed.after?.[column]) : null;
    },
    lock: async ({ name }) => {
      throw new Error(`Rows of "${name}" live in the secondary storage and cannot be locked. Lock whose they are.`);
    },
  };
}

type Query = FindMany<AnyRow, Joins>;

/** Rows in their order, each with what is joined to it. */
async function list(
  deps: DatabaseDeps,
  table: ResolvedTable,
  { where, join, columns, orderBy, after, offset = 0, limit }: Query,
): Promise<AnyRow[]> {
  const { schema, checkJoins } = deps.routing;
  checkJoins(table, join);
  const order = resolveOrder(schema, table, {
    ...(orderBy ? { orderBy } : {}),
    ...(join ? { join } : {}),
  });
  checkPage({ limit, offset, ...(after ? { after } : {}) }, order);
  const found = await readRows(deps, table, alternativesOf(table, where));
  const isByJoined = order.some(({ joinName }) => joinName !== null);
  if (!isByJoined) found.sort((a, b) => compareRows(a, b, order));
  const rows: { row: AnyRow; joined: object }[] = [];
  for (const row of found) {
    if (!isByJoined && rows.length >= offset + limit) break;
    if (!isByJoined && after && compareRows(row, after, order) <= 0) continue;
    const joined = join ? await joinTo(deps.db, deps, row, join) : {};
    if (joined) rows.push({ row, joined });
  }
  const projected = rows.map(({ row, joined }) => ({ ...projectRow(table, row, columns), ...joined }) as AnyRow);
  if (!isByJoined) return projected.slice(offset, offset + limit);
  const sorted = rows.map(({ row, joined }, at) => ({ full: { ...row, ...joined }, at }));
  sorted.sort((a, b) => compareRows(a.full, b.full, order));
  const afterCursor = after ? sorted.filter(({ full }) => compareRows(full, after, order) > 0) : sorted;
  return afterCursor.slice(offset, offset + limit).map(({ at }) => projected[at] as AnyRow);
}

function alternativesOf(table: ResolvedTable, where: unknown): readonly WhereAll<AnyRow>[] {
  return checkWhere(table, where as Where<AnyRow>);
}

function refersToDatabase({ routing }: Deps, table: ResolvedTable, values: readonly object[]): boolean {
  return Object.entries(table.columns).some(
    ([name, { references }]) =>
      references &&
      !routing.routed.has(references.table) &&
      values.some((row) => ((row as AnyRow)[name] ?? null) !== null),
  );
}

function withValues(table: ResolvedTable, row: AnyRow, values: Readonly<Record<string, unknown>>): AnyRow {
  const next: Record<string, unknown> = { ...row };
  for (const [name, value] of Object.entries(values)) {
    next[name] = isIncrement(columnOf(table, name), value) ? Number(row[name]) + value.increment : value;
  }
  return next as AnyRow;
}

function projectRow(table: ResolvedTable, row: AnyRow, columns: readonly string[] | undefined): object {
  if (!columns) return row;
  for (const name of columns) columnOf(table, name);
  return Object.fromEntries(columns.map((name) => [name, row[name]]));
}
