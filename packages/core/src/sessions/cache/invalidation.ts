/**
 * Finds out which sessions a write changes, so that their copies in the secondary storage can be invalidated. Watches
 * writes to `session` and `user`, and deletions of rows that these refer to.
 *
 * A write that names its sessions by token, or its users by id, needs no additional query. For others, the rows are
 * looked up first in the same transaction, and the write applies only to these. Otherwise, a session that gets a new
 * token between the two queries could keep its copy.
 */

import type { Adapter, AnyRow, Transaction, Where } from "../../database/adapter.ts";
import type { Table } from "../../database/tables.ts";
import {
  changeSessions,
  endReferences,
  findReferences,
  isExpiryOnly,
  lockRows,
  matchingIds,
  namedValues,
  pageSize,
  type References,
  restrict,
  type Stale,
  sessions,
} from "./stale-rows.ts";

/** Options for {@link withInvalidation}. */
export interface InvalidationOptions {
  /** Columns in copies, by table. Changes to other columns don't make copies stale. */
  readonly copied: Readonly<Record<string, ReadonlySet<string>>>;
  /** Called after every write or transaction that may have made copies stale, even if it failed. Never throws. */
  readonly invalidate: (stale: Stale) => Promise<void>;
  readonly now: () => Date;
}

/** Where writes go: the adapter (`tx` is `null`) or an open transaction. */
interface Scope {
  readonly db: Adapter;
  readonly tx: Transaction | null;
  /** Runs one write. The copies that it makes stale are invalidated right after it, or when the transaction ends. */
  readonly run: <T>(write: (stale: Stale) => Promise<T>) => Promise<T>;
  /** Runs `work` in a transaction that has these same operations. */
  readonly transaction: Adapter["transaction"];
  readonly options: InvalidationOptions;
  readonly references: References;
}

/** Wraps an adapter, so that writes invalidate the copies of the sessions they change before they resolve. */
export function withInvalidation(db: Adapter, options: InvalidationOptions): Adapter {
  const references = findReferences(db.schema);
  const run: Scope["run"] = async (write) => {
    const stale: Stale = { tokens: new Set(), userIds: new Set() };
    try {
      return await write(stale);
    } finally {
      // Invalidate even after an error, because the commit may have happened. An unneeded invalidation costs one query.
      if (stale.tokens.size + stale.userIds.size > 0) await options.invalidate(stale);
    }
  };
  const transaction: Adapter["transaction"] = (work) =>
    run((stale) => db.transaction((tx) => work(watchedTransaction(tx, stale, options, references))));
  const operations = watchedOperations({ db, tx: null, run, transaction, options, references });
  return { ...operations, ...(db.migrations ? { migrations: db.migrations } : {}) };
}

/** A transaction whose writes add what they make stale to `stale`. */
function watchedTransaction(
  tx: Transaction,
  stale: Stale,
  options: InvalidationOptions,
  references: References,
): Transaction {
  const transaction: Adapter["transaction"] = (work) => tx.transaction(() => work(watched));
  const scope: Scope = { db: tx, tx, run: (write) => write(stale), transaction, options, references };
  const watched: Transaction = {
    ...watchedOperations(scope),
    lock: (table, id) => tx.lock(table, id),
    insertAtEnd: (table, row) => tx.insertAtEnd(table, row),
  };
  return watched;
}

/** The operations of `scope.db`. Each write also records which copies it makes stale. */
function watchedOperations(scope: Scope): Omit<Adapter, "migrations"> {
  const { db, options, references } = scope;
  const affectsCopies = (table: string, columns: readonly string[]): boolean =>
    columns.some((column) => options.copied[table]?.has(column));
  return {
    dialect: db.dialect,
    schema: db.schema,
    findOne: (table, query) => db.findOne(table, query),
    findMany: (table, query) => db.findMany(table, query),
    count: (table, query) => db.count(table, query),
    sum: (table, query) => db.sum(table, query),
    insert: (table, row) => db.insert(table, row),
    insertMany: (table, rows) => db.insertMany(table, rows),
    insertIf: (table, row, condition) => db.insertIf(table, row, condition),
    transaction: scope.transaction,
    update(table, change) {
      if (!affectsCopies(table.name, Object.keys(change.set))) return db.update(table, change);
      return changeRows(scope, table, change.where, affectedCount, (on, where) =>
        on.update(table, { ...change, where }),
      );
    },
    claim(table, change) {
      if (!affectsCopies(table.name, Object.keys(change.set))) return db.claim(table, change);
      return changeRows(scope, table, change.where, singleResult(), (on, where) =>
        on.claim(table, { ...change, where }),
      );
    },
    increment(table, change) {
      if (!affectsCopies(table.name, [change.column])) return db.increment(table, change);
      return changeRows(scope, table, change.where, singleResult(), (on, where) =>
        on.increment(table, { ...change, where }),
      );
    },
    async remove(table, query) {
      if (table.name === sessions.name) return removeSessions(scope, query.where as Where<AnyRow>);
      if (!references.has(table.name)) return db.remove(table, query);
      return removeReferenced(scope, table, query.where, affectedCount, (on, where) => on.remove(table, { where }));
    },
    async consume(table, query) {
      if (table.name === sessions.name) return consumeSession(scope, table, query.where);
      if (!references.has(table.name)) return db.consume(table, query);
      return removeReferenced(scope, table, query.where, singleResult(), (on, where) => on.consume(table, { where }));
    },
  };
}

/** A write that runs with this `where`, which can be narrower than the caller's. */
type Write<R, T> = (on: Adapter, where: Where<R>) => Promise<T>;

/** How to combine the results of a write that runs in parts. */
interface ResultMerge<T> {
  /** The result if no row matches. */
  readonly none: T;
  /** Whether the write concerns at most one row. */
  readonly isSingle: boolean;
  add(total: T, part: T): T;
}

/** For writes that return how many rows they changed. */
const affectedCount: ResultMerge<number> = { none: 0, isSingle: false, add: (total, part) => total + part };

/** For writes that return the one row that they change, or one of its values. */
function singleResult<T>(): ResultMerge<T | null> {
  return { none: null, isSingle: true, add: (total, part) => total ?? part };
}

/** Changes sessions or users. */
async function changeRows<R extends object, T>(
  scope: Scope,
  table: Table<R>,
  where: Where<R>,
  { none, isSingle, add }: ResultMerge<T>,
  write: Write<R, T>,
): Promise<T> {
  const isSession = table.name === sessions.name;
  const named = namedValues(where, isSession ? "token" : "id");
  if (named) return writeNamed(scope, isSession ? "tokens" : "userIds", named, () => write(scope.db, where));
  const { tx } = scope;
  if (!tx) return scope.transaction((watched) => write(watched, where));
  return scope.run(async (stale) => {
    const ids = await matchingIds(tx, table, where);
    // The lock ensures that no one changes the token before the write. A user's id never changes.
    if (isSession) for (const { token } of await lockRows(tx, sessions, ids)) stale.tokens.add(String(token));
    else for (const id of ids) stale.userIds.add(id);
    let result = none;
    for (let from = 0; from < ids.length; from += pageSize) {
      result = add(result, await write(tx, restrict(where, "id", ids.slice(from, from + pageSize))));
      if (isSingle && result !== none) break;
    }
    return result;
  });
}

/** Runs a write whose `where` names the rows by token or id. */
function writeNamed<T>(
  { run }: Scope,
  kind: keyof Stale,
  named: readonly string[],
  write: () => Promise<T>,
): Promise<T> {
  return run(async (stale) => {
    let mayHaveChanged = true;
    try {
      const result = await write();
      mayHaveChanged = Boolean(result);
      return result;
    } finally {
      if (mayHaveChanged) for (const value of named) stale[kind].add(value);
    }
  });
}

async function removeSessions(scope: Scope, where: Where<AnyRow>): Promise<number> {
  const remove = (on: Adapter, rest: Where<AnyRow>): Promise<number> => on.remove(sessions, { where: rest });
  // Expired sessions need no invalidation, because they aren't read from copies either.
  if (isExpiryOnly(where, scope.options.now())) return remove(scope.db, where);
  const named = namedValues(where, "token");
  if (named) return writeNamed(scope, "tokens", named, () => remove(scope.db, where));
  const { tx } = scope;
  if (!tx) return scope.transaction((watched) => remove(watched, where));
  return scope.run((stale) => changeSessions(tx, stale, where, (rest) => remove(tx, rest)));
}

function consumeSession<R extends object>({ db, run }: Scope, table: Table<R>, where: Where<R>): Promise<R | null> {
  return run(async (stale) => {
    for (const token of namedValues(where, "token") ?? []) stale.tokens.add(token);
    const row = await db.consume(table, { where });
    if (row) stale.tokens.add((row as R & { readonly token: string }).token);
    return row;
  });
}

/** Deletes rows that sessions or users refer to, directly or through others. */
async function removeReferenced<R extends object, T>(
  scope: Scope,
  table: Table<R>,
  where: Where<R>,
  { none, isSingle, add }: ResultMerge<T>,
  write: Write<R, T>,
): Promise<T> {
  const { tx, references } = scope;
  if (!tx) return scope.transaction((watched) => write(watched, where));
  return scope.run(async (stale) => {
    const found = await matchingIds(tx, table, where);
    const candidates = isSingle ? found.slice(0, 1) : found;
    await lockRows(tx, table, candidates);
    let result = none;
    for (let from = 0; from < candidates.length; from += pageSize) {
      // Find the locked rows that still match. No other transaction can change them now.
      const ids = await matchingIds(tx, table, restrict(where, "id", candidates.slice(from, from + pageSize)));
      if (ids.length === 0) continue;
      await endReferences(references, tx, stale, table.name, ids);
      result = add(result, await write(tx, restrict(where, "id", ids)));
    }
    return result;
  });
}
