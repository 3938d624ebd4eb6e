/** What a database driver must provide: a way to run a statement, and to run several on one connection. */

import { createMutex, type Mutex } from "@latchkey/core/database";
import type { DialectName } from "../dialects/dialect.ts";

/** A compiled statement. */
export interface Statement {
  readonly sql: string;
  /** The parts of the SQL text around the parameters. There's one more part than parameters. */
  readonly texts: readonly string[];
  /**
   * The name of the prepared statement on a connection, unique for `sql`. Empty if the statement shouldn't be kept
   * prepared.
   */
  readonly name: string;
  readonly kind: "read" | "write";
  /** Whether it returns rows, and whether at most one. */
  readonly returns: false | "rows" | "row";
  /** Whether the result needs the value of `LAST_INSERT_ID(…)`, on MySQL. */
  readonly returnsInsertId?: boolean;
}

/** The result of a statement. */
export interface Result {
  /** The values of each row, in the order that the statement names them. */
  readonly rows: readonly (readonly unknown[])[];
  /** Number of rows that an update or delete matched. */
  readonly changes: number;
  /** The value of the last `LAST_INSERT_ID(…)`, on MySQL. */
  readonly insertId?: number;
}

/** One connection, or a pool that picks a connection for each statement. */
export interface Connection {
  /** Returns the result itself, without a promise, if the database runs in this process. */
  run(statement: Statement, parameters: readonly unknown[]): Promise<Result> | Result;
}

/** A database as `sqlAdapter` needs it. */
export interface Driver extends Connection {
  readonly dialect: DialectName;
  /**
   * Runs `work` between BEGIN and COMMIT on one connection, with a ROLLBACK if it throws. Uses READ COMMITTED if there
   * is a choice: at a stricter level, rows counted after a lock can be older than the lock.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Runs statements on one connection without a transaction, for databases whose DDL commits implicitly. */
  onConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * For the `mysql` dialect: whether the server is MariaDB, whose DELETE supports RETURNING. Must ask on the given
   * connection: inside a transaction, the pool may have no other. Default: MySQL.
   */
  isMariaDb?(connection: Connection): Promise<boolean>;
}

/** Creates an `isMariaDb` that asks the server once. */
export function detectMariaDb(): (connection: Connection) => Promise<boolean> {
  let isMariaDb: boolean | null = null;
  return async (connection) => {
    if (isMariaDb === null) {
      const { rows } = await connection.run(oneTimeQuery("select version() as a"), []);
      isMariaDb = String(rows[0]?.[0]).includes("MariaDB");
    }
    return isMariaDb;
  };
}

/** A statement that returns rows, and isn't kept prepared. */
export function oneTimeQuery(sql: string): Statement {
  return { sql, texts: [sql], name: "", kind: "read", returns: "rows" };
}

/** A statement that returns nothing, and isn't kept prepared. */
export function oneTimeCommand(sql: string): Statement {
  return { sql, texts: [sql], name: "", kind: "write", returns: false };
}

/**
 * Mutexes by connection, for the whole process. Two adapters on one SQLite connection must wait for each other, because
 * a connection has only one transaction. Only adapters with the same connection share an entry.
 */
const mutexes: WeakMap<object, Mutex> = new WeakMap();

/** The mutex of a connection, shared by all adapters that use the connection. */
export function mutexFor(connection: object): Mutex {
  let mutex = mutexes.get(connection);
  if (!mutex) {
    mutex = createMutex();
    mutexes.set(connection, mutex);
  }
  return mutex;
}
