/** `@latchkey/kysely/sqlite`: an embedded database from whatever SQLite is at hand. */

import type { SqliteDatabase } from "./drivers/sqlite.ts";

/** A database that can be closed. */
export interface OpenSqlite extends SqliteDatabase {
  close(): void;
}

interface Driver {
  readonly name: string;
  open(module: never, filename: string): OpenSqlite;
}

type Opener = new (file: string) => OpenSqlite;

const drivers: readonly Driver[] = [
  { name: "libsql", open: ({ default: Database }: { default: Opener }, file) => new Database(file) },
  { name: "bun:sqlite", open: ({ Database }: { Database: Opener }, file) => new Database(file) },
  { name: "node:sqlite", open: ({ DatabaseSync }: { DatabaseSync: Opener }, file) => new DatabaseSync(file) },
];

/**
 * Opens a SQLite database with `libsql` (Node 20 and newer), or the one built into Bun or Node 22.
 *
 * @param filename a path, or `:memory:`
 * @throws {Error} none of them is there
 */
export async function sqlite(filename: string): Promise<OpenSqlite> {
  const causes: unknown[] = [];
  for (const { name, open } of drivers) {
    let module: never;
    try {
      // A variable, so that bundlers leave the optional packages alone.
      module = (await import(/* @vite-ignore */ name)) as never;
    } catch (cause) {
      causes.push(cause);
      continue;
    }
    return prepared(open(module, filename), filename);
  }
  throw new Error('No SQLite is there. Install it with "npm install libsql", or use Node 22, or Bun.', {
    cause: causes,
  });
}

/**
 * Readers do not wait for a writer. A writer waits for one of another process, but not for long: waiting in here stops
 * the whole process, also the one whose turn it is if both are in it. The adapter tries again without stopping anybody.
 */
function prepared(database: OpenSqlite, filename: string): OpenSqlite {
  database.exec("PRAGMA busy_timeout = 50");
  if (filename !== ":memory:") {
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
  }
  return database;
}
