/** `@latchkey/sql/sqlite`: opens a SQLite database with an available driver. */

import type { SqliteDatabase } from "./drivers/sqlite.ts";

/** An open SQLite database. */
export interface OpenSqlite extends SqliteDatabase {
  close(): void;
}

interface SqliteModule {
  readonly name: string;
  open(module: never, filename: string): OpenSqlite;
}

type DatabaseClass = new (file: string) => OpenSqlite;

const openDefault = ({ default: Database }: { default: DatabaseClass }, file: string): OpenSqlite => new Database(file);

/** In order of preference. */
const modules: readonly SqliteModule[] = [
  { name: "libsql", open: openDefault },
  { name: "bun:sqlite", open: ({ Database }: { Database: DatabaseClass }, file) => new Database(file) },
  { name: "better-sqlite3", open: openDefault },
  { name: "node:sqlite", open: ({ DatabaseSync }: { DatabaseSync: DatabaseClass }, file) => new DatabaseSync(file) },
];

/**
 * Opens a SQLite database with `libsql` or `better-sqlite3` if one is installed, otherwise with the driver built into
 * Bun or Node.js 22.13 and later. Only the current user can read a file that it creates.
 *
 * @param filename a path, or `:memory:`
 * @throws {Error} if no driver is available; the message names the package to install
 */
export async function sqlite(filename: string): Promise<OpenSqlite> {
  await createPrivate(filename);
  const causes: unknown[] = [];
  for (const { name, open } of modules) {
    let module: never;
    try {
      // The name is a variable so that bundlers don't require the optional packages.
      module = (await import(/* @vite-ignore */ name)) as never;
    } catch (cause) {
      causes.push(cause);
      continue;
    }
    return privately(() => configured(open(module, filename), filename));
  }
  throw new Error('No SQLite driver found. Run "npm install libsql", or use Node.js 22.13 or later, or Bun.', {
    cause: causes,
  });
}

/**
 * Creates the file with mode 0600 if it doesn't exist: other users of the machine must not read hashes and addresses. SQLite
 * gives the files next to it (`-wal`, `-shm`) the same mode. What file a URI such as `file:app.db` means is the driver's matter.
 */
async function createPrivate(filename: string): Promise<void> {
  if (filename === "" || filename === ":memory:" || /^[a-z][a-z0-9+.-]+:/i.test(filename)) return;
  try {
    // A variable, for bundlers again.
    const module = "node:fs/promises";
    const { open } = (await import(/* @vite-ignore */ module)) as typeof import("node:fs/promises");
    await (await open(filename, "a", 0o600)).close();
  } catch {
    // If the folder is missing or read-only, the driver's own error says so.
  }
}

/** Opens a database so that a file that the driver creates has mode 0600. Not in a worker thread, which can't set that. */
function privately<T>(open: () => T): T {
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
function configured(database: OpenSqlite, filename: string): OpenSqlite {
  database.exec("PRAGMA busy_timeout = 50");
  if (filename !== ":memory:") {
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
  }
  return database;
}
