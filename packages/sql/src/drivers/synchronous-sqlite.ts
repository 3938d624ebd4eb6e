/** SQLite on one synchronous connection. */

import { type Connection, type Driver, mutexFor, type Result, type Statement } from "./driver.ts";

/** A connection to a database in this process, which returns results synchronously. */
export interface SynchronousConnection {
  /** Runs a statement without parameters or rows. */
  exec(sql: string): unknown;
  run(statement: Statement, parameters: readonly unknown[]): Result;
}

/**
 * A driver over one connection, which runs one transaction at a time. During a transaction, all other statements wait.
 * Otherwise, a statement runs immediately. Nothing can run in between, because the database is synchronous.
 *
 * @param identity the object that every user of the connection shares, so that they wait for each other
 */
export function synchronousSqlite(identity: object, connection: SynchronousConnection): Driver {
  connection.exec("PRAGMA foreign_keys = ON");
  const mutex = mutexFor(identity);
  const insideTransaction: Connection = {
    run: (statement, parameters) => connection.run(statement, parameters),
  };
  const runNow: SynchronousConnection["run"] = (statement, parameters) =>
    statement.kind === "read"
      ? connection.run(statement, parameters)
      : inTransaction(connection, () => connection.run(statement, parameters));
  return {
    dialect: "sqlite",
    run: (statement, parameters) =>
      mutex.isHeld() ? mutex.run(() => runNow(statement, parameters)) : runNow(statement, parameters),
    transaction: (work) =>
      mutex.run(async () => {
        connection.exec(begin);
        try {
          const result = await work(insideTransaction);
          connection.exec("COMMIT");
          return result;
        } catch (error) {
          rollback(connection);
          throw error;
        }
      }),
    onConnection: (work) => mutex.run(() => work(insideTransaction)),
  };
}

/** Takes the write lock immediately. SQLite fails without waiting if a read transaction later tries to write. */
const begin = "BEGIN IMMEDIATE";

/**
 * Runs a single write in a transaction. Without one, a write that fails on a lock stays open in libsql, and the
 * connection can't commit any later transaction.
 */
function inTransaction(connection: SynchronousConnection, write: () => Result): Result {
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
    // On some errors, SQLite has already rolled back.
  }
}
