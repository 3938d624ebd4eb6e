/** `kyselyAdapter`: a database for `createAuth`, over a Kysely instance or a plain driver. */

import type { Adapter, DatabaseAdapter, Migrations, Schema, StatementObserver } from "@latchkey/core/database";
import { type DatabaseSource, driverFor, type FoundDriver } from "./detect.ts";
import type { DialectName } from "./dialects/dialect.ts";

/** Options of `kyselyAdapter`. */
export interface KyselyAdapterOptions {
  /** Needed for a Kysely instance whose dialect cannot be told from it. */
  readonly dialect?: DialectName;
  /** Told of every statement. */
  readonly onStatement?: StatementObserver;
}

/**
 * A database adapter for SQLite, PostgreSQL, MySQL and MariaDB.
 *
 * @param source better-sqlite3, libsql, node:sqlite or bun:sqlite database; `pg` pool; PGlite; `mysql2` pool; or a Kysely
 *   instance over any of them. Plain drivers are faster: their statements stay prepared. On a SQLite database that the
 *   app uses too, a transaction of the one may see statements of the other: open it a second time instead
 * @throws {Error} the source is none of these
 */
export function kyselyAdapter(source: DatabaseSource, options: KyselyAdapterOptions = {}): DatabaseAdapter {
  const found = driverFor(source, options.dialect);
  return { dialect: found.dialect, connect: (schema) => connectedLater(found, schema, options.onStatement) };
}

/** What makes statements is loaded for the first one: a process that starts has better things to do. */
function connectedLater(found: FoundDriver, schema: Schema, tell: StatementObserver | undefined): Adapter {
  let adapter: Adapter | null = null;
  // Calls that come meanwhile load for themselves: on some runtimes none may wait for another one's promise.
  const load = async (): Promise<Adapter> => {
    const [{ connected }, driver] = await Promise.all([import("./connected.ts"), found.open()]);
    adapter ??= connected(driver, schema, tell);
    return adapter;
  };
  const through = <T>(run: (to: Adapter) => Promise<T>): Promise<T> => (adapter ? run(adapter) : load().then(run));
  return {
    dialect: found.dialect,
    schema,
    insert: (table, row) => through((to) => to.insert(table, row)),
    insertMany: (table, rows) => through((to) => to.insertMany(table, rows)),
    findOne: (table, query) => through((to) => to.findOne(table, query)),
    findMany: (table, query) => through((to) => to.findMany(table, query)),
    count: (table, query) => through((to) => to.count(table, query)),
    update: (table, change) => through((to) => to.update(table, change)),
    remove: (table, query) => through((to) => to.remove(table, query)),
    take: (table, query) => through((to) => to.take(table, query)),
    increment: (table, change) => through((to) => to.increment(table, change)),
    transaction: (work) => through((to) => to.transaction(work)),
    migrations: {
      plan: () => through((to) => (to.migrations as Migrations).plan()),
      migrate: () => through((to) => (to.migrations as Migrations).migrate()),
    },
  };
}
