import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseAdapter, StatementInfo } from "@latchkey/core/database";
import { kyselyAdapter } from "@latchkey/kysely";
import { sqlite } from "@latchkey/sql/sqlite";
import { adapterConformance, type ConformanceDatabase } from "@latchkey/test-kit";
import { type ServerKind, servers } from "@latchkey/test-kit/databases";
import { CamelCasePlugin, Kysely, MysqlDialect, PostgresDialect, SqliteDialect } from "kysely";
import { createPool } from "mysql2";
import pg from "pg";

adapterConformance({
  name: "Kysely over sqlite",
  async open() {
    const file = join(tmpdir(), `latchkey-${crypto.randomUUID()}.db`);
    const open = async (): Promise<Kysely<unknown>> =>
      // The app's plugins must not rename the adapter's columns.
      new Kysely({
        dialect: new SqliteDialect({ database: (await sqlite(file)) as never }),
        plugins: [new CamelCasePlugin()],
      });
    // One instance for both: two synchronous connections in one process would block the event loop while they wait for
    // each other.
    const db = await open();
    return over([db, db], async () => {
      await db.destroy();
      for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    });
  },
});

throughKysely(servers.postgres, (url) => {
  const pool = new pg.Pool({ connectionString: url, max: 5 });
  pool.on("connect", (client) => void client.on("error", () => {}));
  return new Kysely({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
});

// Through Kysely, MariaDB is treated as MySQL, whose DELETE doesn't support RETURNING.
throughKysely(
  servers.mariadb,
  (url) => new Kysely({ dialect: new MysqlDialect({ pool: createPool({ uri: url, connectionLimit: 5 }) }) }),
);

function throughKysely(server: ServerKind | null, connect: (url: string) => Kysely<unknown>): void {
  if (!server) return;
  adapterConformance({
    name: `Kysely over ${server.name}`,
    async open() {
      const { url, scans, close } = await server.open();
      const both = [connect(url), connect(url)] as const;
      const opened = over(both, async () => {
        for (const db of both) await db.destroy();
        await close();
      });
      return scans ? { ...opened, scans } : opened;
    },
  });
}

function over(
  [one, other]: readonly [Kysely<unknown>, Kysely<unknown>],
  close: () => Promise<void>,
): ConformanceDatabase {
  const statements: StatementInfo[] = [];
  const database: DatabaseAdapter = kyselyAdapter(one, { onStatement: (statement) => void statements.push(statement) });
  return { database, again: () => kyselyAdapter(other), statements, close };
}
