/** A database in memory, for tests and experiments. Keeps every guarantee except durability. */

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
import { createMutex, type Mutex } from "../mutex.ts";
import {
  checkClaim,
  checkCondition,
  checkPage,
  checkSum,
  createJoinCheck,
  type JoinCheck,
  resolveOrder,
  tableOf,
  toSafeSum,
} from "../query-checks.ts";
import type { ResolvedTable, Schema } from "../schema.ts";
import { rowAs, type Table } from "../tables.ts";
import { runTransaction, wrapOperations } from "../transaction.ts";
import { checkRow, checkSet, checkValue, columnOf, isIncrement } from "../values.ts";
import { checkWhere, isCondition } from "../where.ts";
import { compareRows, matches } from "./match.ts";
import { MemoryStore } from "./store.ts";

export interface MemoryAdapterOptions {
  readonly onStatement?: StatementObserver;
}

/**
 * Creates a database in memory. Its rows live as long as the returned value and are shared by everything that connects.
 */
export function memoryAdapter(options: MemoryAdapterOptions = {}): DatabaseAdapter {
  const store = new MemoryStore();
  const mutex = createMutex();
  return {
    dialect: "memory",
    connect(schema) {
      store.addSchema(schema);
      return createAdapter({
        store,
        mutex,
        schema,
        checkJoins: createJoinCheck(schema),
        onStatement: options.onStatement ?? (() => {}),
      });
    },
  };
}

interface Deps {
  readonly store: MemoryStore;
  readonly mutex: Mutex;
  readonly schema: Schema;
  readonly checkJoins: JoinCheck;
  readonly onStatement: StatementObserver;
}

/** Outside a transaction, operations wait until the open one ends, as on a single connection. */
function createAdapter(deps: Deps): Adapter {
  const { mutex, store, onStatement } = deps;
  const { lock: _, ...operationsWithoutLock } = operations(deps);
  const reportStatement = (text: string): void => onStatement({ kind: "transaction", table: null, text });
  return {
    ...wrapOperations(operationsWithoutLock, (run) => (mutex.isHeld() ? mutex.run(run) : run())),
    transaction: (work) =>
      mutex.run(async () => {
        reportStatement("begin");
        const open = store.begin();
        try {
          const result = await runTransaction(operations(deps), work);
          open.commit();
          reportStatement("commit");
          return result;
        } catch (error) {
          open.rollback();
          reportStatement("rollback");
          throw error;
        }
      }),
  };
}

/** Each operation runs without awaiting anything, so nothing can interleave. */
function operations({
  store,
  schema,
  checkJoins,
  onStatement,
}: Deps): Omit<Transaction, "transaction" | "insertAtEnd"> {
  const reportTable = (kind: StatementInfo["kind"], handle: { readonly name: string }, text: string): ResolvedTable => {
    const table = tableOf(schema, handle);
    onStatement({ kind, table: table.name, text: `${text} ${table.name}` });
    return table;
  };
  const find = (table: ResolvedTable, where: unknown): AnyRow[] =>
    findMatching(store, table, checkWhere(table, where as Where<AnyRow>));
  const read = (table: ResolvedTable, where: unknown, joins: Joins | undefined): AnyRow[] => {
    checkJoins(table, joins);
    return withJoins(store, schema, find(table, where), joins);
  };
  const insertMany = async <R extends object>(handle: Table<R>, rows: readonly Insert<R>[]): Promise<void> => {
    if (rows.length === 0) return;
    const table = reportTable("write", handle, "insert");
    store.runAtomically(() => {
      for (const row of rows) store.insert(schema, table, withDefaults(table, checkRow(table, row)));
    });
  };
  return {
    dialect: "memory",
    schema,
    insertMany,
    insert: (handle, row) => insertMany(handle, [row]),
    async insertIf(handle, row, condition) {
      const table = reportTable("write", handle, "insert");
      const values = withDefaults(table, checkRow(table, row));
      const { exists, table: other, where } = checkCondition(schema, condition);
      if (findMatching(store, other, where).length > 0 !== exists) return false;
      store.runAtomically(() => store.insert(schema, table, values));
      return true;
    },
    async findOne(handle, { where, join, columns }) {
      const table = reportTable("read", handle, "find");
      const [row] = read(table, where, join);
      return rowAs(row ? projectRow(table, row, columns) : null);
    },
    async findMany(handle, query) {
      const table = reportTable("read", handle, "find");
      const { where, join, columns, after, offset = 0, limit } = query;
      const order = resolveOrder(schema, table, query);
      checkPage(query, order);
      const rows = read(table, where, join).sort((a, b) => compareRows(a, b, order));
      const rest = after ? rows.filter((row) => compareRows(row, after, order) > 0) : rows;
      return rest.slice(offset, offset + limit).map((row) => rowAs(projectRow(table, row, columns)));
    },
    async count(handle, { where, join }) {
      return read(reportTable("read", handle, "count"), where, join).length;
    },
    async sum(handle, query) {
      const table = reportTable("read", handle, "sum");
      checkSum(table, query);
      const sums = new Map<unknown, bigint>();
      for (const row of find(table, query.where ?? {})) {
        const group = row[query.groupBy] ?? null;
        sums.set(group, (sums.get(group) ?? 0n) + BigInt(Number(row[query.column] ?? 0)));
      }
      return [...sums].map(([group, sum]) => ({ group: group as never, sum: toSafeSum(sum) }));
    },
    async update(handle, { where, set }) {
      const table = tableOf(schema, handle);
      const values = checkSet(table, set);
      const rows = find(table, where);
      if (Object.keys(values).length === 0) return 0;
      reportTable("write", handle, "update");
      store.runAtomically(() => {
        for (const row of rows) store.upsert(schema, table, applyUpdate(table, row, values));
      });
      return rows.length;
    },
    async remove(handle, { where }) {
      const table = reportTable("write", handle, "remove");
      const rows = find(table, where);
      store.runAtomically(() => {
        for (const row of rows) store.delete(schema, table, row);
      });
      return rows.length;
    },
    async consume(handle, { where }) {
      const table = reportTable("write", handle, "take");
      const [row] = find(table, where);
      if (!row) return null;
      store.runAtomically(() => store.delete(schema, table, row));
      return rowAs(projectRow(table, row));
    },
    async claim(handle, change) {
      const table = reportTable("write", handle, "claim");
      const { where, set, exists } = checkClaim(schema, table, change);
      const conditionHolds = (row: AnyRow): boolean =>
        exists === null || findJoined(store, tableOf(schema, exists.table), row, exists) !== null;
      const row = findMatching(store, table, where).find(conditionHolds);
      if (!row) return null;
      const next = applyUpdate(table, row, set);
      store.runAtomically(() => store.upsert(schema, table, next));
      return rowAs(projectRow(table, next));
    },
    async increment(handle, { where, column, by = 1, atMost = Number.MAX_SAFE_INTEGER }) {
      const table = reportTable("write", handle, "increment");
      for (const amount of [by, atMost]) checkValue(table, column, columnOf(table, column), amount);
      const row = find(table, where).find((candidate) => isWithin(Number(candidate[column]) + by, atMost));
      if (!row) return null;
      const next = Number(row[column]) + by;
      store.runAtomically(() => store.upsert(schema, table, { ...row, [column]: next }));
      return next;
    },
    async lock(handle, id) {
      const table = reportTable("read", handle, "lock");
      const [row] = find(table, { id });
      return rowAs(row ? projectRow(table, row) : null);
    },
  };
}

function isWithin(value: number, atMost: number): boolean {
  return value <= atMost && value >= Number.MIN_SAFE_INTEGER;
}

/** Returns each row that matches any of the alternatives, without duplicates. */
function findMatching(store: MemoryStore, table: ResolvedTable, alternatives: readonly WhereAll<AnyRow>[]): AnyRow[] {
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
    .find((candidate) => matches(candidate, [key as WhereAll<AnyRow>]) && matches(candidate, alternatives));
  return found ? projectRow(table, found, columns && [...new Set(["id", ...columns])]) : null;
}

/** Copies the requested columns, or all of them with absent ones as `null`. Joined rows are kept unchanged. */
function projectRow(table: ResolvedTable, row: AnyRow, columns?: readonly string[]): AnyRow {
  const copy: Record<string, unknown> = {};
  for (const name of columns ?? Object.keys(table.columns)) {
    columnOf(table, name);
    copy[name] = copyValue(row[name] ?? null);
  }
  for (const name in row) if (!Object.hasOwn(table.columns, name)) copy[name] = row[name];
  return copy as AnyRow;
}

function withDefaults(table: ResolvedTable, values: Record<string, unknown>): AnyRow {
  const row: Record<string, unknown> = {};
  for (const [name, column] of Object.entries(table.columns)) {
    const value = values[name];
    row[name] = value === undefined ? (column.default ?? null) : copyForStorage(table, name, value);
  }
  return row as AnyRow;
}

function applyUpdate(table: ResolvedTable, row: AnyRow, values: Record<string, unknown>): AnyRow {
  const next: Record<string, unknown> = { ...row };
  for (const [name, value] of Object.entries(values)) {
    const column = columnOf(table, name);
    next[name] = isIncrement(column, value) ? Number(row[name]) + value.increment : copyForStorage(table, name, value);
  }
  return next as AnyRow;
}

/** Copies the value so that the caller can't change it. JSON goes through text, as in other databases. */
function copyForStorage(table: ResolvedTable, name: string, value: unknown): unknown {
  return columnOf(table, name).type === "json" && value !== null ? JSON.parse(JSON.stringify(value)) : copyValue(value);
}

function copyValue(value: unknown): unknown {
  return typeof value === "object" && value !== null ? structuredClone(value) : value;
}
