/** PostgreSQL through a `pg` pool. */

import type { Connection, Driver, Result, Statement } from "./driver.ts";

/** The part of a `pg` pool that the adapter uses. */
export interface PgPool {
  connect(): Promise<PgClient>;
  query(query: PgQuery): Promise<PgResult>;
  on(event: "error", listener: () => void): unknown;
  listenerCount(event: "error"): number;
  readonly totalCount: number;
}

/** The part of a `pg` client that the adapter uses. */
export interface PgClient {
  query(query: PgQuery): Promise<PgResult>;
  on(event: "error", listener: () => void): unknown;
  off(event: "error", listener: () => void): unknown;
  release(error?: Error | boolean): void;
}

/** A query for `pg`. */
export interface PgQuery {
  readonly text: string;
  readonly values: unknown[];
  readonly rowMode: "array";
  readonly name?: string;
}

/** A result from `pg`. */
export interface PgResult {
  readonly rows: unknown[][];
  readonly rowCount: number | null;
}

/** Named statements stay prepared on each connection. */
export function postgresDriver(pool: PgPool): Driver {
  // The pool replaces an idle connection that breaks. Without an error listener, the error would end the process.
  if (pool.listenerCount("error") === 0) pool.on("error", ignore);
  return {
    dialect: "postgres",
    run: (statement, parameters) => run(pool, statement, parameters),
    transaction: (work) =>
      withClient(pool, (client, discard) => inTransaction(client, discard, () => work(toConnection(client)))),
    onConnection: (work) => withClient(pool, (client) => work(toConnection(client))),
  };
}

async function run(
  client: Pick<PgClient, "query">,
  { sql, name }: Statement,
  parameters: readonly unknown[],
): Promise<Result> {
  const query: PgQuery = { text: sql, values: parameters as unknown[], rowMode: "array" };
  const { rows, rowCount } = await client.query(name === "" ? query : { ...query, name });
  return { rows, changes: rowCount ?? 0 };
}

function toConnection(client: PgClient): Connection {
  return { run: (statement, parameters) => run(client, statement, parameters) };
}

async function withClient<T>(pool: PgPool, work: (client: PgClient, discard: () => void) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A client in use can also break between two queries. The next query then fails. The `error` event itself must not end
  // the process.
  client.on("error", ignore);
  let isDiscarded = false;
  try {
    return await work(client, () => {
      isDiscarded = true;
    });
  } finally {
    client.off("error", ignore);
    client.release(isDiscarded);
  }
}

async function inTransaction<T>(client: PgClient, discard: () => void, work: () => Promise<T>): Promise<T> {
  const send = (text: string): Promise<PgResult> => client.query({ text, values: [], rowMode: "array" });
  await send("BEGIN ISOLATION LEVEL READ COMMITTED");
  try {
    const result = await work();
    await send("COMMIT");
    return result;
  } catch (error) {
    // A connection that can't end its transaction must not be reused.
    await send("ROLLBACK").catch(discard);
    throw error;
  }
}

function ignore(): void {}
