/** Databases that another library fills and that the CLI then migrates. */

import { join } from "node:path";
import type { DatabaseAdapter } from "@latchkey/core/database";
import { type SqlSource, sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";
import { servers } from "@latchkey/test-kit/databases";
import { Kysely, type KyselyConfig, MysqlDialect, PostgresDialect, SqliteDialect } from "kysely";
import Database from "libsql";
import { createPool } from "mysql2";
import pg from "pg";

/** A fresh database, with its Kysely dialect and its URL or path. */
export interface FilledDatabase {
  readonly address: string;
  readonly type: "sqlite" | "postgres" | "mysql";
  readonly dialect: KyselyConfig["dialect"];
  readonly rows: (statement: string) => Promise<Record<string, unknown>[]>;
  /** Opens the adapter of a Latchkey app on a separate connection. */
  connect(): Promise<Connected>;
  close(): Promise<void>;
}

/** An open adapter. */
export interface Connected {
  readonly adapter: DatabaseAdapter;
  close(): Promise<void>;
}

/** A database that the tests of a move run on. */
export interface Kind {
  readonly name: string;
  open(folder: string): Promise<FilledDatabase>;
}

/** SQLite and the servers that respond. */
export const kinds: readonly Kind[] = [
  {
    name: "sqlite",
    async open(folder) {
      const address = join(folder, "app.db");
      const file = new Database(address);
      const dialect = new SqliteDialect({ database: file as never });
      return {
        address,
        type: "sqlite",
        dialect,
        rows: async (statement) => {
          const prepared = file.prepare(statement);
          if (prepared.reader) return prepared.all() as Record<string, unknown>[];
          prepared.run();
          return [];
        },
        connect: async () => {
          const own = await sqlite(address);
          return { adapter: sqlAdapter(own), close: async () => own.close() };
        },
        close: async () => void file.close(),
      };
    },
  },
  ...[servers.postgres].flatMap((server) =>
    server === null
      ? []
      : [
          {
            name: "postgres",
            async open(): Promise<FilledDatabase> {
              const made = await server.open(1);
              const pool = new pg.Pool({ connectionString: made.url, max: 2 });
              return {
                address: made.url,
                type: "postgres",
                dialect: new PostgresDialect({ pool }),
                rows: async (statement) => (await pool.query<Record<string, unknown>>(statement)).rows,
                connect: async () => {
                  const own = new pg.Pool({ connectionString: made.url, max: 2 });
                  return { adapter: sqlAdapter(own as never as SqlSource), close: () => own.end() };
                },
                close: async () => {
                  await pool.end();
                  await made.close();
                },
              };
            },
          },
        ],
  ),
  ...[servers.mariadb].flatMap((server) =>
    server === null
      ? []
      : [
          {
            name: "mariadb",
            async open(): Promise<FilledDatabase> {
              const made = await server.open(1);
              const pool = createPool({ uri: made.url, connectionLimit: 2 });
              return {
                address: made.url,
                type: "mysql",
                dialect: new MysqlDialect({ pool }),
                rows: async (statement) => (await pool.promise().query(statement))[0] as Record<string, unknown>[],
                connect: async () => {
                  const own = createPool({ uri: made.url, connectionLimit: 2 }).promise();
                  return { adapter: sqlAdapter(own as never as SqlSource), close: () => own.end() };
                },
                close: async () => {
                  await pool.promise().end();
                  await made.close();
                },
              };
            },
          },
        ],
  ),
];

/** Opens Kysely on the database, for a library that needs it. */
export function kyselyOver({ dialect }: FilledDatabase): Kysely<never> {
  return new Kysely<never>({ dialect });
}
