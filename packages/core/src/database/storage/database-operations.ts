/** Operations on tables that stay in the database, and what they mean to the storage. */

import type { Adapter, AnyRow, Joins, Transaction, Where, WhereAll } from "../adapter.ts";
import { tableOf } from "../lists.ts";
import type { ResolvedTable } from "../schema.ts";
import { checkWhere, isCondition } from "../where.ts";
import { causedBy, follow, idsOf, isAboutTheEnd, namedIds } from "./effects.ts";
import { subjectOf } from "./routing.ts";
import type { Means } from "./rows-store.ts";

/** Means with the database to work on: the adapter, or the open transaction. */
export interface DatabaseMeans extends Means {
  readonly db: Adapter;
  /** Opens a transaction of both, where none is open. */
  readonly transaction: Adapter["transaction"];
}

export function databaseOperations(means: DatabaseMeans): Omit<Transaction, "transaction"> {
  const { db, open, routing } = means;
  const { schema, effects, subjects } = routing;
  const held = (table: string, id: string): void => void open?.unit.held.add(`${table} ${id}`);
  return {
    dialect: db.dialect,
    schema,
    async insert(table, row) {
      await db.insert(table, row);
      held(table.name, (row as AnyRow).id);
    },
    async insertMany(table, rows) {
      await db.insertMany(table, rows);
      for (const row of rows as readonly object[]) held(table.name, (row as AnyRow).id);
    },
    findOne: (table, query) => db.findOne(table, checkedJoins(means, query)),
    findMany: (table, query) => db.findMany(table, checkedJoins(means, query)),
    count: (table, query) => db.count(table, checkedJoins(means, query)),
    update: (table, change) => {
      if (!subjects.has(table.name)) return db.update(table, change);
      return marked(
        means,
        tableOf(schema, table),
        change.where,
        (tx) => tx.update(table, change),
        (count) => count > 0,
      );
    },
    increment: (table, change) => {
      if (!subjects.has(table.name)) return db.increment(table, change);
      return marked(
        means,
        tableOf(schema, table),
        change.where,
        (tx) => tx.increment(table, change),
        (n) => n !== null,
      );
    },
    remove: (table, query) => {
      if (effects.get(table.name)?.length === 0 && !subjects.has(table.name)) return db.remove(table, query);
      return ended(
        means,
        tableOf(schema, table),
        query.where,
        (tx) => tx.remove(table, query),
        (count) => count > 0,
      );
    },
    take: (table, query) => {
      if (effects.get(table.name)?.length === 0 && !subjects.has(table.name)) return db.take(table, query);
      const idIn = (row: object | null): string[] => (row ? [(row as AnyRow).id] : []);
      const take = (tx: Adapter) => tx.take(table, query);
      return ended(means, tableOf(schema, table), query.where, take, (row) => row !== null, idIn);
    },
    async lock(table, id) {
      const row = await (db as Transaction).lock(table, id);
      if (row) held(table.name, id);
      return row;
    },
  };
}

/** @throws {Error} a join of a row of the database to one of the storage, which no statement can make */
function checkedJoins<Q extends { readonly join?: Joins }>({ routing }: Means, query: Q): Q {
  for (const { table } of Object.values(query.join ?? {})) {
    if (routing.routed.has(table.name)) {
      throw new Error(`"${table.name}" lives in the secondary storage: ask for its rows first, and join to them.`);
    }
  }
  return query;
}

/** A write to a copied table: copies of the rows that it changed are old. */
async function marked<T>(
  means: DatabaseMeans,
  table: ResolvedTable,
  where: unknown,
  run: (db: Adapter) => Promise<T>,
  isDone: (result: T) => boolean,
): Promise<T> {
  const alternatives = checkWhere(table, where as Where<AnyRow>);
  const named = namedSubjects(means, table, alternatives);
  if (!named && !means.open) return means.transaction(run);
  const subjects =
    named ?? (await idsOf(means.db, table, where as Where<AnyRow>)).map((id) => subjectOf(table.name, "id", id));
  const result = await run(means.db);
  if (isDone(result)) {
    await means.mark(subjects);
    const [id, ...others] = namedIds(alternatives) ?? [];
    // Of several ids not each need have a row that was changed, and is held now.
    if (id !== undefined && others.length === 0) means.open?.unit.held.add(`${table.name} ${id}`);
  }
  return result;
}

/**
 * A write that ends rows: what hangs on them ends, too. The database comes first, as it holds the rows from then on.
 * @param idsOfResult where the result says which rows they were, they need not be looked for
 */
async function ended<T>(
  means: DatabaseMeans,
  table: ResolvedTable,
  where: unknown,
  run: (db: Adapter) => Promise<T>,
  isDone: (result: T) => boolean,
  idsOfResult?: (result: T) => readonly string[],
): Promise<T> {
  const effects = means.routing.effects.get(table.name) ?? [];
  const alternatives = checkWhere(table, where as Where<AnyRow>);
  // Copies of what has ended by itself end by themselves.
  if (isAboutTheEnd(alternatives, means.routing.now()) && means.routing.subjects.has(table.name)) return run(means.db);
  if (effects.length === 0) return marked(means, table, where, run, isDone);
  if (!means.open) return means.transaction(run);
  const isLater = idsOfResult !== undefined && effects.every(({ isRouted, next }) => isRouted || next.length === 0);
  const find = async () => namedIds(alternatives) ?? (await idsOf(means.db, table, where as Where<AnyRow>));
  const before = isLater ? [] : await find();
  const caused = await causedBy(means.db, effects, before);
  const result = await run(means.db);
  if (!isDone(result)) return result;
  const ids = isLater ? idsOfResult(result) : before;
  await follow(means, isLater ? await causedBy(means.db, effects, ids) : caused);
  if (means.routing.subjects.has(table.name)) await means.mark(ids.map((id) => subjectOf(table.name, "id", id)));
  return result;
}

/** How a `where` names the rows of a copied table; `null`: by nothing that copies know them by. */
function namedSubjects(
  { routing }: Means,
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
