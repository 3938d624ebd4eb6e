/** The databases that tests run on, limited to those that are available. With `CI=true`, a missing one is a failure. */

import { memoryAdapter, type StatementInfo } from "@latchkey/core/database";
import { afterAll, describe, test } from "vitest";
import { mariadb } from "./databases/mariadb.ts";
import { pglite, postgres } from "./databases/postgres.ts";
import { betterSqlite, nodeSqlite, sqliteFile, sqliteMemory } from "./databases/sqlite.ts";
import type { ServerKind, TestDatabase, TestDatabaseKind } from "./databases/test-database.ts";

export { type Interleaved, interleaved } from "./databases/interleaved.ts";
export type { ServerKind, TestDatabase, TestDatabaseKind };

const memory: TestDatabaseKind = {
  name: "memory",
  async open() {
    const statements: StatementInfo[] = [];
    const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
    return { database, statements, again: () => database, close: async () => {} };
  },
};

/** PostgreSQL and MariaDB servers. `null` if the server doesn't respond. */
export const servers: { readonly postgres: ServerKind | null; readonly mariadb: ServerKind | null } = {
  postgres: await ifAvailable(postgres),
  mariadb: await ifAvailable(mariadb),
};

/**
 * All available databases, without tables. For tests that create or change tables.
 *
 * The environment variable `LATCHKEY_TEST_DATABASES` can limit these, `databases`, and `quickDatabases`: `embedded`
 * keeps memory and SQLite, which are fast, and `servers` keeps all but SQLite.
 */
export const emptyDatabases: readonly TestDatabaseKind[] = selected([
  memory,
  sqliteFile("sqlite"),
  pglite,
  ...withoutNull(servers.postgres, servers.mariadb),
]);

/** All available databases. Earlier tests in the same file may have left their tables, but no rows. */
export const databases: readonly TestDatabaseKind[] = selected([
  memory,
  sqliteFile("sqlite"),
  pglite,
  ...withoutNull(keepingTables(servers.postgres), keepingTables(servers.mariadb)),
]);

/** The databases without PGlite, which takes seconds to start. For suites that open many. */
export const quickDatabases: readonly TestDatabaseKind[] = databases.filter(({ name }) => name !== "pglite");

/** The same databases with other drivers and settings, for the adapter's own tests. */
export const driverVariants: readonly TestDatabaseKind[] = [
  sqliteMemory,
  ...withoutNull(
    await nodeSqlite(),
    await betterSqlite(process.env.BETTER_SQLITE3),
    withOneConnection(servers.postgres),
    withOneConnection(servers.mariadb),
  ),
];

/** FAULT-10: a pool with one connection. Nothing inside a transaction may ask for a second one. */
function withOneConnection(server: ServerKind | null): TestDatabaseKind | null {
  return server && { name: `${server.name}, one connection`, open: () => server.open(1) };
}

/** Limits databases to those in `LATCHKEY_TEST_DATABASES`. If none of them is available, keeps all. */
export function selected<Kind extends { readonly name: string }>(kinds: readonly Kind[]): readonly Kind[] {
  const wanted = process.env.LATCHKEY_TEST_DATABASES;
  if (wanted === "embedded") return kinds.filter(({ name }) => name === "memory" || name === "sqlite");
  const servers = wanted === "servers" ? kinds.filter(({ name }) => name !== "sqlite") : [];
  return servers.length > 0 ? servers : kinds;
}

function keepingTables(server: ServerKind | null): TestDatabaseKind | null {
  return server && { name: server.name, open: () => server.open(undefined, { keepsTables: true }) };
}

function withoutNull<T>(...kinds: readonly (T | null)[]): T[] {
  return kinds.filter((kind) => kind !== null);
}

/** Returns the server if it responds. Otherwise, adds a skipped test that names the server, or throws on CI. */
async function ifAvailable(kind: ServerKind): Promise<ServerKind | null> {
  try {
    await kind.probe();
    cleanUpAfterTests(kind);
    return kind;
  } catch (cause) {
    if (process.env.CI === "true") throw new Error(`CI needs ${kind.name}, which doesn't respond.`, { cause });
    reportSkipped(kind.name);
    return null;
  }
}

function cleanUpAfterTests({ cleanUp }: ServerKind): void {
  try {
    afterAll(cleanUp);
  } catch {
    // Not in a test file. A program that opens databases calls `cleanUp` itself.
  }
}

function reportSkipped(name: string): void {
  try {
    describe(name, () => test.skip(`skipped: ${name} doesn't respond`, () => {}));
  } catch {
    // Not in a test file.
    console.warn(`Skipped: ${name} doesn't respond.`);
  }
}
