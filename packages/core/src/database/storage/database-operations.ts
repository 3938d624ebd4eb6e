/** Operations on tables that stay in the database, and what they mean to the storage. */

import type { Adapter, AnyRow, Joins, Transaction, Where, WhereAll } from "../adapter.ts";
import { tableOf } from "../query-checks.ts";
import type { ResolvedTable } from "../schema.ts";
import { checkWhere, isCondition } from "../where.ts";
import { applyCascade, collectCascade, idsOf, isExpiryOnly, namedIds } from "./cascades.ts";
import type { Deps } from "./routed-rows.ts";
import { subjectOf } from "./routing.ts";

/** Means with the database to work on: the adapter, or the open transaction. */
export interface DatabaseDeps extends Deps {
  readonly db: Adapter;
  /** Opens a transaction of both, where none is open. */
  readonly transaction: Adapter["transaction"];
}

export function databaseOperations(deps: DatabaseDeps): Omit<Transaction, "transaction" | "insertAtEnd"> {
  const { db, open, routing } = deps;
  const { schema, effects, subjects } = routing;
  const markLocked = (table: string, id: string): void => void open?.unit.lockedRows.add(`${table} ${id}`);
  return {
    dialect: db.dialect,
    schema,
    async insert(table, row) {
      await db.insert(table, row);
      markLocked(table.name, (row as AnyRow).id);
    },
    async insertMany(table, rows) {
      await db.insertMany(table, rows);
      for (const row of rows as readonly object[]) markLocked(table.name, (row as AnyRow).id);
    },
    findOne: (table, query) => db.findOne(table, checkedJoins(deps, query)),
    findMany: (table, query) => db.findMany(table, checkedJoins(deps, query)),
    count: (table, query) => db.count(table, checkedJoins(deps, query)),
    update: (table, change) => {
      if (!subjects.has(table.name)) return db.update(table, change);
      return writeAndMark(
        deps,
        tableOf(schema, table),
        change.where,
        (tx) => tx.update(table, change),
        (count) => count > 0,
      );
    },
    increment: (table, change) => {
      if (!subjects.has(table.name)) return db.increment(table, change);
      return writeAndMark(
        deps,
        tableOf(schema, table),
        change.where,
        (tx) => tx.increment(table, change),
        (n) => n !== null,
      );
    },
    remove: (table, query) => {
      if (effects.get(table.name)?.length === 0 && !subjects.has(table.name)) return db.remove(table, query);
      return deleteAndCascade(
        deps,
        tableOf(schema, table),
        query.where,
        (tx) => tx.remove(table, query),
        (count) => count > 0,
      );
    },
    consume: (table, query) => {
      if (effects.get(table.name)?.length === 0 && !subjects.has(table.name)) return db.consume(table, query);
      const idIn = (row: object | null): string[] => (row ? [(row as AnyRow).id] : []);
      const take = (tx: Adapter) => tx.consume(table, query);
      return deleteAndCascade(deps, tableOf(schema, table), query.where, take, (row) => row !== null, idIn);
    },
    async lock(table, id) {
      const row = await (db as Transaction).lock(table, id);
      if (row) markLocked(table.name, id);
      return row;
    },
  };
}

/** @throws {Error} a join of a row of the database to one of the storage, which no statement can make */
function checkedJoins<Q extends { readonly join?: Joins }>({ routing }: Deps, query: Q): Q {
  for (const { table } of Object.values(query.join ?? {})) {
    if (routing.routed.has(table.name)) {
      throw new Error(`"${table.name}" lives in the secondary storage: ask for its rows first, and join to them.`);
    }
  }
  return query;
}

/** A write to a copied table: copies of the rows that it changed are old. */
async function writeAndMark<T>(
  deps: DatabaseDeps,
  table: ResolvedTable,
  where: unknown,
  run: (db: Adapter) => Promise<T>,
  isDone: (result: T) => boolean,
): Promise<T> {
  const alternatives = checkWhere(table, where as Where<AnyRow>);
  const named = namedSubjects(deps, table, alternatives);
  if (!named && !deps.open) return deps.transaction(run);
  const subjects =
    named ?? (await idsOf(deps.db, table, where as Where<AnyRow>)).map((id) => subjectOf(table.name, "id", id));
  const result = await run(deps.db);
  if (isDone(result)) {
    await deps.mark(subjects);
    const [id, ...others] = namedIds(alternatives) ?? [];
    // Of several ids not each need have a row that was changed, and is held now.
    if (id !== undefined && others.length === 0) deps.open?.unit.lockedRows.add(`${table.name} ${id}`);
  }
  return result;
}

/**
 * A write that ends rows: what hangs on them ends, too. The database comes first, as it holds the rows from then on.
 * @param idsOfResult where the result says which rows they were, they need not be looked for
 */
async function deleteAndCascade<T>(
  deps: DatabaseDeps,
  table: ResolvedTable,
  where: unknown,
  run: (db: Adapter) => Promise<T>,
  isDone: (result: T) => boolean,
  idsOfResult?: (result: T) => readonly string[],
): Promise<T> {
  const effects = deps.routing.effects.get(table.name) ?? [];
  const alternatives = checkWhere(table, where as Where<AnyRow>);
  // Copies of what has ended by itself end by themselves.
  if (isExpiryOnly(alternatives, deps.routing.now()) && deps.routing.subjects.has(table.name)) return run(deps.db);
  if (effects.length === 0) return writeAndMark(deps, table, where, run, isDone);
  if (!deps.open) return deps.transaction(run);
  const isLater = idsOfResult !== undefined && effects.every(({ isRouted, next }) => isRouted || next.length === 0);
  const find = async () => namedIds(alternatives) ?? (await idsOf(deps.db, table, where as Where<AnyRow>));
  const before = isLater ? [] : await find();
  const caused = await collectCascade(deps.db, effects, before);
  const result = await run(deps.db);
  if (!isDone(result)) return result;
  const ids = isLater ? idsOfResult(result) : before;
  await applyCascade(deps, isLater ? await collectCascade(deps.db, effects, ids) : caused);
  if (deps.routing.subjects.has(table.name)) await deps.mark(ids.map((id) => subjectOf(table.name, "id", id)));
  return result;
}

/** How a `where` names the rows of a copied table; `null`: by nothing that copies know them by. */
function namedSubjects(
  { routing }: Deps,
  table: ResolvedTable,
  alternatives: readonly WhereAll<AnyRow>[],
): readonly string[] | null {
  const columns = routing.subjects.get(table.name) ?? [];
  const named = alternatives.map((alternative) => {
    const values = alternative as Readonly<Record<string, unknown>>;
    const column = columns.find((name) => (values[name] ?? null) !== null && !isCondition(values[name]));
    return column === undefined ? null : subjectOf(table.name, column, values[column]);
  });
  return named.includes(null) ? null : (named as string[]);
}
