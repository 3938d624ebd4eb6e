/** The database in memory: for tests and for trying things out. Keeps every promise but that of outliving the process. */

import type {
  Adapter,
  AnyRow,
  DatabaseAdapter,
  Insert,
  Join,
  Joins,
  StatementInfo,
  StatementObserver,
  Transaction,
  Where,
  WhereAll,
} from "../adapter.ts";
import { checkJoins, checkPage, fullOrder, tableOf } from "../lists.ts";
import { createMutex, type Mutex } from "../mutex.ts";
import type { ResolvedTable, Schema } from "../schema.ts";
import type { Table } from "../tables.ts";
import { aroundEach, runTransaction } from "../transaction.ts";
import { checkRow, checkSet, checkValue, columnOf, isIncrement } from "../values.ts";
import { checkWhere, isCondition } from "../where.ts";
import { compareRows, matches } from "./match.ts";
import { MemoryStore } from "./store.ts";

export interface MemoryAdapterOptions {
  readonly onStatement?: StatementObserver;
}

/** A database in memory. Its rows live as long as the value returned here, whoever connects to it. */
export function memoryAdapter(options: MemoryAdapterOptions = {}): DatabaseAdapter {
  const store = new MemoryStore();
  const mutex = createMutex();
  return {
    dialect: "memory",
    connect(schema) {
      store.prepare(schema);
      return connected({ store, mutex, schema, tell: options.onStatement ?? (() => {}) });
    },
  };
}

interface Means {
  readonly store: MemoryStore;
  readonly mutex: Mutex;
  readonly schema: Schema;
  readonly tell: StatementObserver;
}

/** Outside of a transaction an operation waits until the open one ends, as on a single connection. */
function connected(means: Means): Adapter {
  const { mutex, store, tell } = means;
  const { lock: _, ...own } = operations(means);
  const tellOf = (text: string): void => tell({ kind: "transaction", table: null, text });
  return {
    ...aroundEach(own, (run) => (mutex.isHeld() ? mutex.run(run) : run())),
    transaction: (work) =>
      mutex.run(async () => {
        tellOf("begin");
        const open = store.begin();
        try {
          const result = await runTransaction(operations(means), work);
          open.commit();
          tellOf("commit");
          return result;
        } catch (error) {
          open.rollback();
          tellOf("rollback");
          throw error;
        }
      }),
  };
}

/** Each runs through without awaiting anything, so that nothing comes between its parts. */
function operations({ store, schema, tell }: Means): Omit<Transaction, "transaction"> {
  const named = (kind: StatementInfo["kind"], handle: { readonly name: string }, text: string): ResolvedTable => {
    const table = tableOf(schema, handle);
    tell({ kind, table: table.name, text: `${text} ${table.name}` });
    return table;
  };
  const find = (table: ResolvedTable, where: unknown): AnyRow[] =>
    select(store, table, checkWhere(table, where as Where<AnyRow>));
  const read = (table: ResolvedTable, where: unknown, joins: Joins | undefined): AnyRow[] => {
    checkJoins(schema, table, joins);
    return withJoins(store, schema, find(table, where), joins);
  };
  const insertMany = async <R extends object>(handle: Table<R>, rows: readonly Insert<R>[]): Promise<void> => {
    if (rows.length === 0) return;
    const table = named("write", handle, "insert");
    store.step(() => {
      for (const row of rows) store.add(schema, table, complete(table, checkRow(table, row)));
    });
  };
  return {
    dialect: "memory",
    schema,
    insertMany,
    insert: (handle, row) => insertMany(handle, [row]),
    async findOne(handle, { where, join, columns }) {
      const table = named("read", handle, "find");
      const [row] = read(table, where, join);
      return (row ? shape(table, row, columns) : null) as never;
    },
    async findMany(handle, query) {
      const table = named("read", handle, "find");
      const { where, join, columns, after, offset = 0, limit } = query;
      const order = fullOrder(schema, table, query as never);
      checkPage(query, order);
      const rows = read(table, where, join).sort((a, b) => compareRows(a, b, order));
      const behind = after ? rows.filter((row) => compareRows(row, after, order) > 0) : rows;
      return behind.slice(offset, offset + limit).map((row) => shape(table, row, columns)) as never;
    },
    async count(handle, { where, join }) {
      return read(named("read", handle, "count"), where, join).length;
    },
    async update(handle, { where, set }) {
      const table = tableOf(schema, handle);
      const values = checkSet(table, set);
      const rows = find(table, where);
      if (Object.keys(values).length === 0) return 0;
      named("write", handle, "update");
      store.step(() => {
        for (const row of rows) store.put(schema, table, changed(table, row, values));
      });
      return rows.length;
    },
    async remove(handle, { where }) {
      const table = named("write", handle, "remove");
      const rows = find(table, where);
      store.step(() => {
        for (const row of rows) store.delete(schema, table, row);
      });
      return rows.length;
    },
    async take(handle, { where }) {
      const table = named("write", handle, "take");
      const [row] = find(table, where);
      if (!row) return null;
      store.step(() => store.delete(schema, table, row));
      return shape(table, row) as never;
    },
    async increment(handle, { where, column, by = 1, atMost = Number.MAX_SAFE_INTEGER }) {
      const table = named("write", handle, "increment");
      for (const amount of [by, atMost]) checkValue(table, column, columnOf(table, column), amount);
      const row = find(table, where).find((one) => isWithin(Number(one[column]) + by, atMost));
      if (!row) return null;
      const next = Number(row[column]) + by;
      store.step(() => store.put(schema, table, { ...row, [column]: next }));
      return next;
    },
    async lock(handle, id) {
      const table = named("read", handle, "lock");
      const [row] = find(table, { id });
      return (row ? shape(table, row) : null) as never;
    },
  };
}

function isWithin(value: number, atMost: number): boolean {
  return value <= atMost && value >= Number.MIN_SAFE_INTEGER;
}

/** Rows that fit one of the alternatives, each once. */
function select(store: MemoryStore, table: ResolvedTable, alternatives: readonly WhereAll<AnyRow>[]): AnyRow[] {
  const found = new Set(alternatives.flatMap((all) => store.candidates(table, equalities(all))));
  return [...found].filter((row) => matches(row, alternatives));
}

function equalities(all: WhereAll<AnyRow>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(all).filter(([, wanted]) => !isCondition(wanted)));
}

function withJoins(store: MemoryStore, schema: Schema, rows: AnyRow[], joins: Joins | undefined): AnyRow[] {
  if (!joins) return rows;
  const entries = Object.entries(joins);
  return rows.flatMap((row) => {
    const joined: Record<string, unknown> = { ...row };
    for (const [name, join] of entries) {
      const other = findJoined(store, tableOf(schema, join.table), row, join);
      if (!other && join.required) return [];
      joined[name] = other;
    }
    return [joined as AnyRow];
  });
}

function findJoined(
  store: MemoryStore,
  table: ResolvedTable,
  row: AnyRow,
  { on, where, columns }: Join,
): AnyRow | null {
  const key: Record<string, unknown> = {};
  for (const [name, term] of Object.entries(on)) {
    const value = typeof term === "string" ? row[term] : term.value;
    if (value === null || value === undefined) return null;
    key[name] = value;
  }
  const alternatives = [where ?? {}].flat() as readonly WhereAll<AnyRow>[];
  const found = store
    .candidates(table, key)
    .find((one) => matches(one, [key as WhereAll<AnyRow>]) && matches(one, alternatives));
  return found ? shape(table, found, columns && [...new Set(["id", ...columns])]) : null;
}

/** A copy with every column, absent ones as `null`, or with those asked for; joined rows as they are. */
function shape(table: ResolvedTable, row: AnyRow, columns?: readonly string[]): AnyRow {
  const copy: Record<string, unknown> = {};
  for (const name of columns ?? Object.keys(table.columns)) {
    columnOf(table, name);
    copy[name] = copied(row[name] ?? null);
  }
  for (const name in row) if (!Object.hasOwn(table.columns, name)) copy[name] = row[name];
  return copy as AnyRow;
}

function complete(table: ResolvedTable, values: Record<string, unknown>): AnyRow {
  const row: Record<string, unknown> = {};
  for (const [name, column] of Object.entries(table.columns)) {
    const value = values[name];
    row[name] = value === undefined ? (column.default ?? null) : stored(table, name, value);
  }
  return row as AnyRow;
}

function changed(table: ResolvedTable, row: AnyRow, values: Record<string, unknown>): AnyRow {
  const next: Record<string, unknown> = { ...row };
  for (const [name, value] of Object.entries(values)) {
    const column = columnOf(table, name);
    next[name] = isIncrement(column, value) ? Number(row[name]) + value.increment : stored(table, name, value);
  }
  return next as AnyRow;
}

/** A copy that the caller cannot reach; JSON as it would come back from text. */
function stored(table: ResolvedTable, name: string, value: unknown): unknown {
  return columnOf(table, name).type === "json" && value !== null ? JSON.parse(JSON.stringify(value)) : copied(value);
}

function copied(value: unknown): unknown {
  return typeof value === "object" && value !== null ? structuredClone(value) : value;
}
