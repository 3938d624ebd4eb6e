/** Opens a database by its URL or path, for statements and for the adapter. */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { DialectName, sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";

/** An open database. */
export interface OpenDatabase {
  readonly dialect: DialectName;
  /** The source for `sqlAdapter`. */
  readonly source: Parameters<typeof sqlAdapter>[0];
  /** Runs a query and returns its rows, with values by column name. */
  rows(statement: string): Promise<Readonly<Record<string, unknown>>[]>;
  /** Runs a statement without a result. */
  execute(statement: string): Promise<void>;
  close(): Promise<void>;
}

/** Options for opening a database. */
export interface OpenOptions {
  /** The folder that file paths are relative to. */
  readonly folder: string;
  /** Whether the database rejects all writes. If so, a missing file is an error. */
  readonly readOnly?: boolean;
}

/**
 * Opens a SQLite file, `postgres://…`, or `mysql://…` with a single connection.
 * @throws {Error} if the driver isn't installed, or with `readOnly`, if the file doesn't exist
 */
export function openDatabase(address: string, options: OpenOptions): Promise<OpenDatabase> {
  if (/^postgres(?:ql)?:/.test(address)) return openPostgres(address, options);
  if (/^(?:mysql|mariadb):/.test(address)) return openMysql(address, options);
  const unsupported = /^([a-z][a-z0-9+.-]+):\/\//i.exec(address)?.[1];
  if (unsupported && !/^(?:sqlite|file)$/.test(unsupported)) {
    throw new Error(
      `--database is ${unsupported}://…, which isn't supported. Use a SQLite file, postgres://…, or mysql://….`,
    );
  }
  return openSqlite(address, options);
}

/** Whether the address is a file path. */
export function isFile(address: string): boolean {
  return !/^(?:postgres(?:ql)?|mysql|mariadb):/.test(address);
}

/** Whether the address is the path of a file that doesn't exist. */
export function isMissingFile(address: string, folder: string): boolean {
  return isFile(address) && pathOf(address) !== ":memory:" && !existsSync(resolve(folder, pathOf(address)));
}

async function openPostgres(address: string, { folder, readOnly }: OpenOptions): Promise<OpenDatabase> {
  const { default: pg } = await loadDriver(() => import("pg"), folder, "pg");
  const options = readOnly ? { options: "-c default_transaction_read_only=on" } : {};
  const pool = new pg.Pool({ connectionString: address, max: 1, connectionTimeoutMillis: 10_000, ...options });
  // A lost connection already fails the current statement. If none is running, the error doesn't matter.
  pool.on("connect", (client) => void client.on("error", () => {}));
  pool.on("error", () => {});
  return {
    dialect: "postgres",
    source: pool,
    rows: async (statement) => (await pool.query<Record<string, unknown>>(statement)).rows,
    execute: async (statement) => void (await pool.query(statement)),
    close: () => pool.end(),
  };
}

async function openMysql(address: string, { folder, readOnly }: OpenOptions): Promise<OpenDatabase> {
  const { createPool } = await loadDriver(() => import("mysql2/promise"), folder, "mysql2/promise");
  const pool = createPool({
    uri: address.replace(/^mariadb:/, "mysql:"),
    connectionLimit: 1,
    maxIdle: 1,
    // Keeps the single connection open, because its session settings must persist.
    idleTimeout: 2 ** 31 - 1,
    connectTimeout: 10_000,
  });
  if (readOnly) await pool.query("set session transaction read only");
  return {
    dialect: "mysql",
    source: pool,
    rows: async (statement) => (await pool.query(statement))[0] as Record<string, unknown>[],
    execute: async (statement) => void (await pool.query(statement)),
    close: () => pool.end(),
  };
}

async function openSqlite(address: string, { folder, readOnly }: OpenOptions): Promise<OpenDatabase> {
  const path = pathOf(address);
  const file = path === ":memory:" ? path : resolve(folder, path);
  if (readOnly && isMissingFile(address, folder)) {
    throw new Error(`There's no database at ${path}. To create it, run: npx @latchkey/cli migrate --database ${path}`);
  }
  const database = await sqlite(file);
  if (readOnly) database.exec("PRAGMA query_only = ON");
  return {
    dialect: "sqlite",
    source: database,
    rows: async (statement) => database.prepare(statement).all() as Record<string, unknown>[],
    execute: async (statement) => void database.exec(statement),
    close: async () => database.close(),
  };
}

/** Returns the file path of an address, without `sqlite:` or `file:`. */
export function pathOf(address: string): string {
  return address.replace(/^(?:sqlite|file):(?:\/\/)?/, "");
}

/** Loads the driver next to this package, or else the app's. With npx, this package is in a different folder. */
async function loadDriver<T>(own: () => Promise<T>, folder: string, name: string): Promise<T> {
  try {
    return await own();
  } catch {
    try {
      const file = createRequire(join(resolve(folder), "package.json")).resolve(name);
      return (await import(pathToFileURL(file).href)) as T;
    } catch (cause) {
      throw new Error(`The driver for this database isn't installed. Run: npm install ${name.split("/", 1)[0]}`, {
        cause,
      });
    }
  }
}
