/** `afterCommit` hooks go through the outbox, so that they survive a crash and are tried again. */

import type { NoteAfterCommit, TableChange, TableHook } from "../database/hooks.ts";
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
    const message: HookMessage = { at: siblings(hooks, hook).indexOf(hook), change };
    await storeMessage(tx, kernel(), plainMessage(kernel(), hookKind, message));
  };
}

/** Runs the hook that a message stands for. */
export function hookDeliverer(hooks: readonly TableHook[]): OutboxHandler {
  return async (payload) => {
    const { at, change } = payload as HookMessage;
    await siblings(hooks, change)[at]?.afterCommit?.(revive(change) as TableChange);
  };
}

function siblings(
  hooks: readonly TableHook[],
  { table, operation }: Pick<TableHook, "table" | "operation">,
): TableHook[] {
  return hooks.filter((hook) => hook.table === table && hook.operation === operation);
}

const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function revive(value: unknown): unknown {
  if (typeof value === "string" && isoDate.test(value)) return new Date(value);
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, revive(inner)]));
}
