/** An app's own hooks, and how they become those of a plugin. */

import type { Transaction } from "../database/adapter.ts";
import type { TableChange, TableHook } from "../database/hooks.ts";
import type { RequestContext } from "../plugin/context.ts";
import type { EndpointHook } from "../plugin/plugin.ts";

/** Steps around every endpoint. `context.endpointId` says which. */
export interface EndpointHooks {
  /** Behind the guards. May refuse by throwing, or return other input. */
  before?(input: unknown, context: RequestContext): unknown;
  /** After the handler ended well. May return another answer. */
  after?(output: unknown, context: RequestContext): unknown;
}

/** Steps around writes, by table and operation. */
export type DatabaseHooks = Readonly<Record<string, TableHooks>>;

/** An app's hooks around one table, by operation. */
export interface TableHooks {
  readonly create?: WriteHooks;
  readonly update?: WriteHooks;
  readonly delete?: WriteHooks;
}

/** Three moments around a write. */
export interface WriteHooks {
  /** In the transaction of the write. Throwing undoes it. Use `tx` alone, and nothing slow. */
  inTransaction?(change: TableChange, tx: Transaction): Promise<void> | void;
  /** After the commit, at least once; tried again until it succeeds. */
  afterCommit?(change: TableChange): Promise<void> | void;
  /** When the write failed. */
  onFailure?(error: unknown, change: TableChange): Promise<void> | void;
}

export function endpointHooks(hooks: EndpointHooks | undefined): EndpointHook[] {
  return hooks ? [{ on: () => true, ...hooks }] : [];
}

export function tableHooks(hooks: DatabaseHooks = {}): TableHook[] {
  const list: TableHook[] = [];
  for (const [table, operations] of Object.entries(hooks)) {
    for (const operation of ["create", "update", "delete"] as const) {
      const moments = operations[operation];
      if (moments) list.push({ table, operation, ...moments });
    }
  }
  return list;
}
