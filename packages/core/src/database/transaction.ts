/** The rules of an open transaction, the same for every adapter. */

import type { Adapter, Transaction } from "./adapter.ts";

const names = [
  "insert",
  "insertMany",
  "findOne",
  "findMany",
  "count",
  "update",
  "remove",
  "take",
  "increment",
] as const;

type Call = (...parameters: unknown[]) => Promise<unknown>;
export type Operations = Pick<Adapter, (typeof names)[number]>;

/** The same operations with something around every call. */
export function aroundEach<O extends Partial<Transaction>>(
  operations: O,
  wrap: (run: () => Promise<unknown>) => Promise<unknown>,
): O {
  const wrapped: Record<string, unknown> = { ...operations };
  for (const name of [...names, "lock"] as const) {
    const run = operations[name] as Call | undefined;
    if (run) wrapped[name] = (...parameters: unknown[]) => wrap(() => run(...parameters));
  }
  return wrapped as O;
}

/**
 * Runs `work` on the operations of an open transaction.
 *
 * An operation that throws spoils it: every later one throws the same, and so does the transaction, even if `work`
 * caught the error. PostgreSQL has it so, and would answer a COMMIT after it by rolling back without a word. Once `work`
 * is done the operations refuse: their connection belongs to somebody else by then.
 */
export async function runTransaction<T>(
  operations: Omit<Transaction, "transaction">,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let hasEnded = false;
  let fault: { readonly error: unknown } | null = null;
  const held = async (run: () => Promise<unknown>): Promise<unknown> => {
    if (hasEnded) throw new Error("This transaction has ended. Await everything inside it; use the adapter after it.");
    if (fault) throw fault.error;
    try {
      return await run();
    } catch (error) {
      fault ??= { error };
      throw error;
    }
  };
  const tx: Transaction = {
    ...aroundEach(operations, held),
    transaction: (inner) => held(() => inner(tx)) as ReturnType<typeof inner>,
  };
  try {
    const result = await work(tx);
    if (fault) throw (fault as { readonly error: unknown }).error;
    return result;
  } finally {
    hasEnded = true;
  }
}
