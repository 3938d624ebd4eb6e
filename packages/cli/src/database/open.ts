/** Opens the database that an address names, for statements and for the adapter. */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { DialectName, sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";

/** An open database. */
export interface OpenDatabase {
  readonly dialect: DialectName;
  /** What `sqlAdapter` takes. */
  readonly source: Parameters<typeof sqlAdapter>[0];
  /** The rows that a statement gives, by the names of their columns. */
  rows(statement: string): Promise<Readonly<Record<string, unknown>>[]>;
  /** Runs a statement that gives nothing back. */
  execute(statement: string): Promise<void>;
  close(): Promise<void>;
}

/** How a database is opened. */
export interface OpenOptions {
  /** The folder from which a file's path is read. */
  readonly folder: string;
  /** The database itself refuses every write; a file that is not there is an error. */
  readonly readOnly?: boolean;
}

/**
 * Opens a SQLite file, `postgres://…` or `mysql://…`, over one connection.
 * @throws {Error} a driver that is not installed; with `readOnly`, a file that is not there
 */
export function openDatabase(address: string, options: OpenOptions): Promise<OpenDatabase> {
  if (/^postgres(?:ql)?:/.test(address)) return openPostgres(address, options);
  if (/^(?:mysql|mariadb):/.test(address)) return openMysql(address, options);
  const unsupported = /^([a-z][a-z0-9+.-]+):\/\//i.exec(address)?.[1];
  if (unsupported && !/^(?:sqlite|file)$/.test(unsupported)) {
    throw new Error(`--database is ${unsupported}://…: give a SQLite file, postgres://… or mysql://….`);
  }
  return openSqlite(address, options);
}

/** Whether an address is that of a file. */
export function isFile(address: string): boolean {
  return !/^(?:postgres(?:ql)?|mysql|mariadb):/.test(address);
}

/** Whether an address is that of a file which is not there. */
export function isMissingFile(address: string, folder: string): boolean {
  return isFile(address) && pathOf(address) !== ":memory:" && !existsSync(resolve(folder, pathOf(address)));
}

async function openPostgres(address: string, { folder, readOnly }: OpenOptions): Promise<OpenDatabase> {
  const { default: pg } = await driver(() => import("pg"), folder, "pg");
  const options = readOnly ? { options: "-c default_transaction_read_only=on" } : {};
  const pool = new pg.Pool({ connectionString: address, max: 1, connectionTimeoutMillis: 10_000, ...options });
  // A connection that is cut off fails the statement that is under way; with none, nobody need know.
  pool.on("connect", (client) => void client.on("error", () => {}));
  pool.on("error", () => {});
  return {
    dialect: "postgres",
    source: pool as never,
    rows: async (statement) => (await pool.query<Record<string, unknown>>(statement)).rows,
    execute: async (statement) => void (await pool.query(statement)),
    close: () => pool.end(),
  };
}

async function openMysql(address: string, { folder, readOnly }: OpenOptions): Promise<OpenDatabase> {
  const { createPool } = await driver(() => import("mysql2/promise"), folder, "mysql2/promise");
  const pool = createPool({
    uri: address.replace(/^mariadb:/, "mysql:"),
    connectionLimit: 1,
    maxIdle: 1,
    // The one connection is kept: what was set on it must stay.
    idleTimeout: 2 ** 31 - 1,
    connectTimeout: 10_000,
  });
  if (readOnly) await pool.query("set session transaction read only");
  return {
    dialect: "mysql",
    source: pool as never,
    rows: async (statement) => (await pool.query(statement))[0] as Record<string, unknown>[],
    execute: async (statement) => void (await pool.query(statement)),
    close: () => pool.end(),
  };
}

async function openSqlite(address: string, { folder, readOnly }: OpenOptions): Promise<OpenDatabase> {
  const path = pathOf(address);
  const file = path === ":memory:" ? path : resolve(folder, path);
  if (readOnly && isMissingFile(address, folder)) {
    throw new Error(`There is no database at ${path}. Make it with: npx @latchkey/cli migrate --database ${path}`);
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

/** The path of the file that an address names, with or without `sqlite:` or `file:` in front. */
export function pathOf(address: string): string {
  return address.replace(/^(?:sqlite|file):(?:\/\/)?/, "");
}

/** The driver beside this package, else the app's: run by npx, this package lies somewhere else. */
async function driver<T>(own: () => Promise<T>, folder: string, name: string): Promise<T> {
  try {
    return await own();
  } catch {
    try {
      const file = createRequire(join(resolve(folder), "package.json")).resolve(name);
      return (await import(pathToFileURL(file).href)) as T;
    } catch (cause) {
      throw new Error(`The driver of this database is not installed: npm install ${name.split("/", 1)[0]}`, { cause });
    }
  }
}
