/** Runs `afterCommit` hooks through the outbox, so that they survive a crash and are retried. */

import type { AnyRow } from "../database/adapter.ts";
import type { EnqueueAfterCommit, TableChange, TableHook } from "../database/hooks.ts";
import type { ResolvedTable, Schema } from "../database/schema.ts";
import type { AuthContext, OutboxHandler } from "../kernel/context.ts";
import { createMessage, storeMessage } from "./store.ts";

/** The hooks' message kind. */
export const hookKind = "hook";

interface HookMessage {
  readonly hook: string;
  readonly change: TableChange;
}

/** Creates the function that enqueues hooks as outbox messages. */
export function createHookEnqueuer(kernel: () => AuthContext): EnqueueAfterCommit {
  return async (tx, hook, change) => {
    const message: HookMessage = { hook: hook.key ?? "", change: withoutSecrets(tx.schema, change) };
    await storeMessage(tx, kernel(), createMessage(kernel(), hookKind, message));
  };
}

/** Creates the handler that runs a message's hook. */
export function createHookHandler(hooks: readonly TableHook[]): OutboxHandler {
  return async (payload, { db }) => {
    const { hook: key, change } = payload as HookMessage;
    const hook = hooks.find((candidate) => candidate.key === key);
    if (!hook) throw new Error(`The hook "${key}" no longer exists. Its plugin was probably removed.`);
    await hook.afterCommit?.(withDates(tableOf(db.schema, change), change));
  };
}

/**
 * Removes columns that responses never contain, such as password hashes and provider tokens, so that no secrets are
 * stored in the message.
 */
function withoutSecrets(schema: Schema, change: TableChange): TableChange {
  const { columns } = tableOf(schema, change);
  const removeHidden = (row: object): AnyRow =>
    Object.fromEntries(Object.entries(row).filter(([name]) => columns[name]?.returned !== false)) as AnyRow;
  return { ...change, rows: change.rows.map(removeHidden), ...(change.set ? { set: removeHidden(change.set) } : {}) };
}

/** Parses dates, which JSON stores as text. */
function withDates({ columns }: ResolvedTable, change: TableChange): TableChange {
  const revived = (row: object): AnyRow =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        columns[name]?.type === "date" && typeof value === "string" ? new Date(value) : value,
      ]),
    ) as AnyRow;
  return { ...change, rows: change.rows.map(revived), ...(change.set ? { set: revived(change.set) } : {}) };
}

function tableOf(schema: Schema, { table }: TableChange): ResolvedTable {
  return schema.get(table) as ResolvedTable;
}
