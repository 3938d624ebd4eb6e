/** Ends a command's database connection before one of its statements, as a crash of the process does. */

import type { OpenDatabase } from "../src/database/open.ts";

/** A database whose connection can be lost. */
export interface Interruptible {
  readonly database: OpenDatabase;
  /** The statements that change something and were sent, including COMMIT. */
  readonly writes: readonly string[];
}

/**
 * @param at number of writes after which the connection is lost. From then on, every statement fails, even ROLLBACK.
 */
export function interruptible(database: OpenDatabase, at: number): Interruptible {
  const writes: string[] = [];
  let isLost = false;
  const check = (text: string): void => {
    isLost ||= isWrite(text) && writes.length === at;
    if (isLost) throw new Error("The connection was lost.");
    if (isWrite(text)) writes.push(text);
  };
  return {
    writes,
    database: {
      ...database,
      rows: async (statement) => {
        check(statement);
        return database.rows(statement);
      },
      execute: async (statement) => {
        check(statement);
        return database.execute(statement);
      },
      source: watched(database.source, check),
    },
  };
}

function isWrite(text: string): boolean {
  return !/^\s*(?:select|with|pragma|set|begin|start|show|rollback)\b/i.test(text);
}

type Check = (text: string) => void;

/** Methods of the drivers that send the statement in their first argument. */
const sending: ReadonlySet<PropertyKey> = new Set(["query", "execute", "exec"]);

/** Methods of the drivers that resolve to a connection. */
const connecting: ReadonlySet<PropertyKey> = new Set(["connect", "getConnection"]);

/** Checks each statement before the driver sends it. */
function watched<T extends object>(source: T, check: Check): T {
  return new Proxy(source, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      const call = value.bind(target) as (...args: unknown[]) => unknown;
      if (sending.has(name)) {
        return (...args: unknown[]) => {
          check(textOf(args[0]));
          return call(...args);
        };
      }
      if (connecting.has(name)) return async () => watched((await call()) as object, check);
      if (name === "prepare") return (text: string) => watchedStatement(call(text) as object, () => check(text));
      return call;
    },
  });
}

/** A prepared statement of SQLite, which is checked each time it runs. */
function watchedStatement<T extends object>(statement: T, check: () => void): T {
  return new Proxy(statement, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (["run", "all", "get", "values"].includes(String(name))) check();
        return value.apply(target, args) as unknown;
      };
    },
  });
}

/** mysql2 calls it `sql`, and pg `text`. */
function textOf(query: unknown): string {
  if (typeof query === "string") return query;
  const { sql, text } = query as { readonly sql?: string; readonly text?: string };
  return String(sql ?? text);
}
