/** Opens test databases on a MariaDB server. */

import type { Pool, RowDataPacket } from "mysql2/promise";
import { type ServerKind, uniqueName, withStatementLog } from "./test-database.ts";

const server: string = process.env.MARIADB_URL ?? "mysql://root@127.0.0.1:3306/mysql";

/** Each call to `open` creates a database, and closing drops it. */
export const mariadb: ServerKind = {
  name: "mariadb",
  probe: () => runOnServer("select 1"),
  async open(connections = 5) {
    const { createPool } = await import("mysql2/promise");
    const name = uniqueName();
    await runOnServer(`create database ${name}`);
    const own = new URL(server);
    own.pathname = `/${name}`;
    const pools: Pool[] = [];
    const open = (): Pool => {
      // A time zone far from UTC. The pool's time zone setting must not matter.
      const pool = createPool({ uri: own.href, connectionLimit: connections, timezone: "+05:45" });
      pools.push(pool);
      return pool;
    };
    const pool = open();
    const test = withStatementLog(pool, {
      second: open,
      run: async (text) => void (await pool.query(text)),
      scans: (text) => isFullScan(pool, text),
      async close() {
        await Promise.all(pools.map((one) => one.end()));
        await runOnServer(`drop database ${name}`);
      },
    });
    return { ...test, url: own.href };
  },
};

async function runOnServer(statement: string): Promise<void> {
  const { createConnection } = await import("mysql2/promise");
  const connection = await createConnection({ uri: server, connectTimeout: 2000 });
  try {
    await connection.query(statement);
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
