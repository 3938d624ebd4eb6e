/** Recognizes the kind of database that the app passes. */

import type { Driver } from "./driver.ts";
import { type MysqlCallbackPool, type MysqlPool, mysqlDriver } from "./mysql.ts";
import { type PGliteDatabase, pgliteDriver } from "./pglite.ts";
import { type PgPool, postgresDriver } from "./postgres.ts";
import { type SqliteDatabase, sqliteDriver } from "./sqlite.ts";

/** The databases and pools that `sqlAdapter` accepts. */
export type SqlSource = SqliteDatabase | PgPool | PGliteDatabase | MysqlPool | MysqlCallbackPool | Driver;

/** @throws {Error} if the source isn't supported; the message names what to pass instead */
export function driverFor(source: SqlSource): Driver {
  if (has(source, "dialect", "run", "transaction", "onConnection")) return source as Driver;
  if (has(source, "promise", "getConnection")) return mysqlDriver((source as MysqlCallbackPool).promise());
  if (has(source, "getConnection", "execute")) return mysqlDriver(source as MysqlPool);
  if (has(source, "query", "waitReady")) return pgliteDriver(source as PGliteDatabase);
  // D1 has these methods too, but it is asynchronous and has no transactions.
  if (has(source, "prepare", "exec") && !has(source, "batch")) return sqliteDriver(source as SqliteDatabase);
  if (has(source, "connect", "query", "totalCount")) return postgresDriver(source as PgPool);
  throw new Error(`sqlAdapter can't use this database. ${adviceFor(source)}`);
}

function adviceFor(source: unknown): string {
  if (typeof source === "string") {
    return 'Open it first: pass a Pool from "pg", a pool from "mysql2", or the result of `await sqlite("app.db")` from "@latchkey/sql/sqlite".';
  }
  if (typeof source === "function" && "unsafe" in source) return `postgres.js isn't supported. Pass a Pool from "pg".`;
  if (has(source, "then")) return "It is a promise: add `await`.";
  if (has(source, "getExecutor", "withoutPlugins"))
    return 'Use kyselyAdapter from "@latchkey/kysely" for a Kysely instance.';
  if (has(source, "$queryRawUnsafe")) return 'Use prismaAdapter from "@latchkey/prisma" for a Prisma client.';
  if (has(source, "$client") || has(source, "_", "transaction"))
    return 'Use drizzleAdapter from "@latchkey/drizzle" for a Drizzle instance.';
  if (has(source, "connect", "query", "connectionParameters"))
    return 'Pass a Pool from "pg" instead of a single Client.';
  if (has(source, "prepare", "batch")) return "Cloudflare D1 has no transactions, so it can't be supported.";
  if (has(source, "execute", "beginTransaction"))
    return "Pass a pool from mysql2's createPool instead of a single connection.";
  return 'Pass a Pool from "pg", a pool from "mysql2", a PGlite instance, or a database from libsql, better-sqlite3, node:sqlite, or bun:sqlite.';
}

function has(source: unknown, ...names: readonly string[]): boolean {
  return typeof source === "object" && source !== null && names.every((name) => name in source);
}
