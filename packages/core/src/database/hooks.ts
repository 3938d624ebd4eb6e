/** Wraps an adapter to run hooks around writes. Tables without hooks cost nothing. */

import type { Adapter, AnyRow, Insert, Transaction, Where } from "./adapter.ts";
import type { Table } from "./tables.ts";
import { rowOf } from "./transaction.ts";

/** A write that happened or is about to happen. */
export interface TableChange {
  readonly table: string;
  readonly operation: "create" | "update" | "delete";
  /** The new rows for `create`. The rows before the change for `update` and `delete`. */
  readonly rows: readonly AnyRow[];
  /** The new values, for `update`. */
  readonly set?: Readonly<Record<string, unknown>>;
}

/**
 * Callbacks around a write. Rows that the database deletes by cascade (such as sessions of a deleted user) don't run
 * hooks.
 */
export interface TableHook {
  /** Must stay the same across restarts. Messages in the outbox refer to their hook by this key. */
  readonly key?: string;
  readonly table: string;
  readonly operation: "create" | "update" | "delete";
  /**
   * Runs in the transaction before the write, while the rows and everything that refers to them still exist. Use it to
   * read or lock what the write removes. Throw to reject the write. It also runs if `insertIf` or `claim` then writes
   * nothing.
   */
  beforeWrite?(change: TableChange, tx: Transaction): Promise<void> | void;
  /** Runs in the write's transaction. Throw to roll it back. Don't do anything slow here. */
  inTransaction?(change: TableChange, tx: Transaction): Promise<void> | void;
  /** Runs after the commit, at least once. If it throws, the outbox retries it. It can no longer reject the write. */
  afterCommit?(change: TableChange): Promise<void> | void;
  /** Runs if the write failed for any reason. It isn't awaited, and its errors are ignored. */
  onFailure?(error: unknown, change: TableChange): Promise<void> | void;
}

/** Stores a pending `afterCommit` in the transaction, so that it survives a crash. */
export type EnqueueAfterCommit = (tx: Transaction, hook: TableHook, change: TableChange) => Promise<void>;

/** Maximum number of rows per call of a hook. Larger updates and deletes are split. */
const batchSize = 1000;

/**
 * Adds hooks to an adapter's writes. `increment` runs no hooks, and neither does an `update` that only affects columns
 * with `runsHooks: false`. If a table has `create` hooks, `insertAtEnd` inserts the row immediately.
 */
export function withHooks(
  adapter: Adapter,
  hooks: readonly TableHook[],
  enqueueAfterCommit: EnqueueAfterCommit,
): Adapter {
  if (hooks.length === 0) return adapter;
  const byWrite = new Map<string, TableHook[]>();
  for (const hook of hooks) {
    const key = `${hook.table} ${hook.operation}`;
    byWrite.set(key, [...(byWrite.get(key) ?? []), hook]);
  }
  return wrapAdapter(adapter, { byWrite, enqueueAfterCommit });
}

interface Hooks {
  readonly byWrite: ReadonlyMap<string, readonly TableHook[]>;
  readonly enqueueAfterCommit: EnqueueAfterCommit;
}

function wrapTransaction(tx: Transaction, hooks: Hooks): Transaction {
  const wrapped = wrapAdapter(tx, hooks);
  return {
    ...wrapped,
    lock: (table, id) => tx.lock(table, id),
    insertAtEnd: (table, row) =>
      hooks.byWrite.has(`${table.name} create`) ? wrapped.insert(table, rowOf(row)) : tx.insertAtEnd(table, row),
  };
}

function wrapAdapter(adapter: Adapter, hooks: Hooks): Adapter {
  const create = <R extends object, T>(
    table: Table<R>,
    rows: readonly Insert<R>[],
    write: (db: Adapter) => Promise<T>,
  ) => runWithHooks(adapter, hooks, table, "create", { rows: rows as readonly object[] as readonly AnyRow[] }, write);
  return {
    dialect: adapter.dialect,
    schema: adapter.schema,
    ...(adapter.migrations ? { migrations: adapter.migrations } : {}),
    findOne: (table, query) => adapter.findOne(table, query),
    findMany: (table, query) => adapter.findMany(table, query),
    count: (table, query) => adapter.count(table, query),
    sum: (table, query) => adapter.sum(table, query),
    increment: (table, change) => adapter.increment(table, change),
    insert: (table, row) => create(table, [row], (db) => db.insert(table, row)),
    insertMany: (table, rows) => create(table, rows, (db) => db.insertMany(table, rows)),
    insertIf: (table, row, condition) => create(table, [row], (db) => db.insertIf(table, row, condition)),
    update: (table, change) =>
      isQuiet(adapter, table, change.set)
        ? adapter.update(table, change)
        : runWithHooks(adapter, hooks, table, "update", change, (db) => db.update(table, change)),
    remove: (table, query) => runWithHooks(adapter, hooks, table, "delete", query, (db) => db.remove(table, query)),
    consume: (table, query) => runWithHooks(adapter, hooks, table, "delete", query, (db) => db.consume(table, query)),
    claim: (table, change) => runWithHooks(adapter, hooks, table, "update", change, (db) => db.claim(table, change)),
    transaction: (work) => adapter.transaction((tx) => work(wrapTransaction(tx, hooks))),
  };
}

function isQuiet({ schema }: Adapter, { name }: { readonly name: string }, set: object): boolean {
  const columns = schema.get(name)?.columns;
  const changed = Object.keys(set);
  return changed.length > 0 && changed.every((column) => columns?.[column]?.runsHooks === false);
}

interface WriteInput<R> {
  readonly rows?: readonly AnyRow[];
  readonly where?: Where<R>;
  readonly set?: object;
}

async function runWithHooks<R extends object, T>(
  adapter: Adapter,
  { byWrite, enqueueAfterCommit }: Hooks,
  table: Table<R>,
  operation: TableHook["operation"],
  subject: WriteInput<R>,
  write: (db: Adapter) => Promise<T>,
): Promise<T> {
  const hooks = byWrite.get(`${table.name} ${operation}`);
  if (!hooks) return write(adapter);
  let change: TableChange = { table: table.name, operation, rows: subject.rows ?? [] };
  try {
    return await adapter.transaction(async (tx) => {
      const batches = subject.rows ? [subject.rows] : await findAffectedRows(tx, table, subject.where as Where<R>);
      const set = subject.set ? { set: subject.set as Record<string, unknown> } : {};
      for (const rows of batches) {
        change = { ...change, ...set, rows };
        for (const hook of hooks) await hook.beforeWrite?.(change, tx);
      }
      const result = await write(tx);
      if (result === false || result === null) return result;
      for (const found of batches) {
        const rows = changedRows(found, result);
        if (rows.length === 0) continue;
        change = { ...change, ...set, rows };
        for (const hook of hooks) {
          await hook.inTransaction?.(change, tx);
          if (hook.afterCommit) await enqueueAfterCommit(tx, hook, change);
        }
      }
      return result;
    });
  } catch (error) {
    for (const hook of hooks) reportFailure(hook, error, change);
    throw error;
  }
}

/**
 * Returns the rows that a write changed. `consume` and `claim` change only the row that they return, even if more
 * matched.
 */
function changedRows(found: readonly AnyRow[], result: unknown): readonly AnyRow[] {
  if (typeof result !== "object" || result === null) return found;
  return found.filter(({ id }) => id === (result as AnyRow).id);
}

/** Reads the rows that a write is about to change, in batches. */
async function findAffectedRows<R extends object>(tx: Adapter, table: Table<R>, where: Where<R>): Promise<AnyRow[][]> {
  const batches: AnyRow[][] = [];
  let after: Partial<R> | undefined;
  for (;;) {
    const rows = await tx.findMany(table, { where, limit: batchSize, ...(after ? { after } : {}) });
    if (rows.length > 0) batches.push(rows as object[] as AnyRow[]);
    if (rows.length < batchSize) return batches;
    after = rows.at(-1) as Partial<R>;
  }
}

/** Isn't awaited and ignores errors, so that a rejected write responds like any other. */
function reportFailure(hook: TableHook, error: unknown, change: TableChange): void {
  void (async () => hook.onFailure?.(error, change))().catch(() => {});
}
