/** `@latchkey/sql/sqlite`: opens a SQLite database with an available driver. */

import type { SqliteDatabase } from "./drivers/sqlite.ts";

/** An open SQLite database. */
export interface OpenSqlite extends SqliteDatabase {
  close(): void;
}

type DatabaseClass = new (file: string) => OpenSqlite;

/** Modules and the names of their classes, in order of preference. */
const drivers = [
  { module: "libsql", exportName: "default" },
  { module: "bun:sqlite", exportName: "Database" },
  { module: "better-sqlite3", exportName: "default" },
  { module: "node:sqlite", exportName: "DatabaseSync" },
] as const;

type DriverModule = Readonly<Record<(typeof drivers)[number]["exportName"], DatabaseClass>>;

/**
 * Opens a SQLite database with the first available driver: `libsql`, `bun:sqlite`, `better-sqlite3`, or `node:sqlite`
 * (Node.js 22.13 and later). Only the current user can read a file that it creates.
 *
 * @param filename a path, or `:memory:`
 * @throws {Error} if no driver is available; the message names the package to install
 */
export async function sqlite(filename: string): Promise<OpenSqlite> {
  await createPrivate(filename);
  const causes: unknown[] = [];
  for (const { module, exportName } of drivers) {
    let Database: DatabaseClass;
    try {
      // The name is a variable so that bundlers don't require the optional packages.
      const exported: DriverModule = await import(/* @vite-ignore */ module);
      Database = exported[exportName];
    } catch (cause) {
      causes.push(cause);
      continue;
    }
    return withPrivateFileMode(() => configure(new Database(filename), filename));
  }
  throw new Error('No SQLite driver found. Run "npm install libsql", or use Node.js 22.13 or later, or Bun.', {
    cause: causes,
  });
}

/**
 * Creates the file with mode 0600 if it doesn't exist, so that other users of the machine can't read hashes and emails.
 * SQLite gives the files next to it (`-wal`, `-shm`) the same mode. URIs such as `file:app.db` are left to the driver.
 */
async function createPrivate(filename: string): Promise<void> {
  if (filename === "" || filename === ":memory:" || /^[a-z][a-z0-9+.-]+:/i.test(filename)) return;
  try {
    // Also a variable, so that bundlers don't resolve it.
    const module = "node:fs/promises";
    const { open } = (await import(/* @vite-ignore */ module)) as typeof import("node:fs/promises");
    await (await open(filename, "a", 0o600)).close();
  } catch {
    // If the folder is missing or read-only, the driver's own error says so.
  }
}

/** Opens a database so that a file that the driver creates has mode 0600. Worker threads can't change the umask. */
function withPrivateFileMode<T>(open: () => T): T {
  const { process } = globalThis as { process?: { umask?(mask: number): number } };
  let before: number | undefined;
  try {
    before = process?.umask?.(0o077);
  } catch {
    // A worker thread.
  }
  try {
    return open();
  } finally {
    if (before !== undefined) process?.umask?.(before);
  }
}

/**
 * With WAL, readers don't wait for a writer. The busy timeout is short because waiting blocks the whole process,
 * including a transaction in the same process that holds the lock. The adapter retries without blocking.
 */
function configure(database: OpenSqlite, filename: string): OpenSqlite {
  database.exec("PRAGMA busy_timeout = 50");
  if (filename !== ":memory:") {
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
  }
  return database;
}
