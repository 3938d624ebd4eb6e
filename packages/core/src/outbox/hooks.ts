/** `afterCommit` hooks go through the outbox, so that they survive a crash and are tried again. */

import type { AnyRow } from "../database/adapter.ts";
import type { NoteAfterCommit, TableChange, TableHook } from "../database/hooks.ts";
import type { ResolvedTable, Schema } from "../database/schema.ts";
import type { AuthContext } from "../plugin/context.ts";
import type { OutboxHandler } from "../plugin/plugin.ts";
import { plainMessage, storeMessage } from "./store.ts";

/** The kind of message that stands for a hook. */
export const hookKind = "hook";

interface HookMessage {
  /** Place of the hook among those of its table and operation. */
  readonly at: number;
  readonly change: TableChange;
}

/** Notes hooks as messages, to be delivered soon. */
export function hookNotes(hooks: readonly TableHook[], kernel: () => AuthContext): NoteAfterCommit {
  return async (tx, hook, change) => {
    const message: HookMessage = { at: siblings(hooks, hook).indexOf(hook), change: withoutSecrets(tx.schema, change) };
    await storeMessage(tx, kernel(), plainMessage(kernel(), hookKind, message));
  };
}

/** Runs the hook that a message stands for. */
export function hookDeliverer(hooks: readonly TableHook[]): OutboxHandler {
  return async (payload, { db }) => {
    const { at, change } = payload as HookMessage;
    await siblings(hooks, change)[at]?.afterCommit?.(withDates(tableOf(db.schema, change), change));
  };
}

function siblings(
  hooks: readonly TableHook[],
  { table, operation }: Pick<TableHook, "table" | "operation">,
): TableHook[] {
  return hooks.filter((hook) => hook.table === table && hook.operation === operation);
}

/** Hashes, tokens of providers and digests stay where they are: columns that no answer shows are left out. */
function withoutSecrets(schema: Schema, change: TableChange): TableChange {
  const { columns } = tableOf(schema, change);
  const shown = (row: object): AnyRow =>
    Object.fromEntries(Object.entries(row).filter(([name]) => columns[name]?.returned !== false)) as AnyRow;
  return { ...change, rows: change.rows.map(shown), ...(change.set ? { set: shown(change.set) } : {}) };
}

/** Dates came back from JSON as text. */
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
