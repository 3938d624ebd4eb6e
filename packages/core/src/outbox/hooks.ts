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
  readonly hook: string;
  readonly change: TableChange;
}

/** Notes hooks as messages, to be delivered soon. */
export function hookNotes(kernel: () => AuthContext): NoteAfterCommit {
  return async (tx, hook, change) => {
    const message: HookMessage = { hook: hook.key ?? "", change: withoutSecrets(tx.schema, change) };
    await storeMessage(tx, kernel(), plainMessage(kernel(), hookKind, message));
  };
}

/** Runs the hook that a message stands for. */
export function hookDeliverer(hooks: readonly TableHook[]): OutboxHandler {
  return async (payload, { db }) => {
    const { hook: key, change } = payload as HookMessage;
    const hook = hooks.find((one) => one.key === key);
    if (!hook) throw new Error(`The hook "${key}" is gone: was a plugin removed?`);
    await hook.afterCommit?.(withDates(tableOf(db.schema, change), change));
  };
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
