/** A driver over a Kysely instance. */

import type { DialectName } from "@latchkey/sql";
import type { Connection, Driver } from "@latchkey/sql/driver";
import type { CompiledQuery, Kysely } from "kysely";

/** A Kysely instance with any tables. */
export interface KyselyInstance {
  withoutPlugins(): object;
  getExecutor(): object;
}

export function isKysely(value: unknown): value is KyselyInstance {
  return typeof value === "object" && value !== null && "withoutPlugins" in value && "getExecutor" in value;
}

type Db = Kysely<unknown>;

/** Uses the instance without its plugins: a plugin could rename columns in the results. */
export function kyselyDriver(instance: KyselyInstance, dialect: DialectName): Driver {
  const db = instance.withoutPlugins() as Db;
  if (dialect === "sqlite") return sqliteDriver(db);
  return {
    dialect,
    run: toConnection(db).run,
    transaction: (work) =>
      db
        .transaction()
        .setIsolationLevel("read committed")
        .execute((tx) => work(toConnection(tx))),
    onConnection: (work) => db.connection().execute((connection) => work(toConnection(connection))),
  };
}

function toConnection(db: Pick<Db, "executeQuery">): Connection {
  return {
    async run({ sql, returns }, parameters) {
      const { rows, numAffectedRows = 0, insertId } = await db.executeQuery<object>(query(sql, parameters));
      const values = rows.map((row) => Object.values(row));
      return {
        rows: values,
        changes: returns ? values.length : Number(numAffectedRows),
        // Kysely omits an insert id of zero.
        insertId: Number(BigInt.asIntN(64, insertId ?? 0n)),
      };
    },
  };
}

/**
 * Begins transactions itself, with the write lock. Kysely begins without it, and SQLite fails without waiting if a read
 * transaction later tries to write.
 */
function sqliteDriver(db: Db): Driver {
  const command = (sql: string): CompiledQuery => query(sql, []);
  let prepared: Promise<unknown> | null = null;
  const prepare = (): Promise<unknown> => {
    prepared ??= db.executeQuery(command("PRAGMA foreign_keys = ON")).catch((error: unknown) => {
      prepared = null;
      throw error;
    });
    return prepared;
  };
  const onConnection = async <T>(work: (connection: Db) => Promise<T>): Promise<T> => {
    await prepare();
    return db.connection().execute(work);
  };
  const transaction: Driver["transaction"] = (work) =>
    onConnection(async (connection) => {
      await connection.executeQuery(command("BEGIN IMMEDIATE"));
      try {
        const result = await work(toConnection(connection));
        await connection.executeQuery(command("COMMIT"));
        return result;
      } catch (error) {
        await connection.executeQuery(command("ROLLBACK")).catch(() => {});
        throw error;
      }
    });
  return {
    dialect: "sqlite",
    transaction,
    onConnection: (work) => onConnection((connection) => work(toConnection(connection))),
    async run(statement, parameters) {
      await prepare();
      // A write that fails on a lock must not leave the connection in a transaction.
      if (statement.kind === "write") return transaction(async (connection) => connection.run(statement, parameters));
      return toConnection(db).run(statement, parameters);
    },
  };
}

/** The same as Kysely's `CompiledQuery.raw`, without loading Kysely. */
function query<T>(sql: string, parameters: readonly unknown[]): CompiledQuery<T> {
  return {
    sql,
    parameters,
    query: { kind: "RawNode", sqlFragments: [sql], parameters: [] },
    queryId: { queryId: "latchkey" },
  };
}
