/** PostgreSQL through a `pg` pool. */

import type { Connection, Driver, Result, Statement } from "@latchkey/core/sql";

/** The part of a `pg` pool that is used. */
export interface PgPool {
  connect(): Promise<PgClient>;
  query(query: PgQuery): Promise<PgResult>;
  on(event: "error", listener: () => void): unknown;
  listenerCount(event: "error"): number;
  readonly totalCount: number;
}

/** The part of a `pg` client that is used. */
export interface PgClient {
  query(query: PgQuery): Promise<PgResult>;
  on(event: "error", listener: () => void): unknown;
  off(event: "error", listener: () => void): unknown;
  release(error?: Error | boolean): void;
}

/** A query as `pg` takes it. */
export interface PgQuery {
  readonly text: string;
  readonly values: unknown[];
  readonly rowMode: "array";
  readonly name?: string;
}

/** A result as `pg` gives it. */
export interface PgResult {
  readonly rows: unknown[][];
  readonly rowCount: number | null;
}

/** Statements are prepared under their name on each connection and kept there. */
export function postgresDriver(pool: PgPool): Driver {
  // The pool replaces an idle connection that breaks. If nobody listens, it would end the process first.
  if (pool.listenerCount("error") === 0) pool.on("error", ignore);
  return {
    dialect: "postgres",
    run: (statement, parameters) => run(pool, statement, parameters),
    transaction: (work) => withClient(pool, (client, abandon) => between(client, abandon, () => work(on(client)))),
    onConnection: (work) => withClient(pool, (client) => work(on(client))),
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

function on(client: PgClient): Connection {
  return { run: (statement, parameters) => run(client, statement, parameters) };
}

async function withClient<T>(pool: PgPool, work: (client: PgClient, abandon: () => void) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // Nor must one that breaks while it is in use but asked nothing. The next query tells.
  client.on("error", ignore);
  let isLost = false;
  try {
    return await work(client, () => {
      isLost = true;
    });
  } finally {
    client.off("error", ignore);
    client.release(isLost);
  }
}

async function between<T>(client: PgClient, abandon: () => void, work: () => Promise<T>): Promise<T> {
  const send = (text: string): Promise<PgResult> => client.query({ text, values: [], rowMode: "array" });
  await send("BEGIN ISOLATION LEVEL READ COMMITTED");
  try {
    const result = await work();
    await send("COMMIT");
    return result;
  } catch (error) {
    // A connection whose transaction cannot be ended goes to nobody else.
    await send("ROLLBACK").catch(abandon);
    throw error;
  }
}

function ignore(): void {}
