/** Temporary databases for the webhook benchmark. */

import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";
import pg from "pg";

const postgres = process.env.BENCH_POSTGRES ?? "postgres://postgres@127.0.0.1:5432";

/** Number of PostgreSQL connections. This is `pg`'s default. */
const connections = 10;

/** An empty database. */
export type DeliveryDatabase = {
  /** The value to pass to `sqlAdapter`. */
  readonly source: Parameters<typeof sqlAdapter>[0];
  close(): Promise<void>;
} & (
  | { readonly kind: "sqlite"; readonly database: Awaited<ReturnType<typeof sqlite>> }
  | { readonly kind: "postgres"; readonly database: pg.Pool }
);

export function openDatabase(kind: "sqlite" | "postgres"): Promise<DeliveryDatabase> {
  return kind === "sqlite" ? openSqlite() : openPostgres();
}

/** SQLite in a file, as apps open it: with a write-ahead log that's written to the disk on every commit. */
async function openSqlite(): Promise<DeliveryDatabase> {
  const file = join(tmpdir(), `latchkey-deliveries-${randomUUID()}.db`);
  const database = await sqlite(file);
  return {
    kind: "sqlite",
    source: database,
    database,
    async close() {
      database.close();
      for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
    },
  };
}

async function openPostgres(): Promise<DeliveryDatabase> {
  const name = `latchkey_bench_deliveries_${randomUUID().slice(0, 8)}`;
  const admin = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: postgres });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await admin(`create database ${name}`);
  const url = new URL(postgres);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: connections });
  return {
    kind: "postgres",
    source: pool,
    database: pool,
    async close() {
      await pool.end();
      await admin(`drop database ${name}`);
    },
  };
}
