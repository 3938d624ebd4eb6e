/** Enforces the rules of an open transaction the same way for every adapter. */

import type { Adapter, Insert, RowAtEnd, Transaction } from "./adapter.ts";
import type { Table } from "./tables.ts";

const operationNames = [
  "insert",
  "insertMany",
  "insertIf",
  "findOne",
  "findMany",
  "count",
  "sum",
  "update",
  "remove",
  "consume",
  "claim",
  "increment",
] as const;

type OperationCall = (...parameters: unknown[]) => Promise<unknown>;
export type Operations = Pick<Adapter, (typeof operationNames)[number]>;

/** Wraps every operation in `wrap`. */
export function wrapOperations<O extends Partial<Transaction>>(
  operations: O,
  wrap: (run: () => Promise<unknown>) => Promise<unknown>,
): O {
  const wrapped: Record<string, unknown> = { ...operations };
  for (const name of [...operationNames, "lock"] as const) {
    const run = operations[name] as OperationCall | undefined;
    if (run) wrapped[name] = (...parameters: unknown[]) => wrap(() => run(...parameters));
  }
  return wrapped as O;
}

/**
 * Runs `work` with the operations of an open transaction.
 *
 * If an operation throws, every later one and the transaction itself throw the same error, even if `work` caught it.
 * PostgreSQL behaves this way, and would silently turn the later COMMIT into a rollback. Once `work` is done, the
 * operations throw, because another caller may be using the connection, and because rows for the end of the transaction
 * could no longer be inserted.
 */
export async function runTransaction<T>(
  operations: Omit<Transaction, "transaction" | "insertAtEnd">,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let hasEnded = false;
  let failure: { readonly error: unknown } | null = null;
  const throwFailure = (): void => {
    if (failure) throw failure.error;
  };
  const guarded = async (run: () => Promise<unknown>): Promise<unknown> => {
    if (hasEnded)
      throw new Error("This transaction has ended. Await everything inside it, and use the adapter afterward.");
    throwFailure();
    try {
      return await run();
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  };
  const rowsAtEnd = new Map<string, { readonly table: Table<never>; readonly rows: RowAtEnd<never>[] }>();
  const tx: Transaction = {
    ...wrapOperations(operations, guarded),
    insertAtEnd: (table, row) =>
      guarded(async () => {
        const known = rowsAtEnd.get(table.name);
        if (known) known.rows.push(row as RowAtEnd<never>);
        else rowsAtEnd.set(table.name, { table: table as Table<never>, rows: [row as RowAtEnd<never>] });
      }) as Promise<void>,
    transaction: (inner) => guarded(() => inner(tx)) as ReturnType<typeof inner>,
  };
  try {
    const result = await work(tx);
    hasEnded = true;
    throwFailure();
    for (const { table, rows } of rowsAtEnd.values()) await operations.insertMany(table, rows.map(rowOf));
    // An operation that `work` didn't await may have failed meanwhile.
    throwFailure();
    return result;
  } finally {
    hasEnded = true;
  }
}

/** Returns the row to insert, calling it if it's a function. */
export function rowOf<R extends object>(row: RowAtEnd<R>): Insert<R> {
  return typeof row === "function" ? row() : row;
}

/** Inserts a row at the end of a transaction, or immediately without one. */
export function insertAtEnd<R extends object>(
  db: Adapter | Transaction,
  table: Table<R>,
  row: Insert<R>,
): Promise<void> {
  return "insertAtEnd" in db ? db.insertAtEnd(table, row) : db.insert(table, row);
}
