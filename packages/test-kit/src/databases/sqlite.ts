/** Opens SQLite test databases, in a temporary file or in memory. */

import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenSqlite, sqlite } from "@latchkey/sql/sqlite";
import { type TestDatabase, type TestDatabaseKind, uniqueName, withStatementLog } from "./test-database.ts";

type Open = (filename: string) => Promise<OpenSqlite>;

/** Opens one file with two connections, as two processes would have. */
export function sqliteFile(name: string, open: Open = sqlite): TestDatabaseKind {
  return {
    name,
    async open() {
      const file = join(tmpdir(), `${uniqueName()}.db`);
      const [database, other] = [await openUnsynced(open, file), await openUnsynced(open, file)];
      return toTestDatabase(database, {
        second: () => other,
        async close() {
          database.close();
          other.close();
          for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
        },
        scans: async (text) => (await planOf(file, text)).some((step) => /^SCAN (?!CONSTANT ROW)/.test(step)),
        plan: async (text) => (await planOf(file, text)).join("\n"),
      });
    },
  };
}

/**
 * Test data doesn't have to survive a system crash, so commits don't wait for the disk. Killing a process loses no
 * commits.
 */
async function openUnsynced(open: Open, file: string): Promise<OpenSqlite> {
  const database = await open(file);
  database.exec("PRAGMA synchronous = OFF");
  return database;
}

export const sqliteMemory: TestDatabaseKind = {
  name: "sqlite in memory",
  async open() {
    const database = await sqlite(":memory:");
    return toTestDatabase(database, { close: async () => database.close() });
  },
};

/** The SQLite built into newer versions of Node.js. `null` if this version doesn't have it. */
export async function nodeSqlite(): Promise<TestDatabaseKind | null> {
  const name = "node:sqlite";
  try {
    const { DatabaseSync } = (await import(/* @vite-ignore */ name)) as {
      DatabaseSync: new (file: string) => OpenSqlite;
    };
    return sqliteFile(name, async (file) => configure(new DatabaseSync(file)));
  } catch {
    return null;
  }
}

/** better-sqlite3, loaded from a path because installing it compiles for a minute. `null` without a path. */
export async function betterSqlite(module: string | undefined): Promise<TestDatabaseKind | null> {
  if (!module) return null;
  const { default: Database } = (await import(/* @vite-ignore */ module)) as {
    default: new (file: string) => OpenSqlite;
  };
  return sqliteFile("better-sqlite3", async (file) => configure(new Database(file)));
}

/** Uses the settings of `sqlite()`. A long busy timeout would block the other connection in the same process. */
function configure(database: OpenSqlite): OpenSqlite {
  database.exec("PRAGMA busy_timeout = 50");
  database.exec("PRAGMA journal_mode = WAL");
  return database;
}

function toTestDatabase(
  database: OpenSqlite,
  rest: Omit<TestDatabase, "database" | "statements" | "again"> & { second?(): OpenSqlite },
): TestDatabase {
  return withStatementLog(database, { ...rest, run: async (text) => void database.exec(text) });
}

/** Uses a separate connection, because libsql leaves an explained write unfinished and couldn't commit after it. */
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
