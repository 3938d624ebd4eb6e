/** The databases that tests run on: those that are there. With `CI=true` one that is missing is a failure. */

import { memoryAdapter, type StatementInfo } from "@latchkey/core/database";
import { afterAll, describe, test } from "vitest";
import type { ServerKind, TestDatabase, TestDatabaseKind } from "./databases/kind.ts";
import { mariadb } from "./databases/mariadb.ts";
import { pglite, postgres } from "./databases/postgres.ts";
import { betterSqlite, nodeSqlite, sqliteFile, sqliteMemory } from "./databases/sqlite.ts";

export type { ServerKind, TestDatabase, TestDatabaseKind };

const memory: TestDatabaseKind = {
  name: "memory",
  async open() {
    const statements: StatementInfo[] = [];
    const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
    return { database, statements, again: () => database, close: async () => {} };
  },
};

/** PostgreSQL and MariaDB on a server; `null` where none answers. */
export const servers: { readonly postgres: ServerKind | null; readonly mariadb: ServerKind | null } = {
  postgres: await ifThere(postgres),
  mariadb: await ifThere(mariadb),
};

/** Every database that answers. */
export const databases: readonly TestDatabaseKind[] = [
  memory,
  sqliteFile("sqlite"),
  pglite,
  ...there(servers.postgres, servers.mariadb),
];

/** The databases without PGlite, which takes seconds to start: for suites that open many. */
export const quickDatabases: readonly TestDatabaseKind[] = databases.filter(({ name }) => name !== "pglite");

/** Further ways to the same databases, for the adapter's own tests. */
export const furtherDatabases: readonly TestDatabaseKind[] = [
  sqliteMemory,
  ...there(
    await nodeSqlite(),
    await betterSqlite(process.env.BETTER_SQLITE3),
    withOneConnection(servers.postgres),
    withOneConnection(servers.mariadb),
  ),
];

/** FAULT-10: a pool of one. Nothing inside a transaction may ask for a second connection. */
function withOneConnection(server: ServerKind | null): TestDatabaseKind | null {
  return server && { name: `${server.name}, one connection`, open: () => server.open(1) };
}

function there<T>(...kinds: readonly (T | null)[]): T[] {
  return kinds.filter((kind) => kind !== null);
}

/** The server's databases if it answers. If not, the tests say so by name; on CI it is an error. */
async function ifThere(kind: ServerKind): Promise<ServerKind | null> {
  try {
    await kind.probe();
    finishInTheEnd(kind);
    return kind;
  } catch (cause) {
    if (process.env.CI === "true") throw new Error(`CI needs ${kind.name}, which does not answer.`, { cause });
    saySkipped(kind.name);
    return null;
  }
}

function finishInTheEnd({ finish }: ServerKind): void {
  if (!finish) return;
  try {
    afterAll(finish);
  } catch {
    // Not in a test file: the program that opens databases calls `finish` itself.
  }
}

function saySkipped(name: string): void {
  try {
    describe(name, () => test.skip(`skipped: ${name} does not answer`, () => {}));
  } catch {
    // Not in a test file.
    console.warn(`Skipped: ${name} does not answer.`);
  }
}
