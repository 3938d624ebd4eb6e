/** MariaDB on a server. */

import type { Pool, RowDataPacket } from "mysql2/promise";
import { freshName, observed, type ServerKind } from "./kind.ts";

const server: string = process.env.MARIADB_URL ?? "mysql://root@127.0.0.1:3306/mysql";

/** Each database is one of its own, dropped when it is closed. */
export const mariadb: ServerKind = {
  name: "mariadb",
  probe: () => asServer("select 1"),
  async open(connections = 5) {
    const { createPool } = await import("mysql2/promise");
    const name = freshName();
    await asServer(`create database ${name}`);
    const own = new URL(server);
    own.pathname = `/${name}`;
    const pools: Pool[] = [];
    const open = (): Pool => {
      // A time zone far from UTC: what the pool is set to must not matter.
      const pool = createPool({ uri: own.href, connectionLimit: connections, timezone: "+05:45" });
      pools.push(pool);
      return pool;
    };
    const pool = open();
    const test = observed(pool, {
      second: open,
      run: async (text) => void (await pool.query(text)),
      scans: (text) => readsAll(pool, text),
      async close() {
        await Promise.all(pools.map((one) => one.end()));
        await asServer(`drop database ${name}`);
      },
    });
    return { ...test, url: own.href };
  },
};

async function asServer(statement: string): Promise<void> {
  const { createConnection } = await import("mysql2/promise");
  const connection = await createConnection({ uri: server, connectTimeout: 2000 });
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}

/**
 * "ALL" reads the table, "index" the whole index. What cannot match is found out by looking into an index. The values
 * are read as text, date and number alike.
 */
async function readsAll(pool: Pool, text: string): Promise<boolean> {
  const values = Array.from({ length: text.split("?").length - 1 }, () => "1960-01-01");
  const [rows] = await pool.execute<RowDataPacket[]>(`explain ${text}`, values);
  return rows.some(({ type }) => type === "ALL" || type === "index");
}
