/** Opens test databases on a MariaDB server. */

import type { Pool, RowDataPacket } from "mysql2/promise";
import { type DatabasePool, databasePool } from "./reuse.ts";
import { type ServerKind, uniqueName, withStatementLog } from "./test-database.ts";

const server: string = process.env.MARIADB_URL ?? "mysql://root@127.0.0.1:3306/mysql";

const pool: DatabasePool = databasePool({
  async create() {
    const name = uniqueName();
    await runOnServer(`create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    return url.href;
  },
  async reset(url) {
    const name = nameOf(url);
    await runOnServer(`drop database ${name}; create database ${name}`);
  },
  clear: deleteRows,
  drop: async (url) => void (await runOnServer(`drop database ${nameOf(url)}`)),
});

/** Each open test has a database to itself. */
export const mariadb: ServerKind = {
  name: "mariadb",
  probe: async () => void (await runOnServer("select 1")),
  async open(connections = 5, { keepsTables = false } = {}) {
    const { createPool } = await import("mysql2/promise");
    const url = await pool.take(keepsTables);
    const pools: Pool[] = [];
    const open = (): Pool => {
      // A time zone far from UTC. The pool's time zone setting must not matter.
      const opened = createPool({ uri: url, connectionLimit: connections, timezone: "+05:45" });
      pools.push(opened);
      return opened;
    };
    const first = open();
    const test = withStatementLog(first, {
      second: open,
      run: async (text) => void (await first.query(text)),
      scans: (text) => isFullScan(first, text),
      async close() {
        await Promise.all(pools.map((one) => one.end()));
        await pool.release(url, keepsTables);
      },
    });
    return { ...test, url };
  },
  cleanUp: () => pool.dropIdle(),
  async dropLeftovers(prefix) {
    const names = await runOnServer<{ name: string }>(
      `select schema_name as name from information_schema.schemata where schema_name like '${prefix}%'`,
    );
    for (const { name } of names) await runOnServer(`drop database if exists ${name}`);
  },
};

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** Sends all deletes together, without the order that foreign keys would need. */
async function deleteRows(url: string): Promise<void> {
  const tables = await runOnServer<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = database()",
    url,
  );
  if (tables.length === 0) return;
  const deletes = tables.map(({ name }) => `delete from \`${name}\``);
  await runOnServer(["set foreign_key_checks = 0", "begin", ...deletes, "commit"].join(";"), url);
}

async function runOnServer<T>(statements: string, uri: string = server): Promise<T[]> {
  const { createConnection } = await import("mysql2/promise");
  const connection = await createConnection({ uri, connectTimeout: 2000, multipleStatements: true });
  try {
    const [rows] = await connection.query(statements);
    return rows as T[];
  } finally {
    await connection.end();
  }
}

/**
 * `ALL` reads the whole table, `index` the whole index. MariaDB can look into an index to find that nothing matches, so
 * the placeholder values are text that also reads as a date or a number.
 */
async function isFullScan(pool: Pool, text: string): Promise<boolean> {
  const values = Array.from({ length: text.split("?").length - 1 }, () => "1960-01-01");
  const [rows] = await pool.execute<RowDataPacket[]>(`explain ${text}`, values);
  return rows.some(({ type }) => type === "ALL" || type === "index");
}
