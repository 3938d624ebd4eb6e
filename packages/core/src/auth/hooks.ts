/** An app's own hooks, and their conversion to plugin hooks. */

import type { Transaction } from "../database/adapter.ts";
import type { TableChange, TableHook } from "../database/hooks.ts";
import type { RequestContext } from "../kernel/context.ts";
import type { EndpointHook } from "../plugin/plugin.ts";

/** Functions that run before or after every endpoint. `context.endpointId` says which one. */
export interface EndpointHooks {
  /** Runs after the guards. Can throw to reject the request, or return a different input. */
  before?(input: unknown, context: RequestContext): unknown;
  /** Runs after the handler succeeds. Can return a different output. */
  after?(output: unknown, context: RequestContext): unknown;
}

/** Hooks around writes, by table and operation. */
export type DatabaseHooks = Readonly<Record<string, TableHooks>>;

/** An app's hooks around one table, by operation. */
export interface TableHooks {
  readonly create?: WriteHooks;
  readonly update?: WriteHooks;
  readonly delete?: WriteHooks;
}

/** Hooks for the three stages of a write. */
export interface WriteHooks {
  /** Runs in the write's transaction. Throwing rolls it back. Query only through `tx`, and do nothing slow. */
  inTransaction?(change: TableChange, tx: Transaction): Promise<void> | void;
  /** Runs after the commit, at least once. If it throws, it's retried, up to 10 attempts in total. */
  afterCommit?(change: TableChange): Promise<void> | void;
  /** Runs if the write fails. */
  onFailure?(error: unknown, change: TableChange): Promise<void> | void;
}

/** @throws {Error} if a hook isn't a function. The message names it. */
export function endpointHooks(hooks: EndpointHooks | undefined): EndpointHook[] {
  for (const [name, hook] of Object.entries(hooks ?? {})) {
    if (hook === undefined || typeof hook === "function") continue;
    throw new Error(`hooks.${name} isn't a function. Set it to a function, which runs for every endpoint.`);
  }
  return hooks ? [{ on: () => true, ...hooks }] : [];
}

/** @throws {Error} if a table's hooks aren't an object. The message names the table. */
export function tableHooks(hooks: DatabaseHooks = {}): TableHook[] {
  const list: TableHook[] = [];
  for (const [table, operations] of Object.entries(hooks)) {
    if (operations === undefined) continue;
    if (typeof operations !== "object" || operations === null) {
      throw new Error(`databaseHooks.${table} is ${String(operations)}. Set it to an object with hooks, or remove it.`);
    }
    for (const operation of ["create", "update", "delete"] as const) {
      const writeHooks = operations[operation];
      if (writeHooks) list.push({ table, operation, ...writeHooks });
    }
  }
  return list;
}
