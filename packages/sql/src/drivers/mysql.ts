/** MySQL and MariaDB through a `mysql2` pool. */

import { type Connection, type Driver, detectMariaDb, type Result, type Statement } from "./driver.ts";

/** The part of a promise-based `mysql2` pool that the adapter uses. */
export interface MysqlPool extends MysqlQueries {
  getConnection(): Promise<MysqlConnection>;
}

/** A mysql2 pool with callbacks. */
export interface MysqlCallbackPool {
  promise(): MysqlPool;
}

/** A connection of a `mysql2` pool. */
export interface MysqlConnection extends MysqlQueries {
  release(): void;
  destroy(): void;
}

/** What a `mysql2` pool and its connections share. */
export interface MysqlQueries {
  execute(query: MysqlQuery): Promise<[unknown, unknown]>;
  query(query: MysqlQuery): Promise<[unknown, unknown]>;
}

/** A query for `mysql2`. */
export interface MysqlQuery {
  readonly sql: string;
  /** mysql2's own type for parameters depends on its version. `never` is assignable to all of them. */
  readonly values: never;
  readonly rowsAsArray: boolean;
}

/** mysql2 keeps statements prepared on each connection. */
export function mysqlDriver(pool: MysqlPool): Driver {
  return {
    dialect: "mysql",
    run: toConnection(pool).run,
    onConnection: (work) => withConnection(pool, (connection) => work(toConnection(connection))),
    transaction: (work) =>
      withConnection(pool, (connection) => inTransaction(connection, () => work(toConnection(connection)))),
    isMariaDb: detectMariaDb(),
  };
}

function toConnection(queries: MysqlQueries): Connection {
  return {
    async run({ sql, name, returns }, parameters) {
      const query = toQuery(sql, parameters);
      // One-time statements (DDL, SET) are sent as text, because the server can't prepare all of them.
      const [result] = name === "" ? await queries.query(query) : await queries.execute(query);
      return toResult(result, returns);
    },
  };
}

function toQuery(sql: string, parameters: readonly unknown[] = []): MysqlQuery {
  return { sql, values: parameters as never, rowsAsArray: true };
}

async function withConnection<T>(pool: MysqlPool, work: (connection: MysqlConnection) => Promise<T>): Promise<T> {
  const connection = await pool.getConnection();
  try {
    return await work(connection);
  } finally {
    connection.release();
  }
}

async function inTransaction<T>(connection: MysqlConnection, work: () => Promise<T>): Promise<T> {
  const send = (sql: string): Promise<unknown> => connection.query(toQuery(sql));
  await send("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
  await send("START TRANSACTION");
  try {
    const result = await work();
    await send("COMMIT");
    return result;
  } catch (error) {
    // A connection that can't end its transaction must not be reused.
    await send("ROLLBACK").catch(() => connection.destroy());
    throw error;
  }
}

interface Header {
  readonly affectedRows: number;
  readonly insertId: number;
}

function toResult(result: unknown, returns: Statement["returns"]): Result {
  if (returns || Array.isArray(result)) {
    const rows = result as unknown[][];
    return { rows, changes: rows.length };
  }
  const { affectedRows, insertId } = result as Header;
  return { rows: [], changes: affectedRows, insertId: Number(insertId) };
}
