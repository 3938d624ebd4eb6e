/** MySQL and MariaDB through a `mysql2` pool. */

import { type Connection, type Driver, mariaDbQuestion, type Result, type Statement } from "@latchkey/core/sql";

/** The part of a `mysql2` pool that is used, in its promise form. */
export interface MysqlPool extends MysqlQueries {
  getConnection(): Promise<MysqlConnection>;
}

/** One connection of a `mysql2` pool. */
export interface MysqlConnection extends MysqlQueries {
  release(): void;
  destroy(): void;
}

/** What pool and connection share. */
export interface MysqlQueries {
  execute(query: MysqlQuery): Promise<[unknown, unknown]>;
  query(query: MysqlQuery): Promise<[unknown, unknown]>;
}

/** A query as `mysql2` takes it. */
export interface MysqlQuery {
  readonly sql: string;
  /** mysql2 has its own types for them, which differ by version: `never` is assignable to each. */
  readonly values: never;
  readonly rowsAsArray: boolean;
}

/** Statements are prepared on each connection and kept there, by mysql2. */
export function mysqlDriver(pool: MysqlPool): Driver {
  return {
    dialect: "mysql",
    run: on(pool).run,
    onConnection: (work) => withConnection(pool, (connection) => work(on(connection))),
    transaction: (work) => withConnection(pool, (connection) => between(connection, () => work(on(connection)))),
    isMariaDb: mariaDbQuestion(),
  };
}

function on(queries: MysqlQueries): Connection {
  return {
    async run({ sql, name, returns }, parameters) {
      const query: MysqlQuery = { sql, values: parameters as never, rowsAsArray: true };
      // What is not kept prepared (DDL, SET) goes as text: the server prepares only some statements.
      const [result] = name === "" ? await queries.query(query) : await queries.execute(query);
      return toResult(result, returns);
    },
  };
}

async function withConnection<T>(pool: MysqlPool, work: (connection: MysqlConnection) => Promise<T>): Promise<T> {
  const connection = await pool.getConnection();
  try {
    return await work(connection);
  } finally {
    connection.release();
  }
}

async function between<T>(connection: MysqlConnection, work: () => Promise<T>): Promise<T> {
  const send = (sql: string): Promise<unknown> => connection.query({ sql, values: [] as never, rowsAsArray: true });
  await send("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
  await send("START TRANSACTION");
  try {
    const result = await work();
    await send("COMMIT");
    return result;
  } catch (error) {
    // A connection whose transaction cannot be ended goes to nobody else.
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
