/** SQLite, in a file of its own or in memory. */

import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenSqlite, sqlite } from "@latchkey/sql/sqlite";
import { freshName, observed, type TestDatabase, type TestDatabaseKind } from "./kind.ts";

type Open = (filename: string) => Promise<OpenSqlite>;

/** One file, and two connections to it as two processes would have. */
export function sqliteFile(name: string, open: Open = sqlite): TestDatabaseKind {
  return {
    name,
    async open() {
      const file = join(tmpdir(), `${freshName()}.db`);
      const [database, other] = [await open(file), await open(file)];
      return opened(database, {
        second: () => other,
        async close() {
          database.close();
          other.close();
          for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
        },
        scans: async (text) => (await planOf(file, text)).some((step) => step.startsWith("SCAN")),
        plan: async (text) => (await planOf(file, text)).join("\n"),
      });
    },
  };
}

export const sqliteMemory: TestDatabaseKind = {
  name: "sqlite in memory",
  async open() {
    const database = await sqlite(":memory:");
    return opened(database, { close: async () => database.close() });
  },
};

/** The SQLite that newer Nodes bring along; `null` where this one does not. */
export async function nodeSqlite(): Promise<TestDatabaseKind | null> {
  const name = "node:sqlite";
  try {
    const { DatabaseSync } = (await import(/* @vite-ignore */ name)) as {
      DatabaseSync: new (file: string) => OpenSqlite;
    };
    return sqliteFile(name, async (file) => forTwoProcesses(new DatabaseSync(file)));
  } catch {
    return null;
  }
}

/** better-sqlite3 from a path, since it compiles for a minute where it is installed; `null` without one. */
export async function betterSqlite(module: string | undefined): Promise<TestDatabaseKind | null> {
  if (!module) return null;
  const { default: Database } = (await import(/* @vite-ignore */ module)) as {
    default: new (file: string) => OpenSqlite;
  };
  return sqliteFile("better-sqlite3", async (file) => forTwoProcesses(new Database(file)));
}

/** As `sqlite()` opens one: a long wait would stop the connection in the same process that it waits for. */
function forTwoProcesses(database: OpenSqlite): OpenSqlite {
  database.exec("PRAGMA busy_timeout = 50");
  database.exec("PRAGMA journal_mode = WAL");
  return database;
}

function opened(
  database: OpenSqlite,
  rest: Omit<TestDatabase, "database" | "statements" | "again"> & { second?(): OpenSqlite },
): TestDatabase {
  return observed(database, { ...rest, run: async (text) => void database.exec(text) });
}

/** On a connection of its own: libsql leaves what explains a write unfinished, and could not commit after it. */
async function planOf(file: string, text: string): Promise<string[]> {
  const database = await sqlite(file);
  try {
    const values = Array.from({ length: text.split("?").length - 1 }, () => "") as never[];
    const plan = database.prepare(`explain query plan ${text}`).all(...values) as readonly {
      readonly detail: string;
    }[];
    return plan.map(({ detail }) => detail);
  } finally {
    database.close();
  }
}
