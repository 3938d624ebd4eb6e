/** What a database driver must bring: run a statement, run several on one connection. */

import { createMutex, type Mutex } from "../database/index.ts";
import type { DialectName } from "./dialects/dialect.ts";

/** A compiled statement. */
export interface Statement {
  readonly sql: string;
  /** The text around the values: one more than there are values. */
  readonly texts: readonly string[];
  /** Unique for `sql`: the name under which a connection keeps it prepared. Empty: it is not kept. */
  readonly name: string;
  readonly kind: "read" | "write";
  /** Whether it gives rows back, and whether one at most. */
  readonly returns: false | "rows" | "row";
  /** Whether the value of its `LAST_INSERT_ID(…)` is wanted, on MySQL. */
  readonly returnsInsertId?: boolean;
}

/** What a statement gave. */
export interface Result {
  /** Each row as its values, in the order in which the statement names them. */
  readonly rows: readonly (readonly unknown[])[];
  /** Rows that an update or delete matched. */
  readonly changes: number;
  /** The value of the last `LAST_INSERT_ID(…)`, on MySQL. */
  readonly insertId?: number;
}

/** One connection, or something that picks a connection for each statement. */
export interface Connection {
  /** In-process databases answer at once. */
  run(statement: Statement, parameters: readonly unknown[]): Promise<Result> | Result;
}

/** A database as `sqlAdapter` needs it. */
export interface Driver extends Connection {
  readonly dialect: DialectName;
  /**
   * Runs `work` between BEGIN and COMMIT on one connection; ROLLBACK when it throws. Read committed where there is a
   * choice: under anything stricter, what was counted behind a lock may be older than the lock.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Runs statements on one connection outside of a transaction, for databases whose DDL commits by itself. */
  onConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * Under the dialect `mysql`: whether it is MariaDB, whose DELETE gives rows back. Asked on this connection: inside a
   * transaction there may be no other. Absent: it is taken for MySQL.
   */
  isMariaDb?(connection: Connection): Promise<boolean>;
}

/** Asks the server once, whoever asks. */
export function mariaDbQuestion(): (connection: Connection) => Promise<boolean> {
  let answer: boolean | null = null;
  return async (connection) => {
    if (answer === null) {
      const { rows } = await connection.run(question("select version() as a"), []);
      answer = String(rows[0]?.[0]).includes("MariaDB");
    }
    return answer;
  };
}

/** A question that is asked once. */
export function question(sql: string): Statement {
  return { sql, texts: [sql], name: "", kind: "read", returns: "rows" };
}

/** A statement that is run once, and gives nothing back. */
export function command(sql: string): Statement {
  return { sql, texts: [sql], name: "", kind: "write", returns: false };
}

const mutexes: WeakMap<object, Mutex> = new WeakMap();

/** The one mutex of a connection, however many adapters were made over it. */
export function mutexOf(connection: object): Mutex {
  let mutex = mutexes.get(connection);
  if (!mutex) {
    mutex = createMutex();
    mutexes.set(connection, mutex);
  }
  return mutex;
}
