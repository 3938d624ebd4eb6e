/** Hooks around writes: an adapter that tells of what it changes. Tables without hooks cost nothing. */

import type { Adapter, AnyRow, Insert, Transaction, Where } from "./adapter.ts";
import type { Table } from "./tables.ts";

/** What happened, or is about to. */
export interface TableChange {
  readonly table: string;
  readonly operation: "create" | "update" | "delete";
  /** The new row at `create`; the rows as they were before at `update` and `delete`. */
  readonly rows: readonly AnyRow[];
  /** The new values, at `update`. */
  readonly set?: Readonly<Record<string, unknown>>;
}

/**
 * Three moments around a write. Rows that go because the row they refer to goes (sessions of a deleted user) are the
 * database's work and are not told of.
 */
export interface TableHook {
  /** Stays the same from one start of the app to the next: what waits in the outbox names its hook by it. */
  readonly key?: string;
  readonly table: string;
  readonly operation: "create" | "update" | "delete";
  /**
   * Runs in the transaction before the write, with the rows as they still are, and with those that will go with them:
   * where something must be looked at, or locked, that the write takes away. Throwing refuses the write.
   */
  beforeWrite?(change: TableChange, tx: Transaction): Promise<void> | void;
  /** Runs in the transaction of the write. Throwing undoes the write. Nothing slow in here. */
  inTransaction?(change: TableChange, tx: Transaction): Promise<void> | void;
  /** Runs after the commit, at least once: what throws is tried again from the outbox. Cannot refuse any more. */
  afterCommit?(change: TableChange): Promise<void> | void;
  /** Told when the write failed, for whatever reason. Nobody waits for it, and what it throws is dropped. */
  onFailure?(error: unknown, change: TableChange): Promise<void> | void;
}

/** Notes an `afterCommit` in the transaction, so that it survives the process. */
export type NoteAfterCommit = (tx: Transaction, hook: TableHook, change: TableChange) => Promise<void>;

/** Most rows that a hook gets in hand at a time. An update or delete of more is told of in several changes. */
const mostRows = 1000;

/** Puts hooks around an adapter's writes. */
export function withHooks(adapter: Adapter, hooks: readonly TableHook[], note: NoteAfterCommit): Adapter {
  if (hooks.length === 0) return adapter;
  const byWrite = new Map<string, TableHook[]>();
  for (const hook of hooks) {
    const key = `${hook.table} ${hook.operation}`;
    byWrite.set(key, [...(byWrite.get(key) ?? []), hook]);
  }
  return wrap(adapter, { byWrite, note });
}

interface Hooks {
  readonly byWrite: ReadonlyMap<string, readonly TableHook[]>;
  readonly note: NoteAfterCommit;
}

function wrapTransaction(tx: Transaction, hooks: Hooks): Transaction {
  return { ...wrap(tx, hooks), lock: (table, id) => tx.lock(table, id) };
}

function wrap(adapter: Adapter, hooks: Hooks): Adapter {
  const create = <R extends object>(
    table: Table<R>,
    rows: readonly Insert<R>[],
    write: (db: Adapter) => Promise<void>,
  ) => around(adapter, hooks, table, "create", { rows: rows as readonly object[] as readonly AnyRow[] }, write);
  return {
    dialect: adapter.dialect,
    schema: adapter.schema,
    ...(adapter.migrations ? { migrations: adapter.migrations } : {}),
    findOne: (table, query) => adapter.findOne(table, query),
    findMany: (table, query) => adapter.findMany(table, query),
    count: (table, query) => adapter.count(table, query),
    increment: (table, change) => adapter.increment(table, change),
    insert: (table, row) => create(table, [row], (db) => db.insert(table, row)),
    insertMany: (table, rows) => create(table, rows, (db) => db.insertMany(table, rows)),
    update: (table, change) => around(adapter, hooks, table, "update", change, (db) => db.update(table, change)),
    remove: (table, query) => around(adapter, hooks, table, "delete", query, (db) => db.remove(table, query)),
    take: (table, query) => around(adapter, hooks, table, "delete", query, (db) => db.take(table, query)),
    transaction: (work) => adapter.transaction((tx) => work(wrapTransaction(tx, hooks))),
  };
}

interface Subject<R> {
  readonly rows?: readonly AnyRow[];
  readonly where?: Where<R>;
  readonly set?: object;
}

async function around<R extends object, T>(
  adapter: Adapter,
  { byWrite, note }: Hooks,
  table: Table<R>,
  operation: TableHook["operation"],
  subject: Subject<R>,
  write: (db: Adapter) => Promise<T>,
): Promise<T> {
  const hooks = byWrite.get(`${table.name} ${operation}`);
  if (!hooks) return write(adapter);
  let change: TableChange = { table: table.name, operation, rows: subject.rows ?? [] };
  try {
    return await adapter.transaction(async (tx) => {
      const batches = subject.rows ? [subject.rows] : await touched(tx, table, subject.where as Where<R>);
      const set = subject.set ? { set: subject.set as Record<string, unknown> } : {};
      for (const rows of batches) {
        change = { ...change, ...set, rows };
        for (const hook of hooks) await hook.beforeWrite?.(change, tx);
      }
      const result = await write(tx);
      for (const rows of batches) {
        change = { ...change, ...set, rows };
        for (const hook of hooks) {
          await hook.inTransaction?.(change, tx);
          if (hook.afterCommit) await note(tx, hook, change);
        }
      }
      return result;
    });
  } catch (error) {
    for (const hook of hooks) tellOfFailure(hook, error, change);
    throw error;
  }
}

/** The rows that a write is about to touch, in batches. */
async function touched<R extends object>(tx: Adapter, table: Table<R>, where: Where<R>): Promise<AnyRow[][]> {
  const batches: AnyRow[][] = [];
  let after: Partial<R> | undefined;
  for (;;) {
    const rows = await tx.findMany(table, { where, limit: mostRows, ...(after ? { after } : {}) });
    if (rows.length > 0) batches.push(rows as unknown as AnyRow[]);
    if (rows.length < mostRows) return batches;
    after = rows.at(-1) as Partial<R>;
  }
}

/** Neither its time nor its own failure may show in the answer: a refused write must look like any other. */
function tellOfFailure(hook: TableHook, error: unknown, change: TableChange): void {
  void (async () => hook.onFailure?.(error, change))().catch(() => {});
}
