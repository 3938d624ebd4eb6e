/** Tells what kind of database was handed over. */

import type { DialectName, Driver } from "@latchkey/core/sql";
import type { Kysely } from "kysely";
import { type AnyKysely, kyselyDriver } from "./drivers/kysely.ts";
import { type MysqlPool, mysqlDriver } from "./drivers/mysql.ts";
import { type PGliteDatabase, pgliteDriver } from "./drivers/pglite.ts";
import { type PgPool, postgresDriver } from "./drivers/postgres.ts";
import { type SqliteDatabase, sqliteDriver } from "./drivers/sqlite.ts";

/** A mysql2 pool in its callback form. */
export interface MysqlCallbackPool {
  promise(): MysqlPool;
}

/** Everything that `kyselyAdapter` takes. */
export type DatabaseSource = AnyKysely | SqliteDatabase | PgPool | PGliteDatabase | MysqlPool | MysqlCallbackPool;

/** @throws {Error} the source is nothing that is known */
export function driverFor(source: DatabaseSource, named: DialectName | undefined): Driver {
  if (has(source, "executeQuery", "transaction")) {
    const instance = source as AnyKysely;
    return kyselyDriver(instance, named ?? dialectOf(instance));
  }
  if (has(source, "promise", "getConnection")) return mysqlDriver((source as MysqlCallbackPool).promise());
  if (has(source, "getConnection", "execute")) return mysqlDriver(source as MysqlPool);
  if (has(source, "query", "waitReady")) return pgliteDriver(source as PGliteDatabase);
  // D1 looks like one of these, but answers later and has no transactions.
  if (has(source, "prepare", "exec") && !has(source, "batch")) return sqliteDriver(source as SqliteDatabase);
  if (has(source, "connect", "query", "totalCount")) return postgresDriver(source as PgPool);
  throw new Error(
    "database: kyselyAdapter takes a SQLite database, a pg Pool, PGlite, a mysql2 pool or a Kysely instance; this is none of them.",
  );
}

function has(source: unknown, ...names: readonly string[]): boolean {
  return typeof source === "object" && source !== null && names.every((name) => name in source);
}

/** By how it writes a name and a value: class names do not survive minifying. */
function dialectOf(db: AnyKysely): DialectName {
  const { sql: text } = (db.withoutPlugins() as Kysely<{ x: { y: number } }>)
    .selectFrom("x")
    .where("y", "=", 1)
    .compile();
  if (text.includes("`x`")) return "mysql";
  if (text.includes('"x"') && text.endsWith("$1")) return "postgres";
  if (text.includes('"x"') && text.endsWith("?")) return "sqlite";
  throw new Error('database: say which dialect the Kysely instance has: kyselyAdapter(db, { dialect: "postgres" }).');
}
