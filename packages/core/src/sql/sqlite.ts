/** SQLite on one connection that answers at once. */

import { type Connection, type Driver, mutexOf, type Result, type Statement } from "./driver.ts";

/** A connection whose database is in the process. */
export interface SynchronousConnection {
  /** Runs a statement that has no values and gives nothing back. */
  exec(sql: string): unknown;
  run(statement: Statement, parameters: readonly unknown[]): Result;
}

/**
 * One connection, so one transaction at a time: while one is open everybody else waits. With none open a statement
 * runs at once; nothing can come between, since the database answers synchronously.
 *
 * @param identity what everybody who uses this connection has in hand: they wait for each other
 */
export function synchronousSqlite(identity: object, connection: SynchronousConnection): Driver {
  connection.exec("PRAGMA foreign_keys = ON");
  const mutex = mutexOf(identity);
  const inside: Connection = { run: (statement, parameters) => connection.run(statement, parameters) };
  const atOnce: SynchronousConnection["run"] = (statement, parameters) =>
    statement.kind === "read"
      ? connection.run(statement, parameters)
      : alone(connection, () => connection.run(statement, parameters));
  return {
    dialect: "sqlite",
    run: (statement, parameters) =>
      mutex.isHeld() ? mutex.run(() => atOnce(statement, parameters)) : atOnce(statement, parameters),
    transaction: (work) =>
      mutex.run(async () => {
        connection.exec(begin);
        try {
          const result = await work(inside);
          connection.exec("COMMIT");
          return result;
        } catch (error) {
          rollback(connection);
          throw error;
        }
      }),
    onConnection: (work) => mutex.run(() => work(inside)),
  };
}

/** With the right to write from the start: a reader that turns writer later can be refused without a wait. */
const begin = "BEGIN IMMEDIATE";

/**
 * Runs a write outside of transactions in one of its own. Left to itself it may meet a lock half way, and libsql keeps
 * what it began open after that: no later transaction of this connection could commit.
 */
function alone(connection: SynchronousConnection, write: () => Result): Result {
  connection.exec(begin);
  try {
    const result = write();
    connection.exec("COMMIT");
    return result;
  } catch (error) {
    rollback(connection);
    throw error;
  }
}

function rollback(connection: SynchronousConnection): void {
  try {
    connection.exec("ROLLBACK");
  } catch {
    // SQLite rolled back by itself, as it does on some errors.
  }
}
