/** Drizzle on each driver, with a fresh database whose tables drizzle-kit created. */

import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseAdapter, Schema, StatementInfo } from "@latchkey/core/database";
import { type DrizzleDatabase, type DrizzleProvider, drizzleAdapter } from "@latchkey/drizzle";
import type { DdlDialect } from "@latchkey/sql/ddl";
import { servers, type TestDatabase } from "@latchkey/test-kit/databases";
import { createClient } from "@libsql/client";
import { BetterSQLiteSession } from "drizzle-orm/better-sqlite3/session";
import { drizzle as overLibsql } from "drizzle-orm/libsql";
import { drizzle as overMysql } from "drizzle-orm/mysql2";
import { drizzle as overPg } from "drizzle-orm/node-postgres";
import { drizzle as overPglite } from "drizzle-orm/pglite";
import { BaseSQLiteDatabase, SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import Database from "libsql";
import { createPool } from "mysql2/promise";
import pg from "pg";
import { madeFor } from "./made.ts";

/** A database with the tables of a schema. */
export interface Opened extends TestDatabase {
  readonly db: DrizzleDatabase;
}

export interface Kind {
  readonly name: string;
  open(schema: Schema): Promise<Opened>;
}

interface Reached {
  readonly both: readonly [DrizzleDatabase, DrizzleDatabase];
  run(text: string): Promise<unknown>;
  scans?(text: string): Promise<boolean>;
  close(): Promise<void>;
}

function kind(name: string, provider: DrizzleProvider, dialect: DdlDialect, reach: () => Promise<Reached>): Kind {
  return {
    name,
    async open(schema) {
      const { tables, statements: made } = await madeFor(schema, dialect);
      const { both, run, scans, close } = await reach();
      for (const statement of made) await run(statement);
      const statements: StatementInfo[] = [];
      const adapter = (db: DrizzleDatabase): DatabaseAdapter =>
        drizzleAdapter(db, { provider, schema: tables, onStatement: (one) => void statements.push(one) });
      const opened = { database: adapter(both[0]), again: () => adapter(both[1]), db: both[0], statements, close };
      return scans ? { ...opened, scans } : opened;
    },
  };
}

export const libsql: Kind = kind("Drizzle over libsql", "sqlite", "sqlite", async () => {
  const file = join(tmpdir(), `latchkey-${crypto.randomUUID()}.db`);
  const client = createClient({ url: `file:${file}`, timeout: 5000 });
  await client.execute("PRAGMA journal_mode = WAL");
  return {
    // One client for both: two in one process would deadlock, because waiting blocks the event loop.
    both: [overLibsql(client), overLibsql(client)],
    run: (text) => client.execute(text),
    // On a separate connection: after an `explain` of a write, libsql can't commit on the same one.
    async scans(text) {
      const explaining = createClient({ url: `file:${file}` });
      const args = Array.from({ length: text.split("?").length - 1 }, () => "");
      const { rows } = await explaining.execute({ sql: `explain query plan ${text}`, args });
      explaining.close();
      return rows.some(({ detail }) => /^SCAN (?!CONSTANT ROW)/.test(String(detail)));
    },
    async close() {
      client.close();
      for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    },
  };
});

/** Drizzle's better-sqlite3 session on another driver with the same interface. */
export const synchronous: Kind = kind("Drizzle over a synchronous SQLite", "sqlite", "sqlite", async () => {
  const client = new Database(":memory:");
  const dialect = new SQLiteSyncDialect();
  const db = new BaseSQLiteDatabase(
    "sync",
    dialect,
    new BetterSQLiteSession(client as never, dialect, undefined) as never,
    undefined,
  );
  return { both: [db, db], run: async (text) => client.exec(text), close: async () => void client.close() };
});

export const postgres: Kind | null =
  servers.postgres &&
  kind("Drizzle over pg", "pg", "postgres", async () => {
    const { url, scans, close } = await (servers.postgres as NonNullable<typeof servers.postgres>).open();
    const pools = [0, 1].map(() => new pg.Pool({ connectionString: url, max: 5 })) as [pg.Pool, pg.Pool];
    for (const pool of pools) pool.on("connect", (client) => void client.on("error", () => {}));
    return {
      both: [overPg(pools[0]), overPg(pools[1])],
      run: (text) => pools[0].query(text),
      ...(scans ? { scans } : {}),
      async close() {
        for (const pool of pools) await pool.end();
        await close();
      },
    };
  });

export const mariadb: Kind | null =
  servers.mariadb &&
  kind("Drizzle over mysql2", "mysql", "mariadb", async () => {
    const { url, scans, close } = await (servers.mariadb as NonNullable<typeof servers.mariadb>).open();
    const pools = [0, 1].map(() => createPool({ uri: url, connectionLimit: 5 }));
    const [one, other] = pools as [(typeof pools)[0], (typeof pools)[0]];
    return {
      both: [overMysql(one), overMysql(other)],
      run: (text) => one.query(text),
      ...(scans ? { scans } : {}),
      async close() {
        for (const pool of pools) await pool.end();
        await close();
      },
    };
  });

export const pglite: Kind = kind("Drizzle over PGlite", "pg", "postgres", async () => {
  const { PGlite } = await import("@electric-sql/pglite");
  const database = new PGlite();
  await database.waitReady;
  const db = overPglite(database);
  return { both: [db, db], run: (text) => database.exec(text), close: () => database.close() };
});

export const kinds: readonly Kind[] = [libsql, synchronous, postgres, mariadb, pglite].filter((one) => one !== null);
