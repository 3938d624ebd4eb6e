/** Any database that a Kysely instance reaches. A little slower than a raw driver: Kysely prepares anew each time. */

import type { Connection, DialectName, Driver } from "@latchkey/core/sql";
import type { CompiledQuery, Kysely } from "kysely";

/** A Kysely instance, whatever its own tables are. */
export interface AnyKysely {
  withoutPlugins(): object;
  getExecutor(): object;
}

type Db = Kysely<unknown>;

/** Its plugins are left out: names are said as the schema has them, and a plugin would rename them in the answers. */
export function kyselyDriver(instance: AnyKysely, dialect: DialectName): Driver {
  const db = instance.withoutPlugins() as Db;
  if (dialect === "sqlite") return sqliteThrough(db);
  return {
    dialect,
    run: on(db).run,
    transaction: (work) =>
      db
        .transaction()
        .setIsolationLevel("read committed")
        .execute((tx) => work(on(tx))),
    onConnection: (work) => db.connection().execute((connection) => work(on(connection))),
  };
}

function on(db: Pick<Db, "executeQuery">): Connection {
  return {
    async run({ sql, returns }, parameters) {
      const { rows, numAffectedRows = 0, insertId } = await db.executeQuery<object>(query(sql, parameters));
      const values = rows.map((row) => Object.values(row));
      return {
        rows: values,
        changes: returns ? values.length : Number(numAffectedRows),
        // Kysely leaves out a zero.
        insertId: Number(BigInt.asIntN(64, insertId ?? 0n)),
      };
    },
  };
}

/** Kysely would begin as a reader, and a reader that turns writer can be refused without a wait. */
function sqliteThrough(db: Db): Driver {
  const text = (sql: string): CompiledQuery => query(sql, []);
  let prepared: Promise<unknown> | null = null;
  const ready = (): Promise<unknown> => {
    prepared ??= db.executeQuery(text("PRAGMA foreign_keys = ON")).catch((error: unknown) => {
      prepared = null;
      throw error;
    });
    return prepared;
  };
  const onOne = async <T>(work: (connection: Db) => Promise<T>): Promise<T> => {
    await ready();
    return db.connection().execute(work);
  };
  const transaction: Driver["transaction"] = (work) =>
    onOne(async (connection) => {
      await connection.executeQuery(text("BEGIN IMMEDIATE"));
      try {
        const result = await work(on(connection));
        await connection.executeQuery(text("COMMIT"));
        return result;
      } catch (error) {
        await connection.executeQuery(text("ROLLBACK")).catch(() => {});
        throw error;
      }
    });
  return {
    dialect: "sqlite",
    transaction,
    onConnection: (work) => onOne((connection) => work(on(connection))),
    async run(statement, parameters) {
      await ready();
      // As in the driver for plain SQLite: a write that meets a lock must not be left half done.
      if (statement.kind === "write") return transaction(async (connection) => connection.run(statement, parameters));
      return on(db).run(statement, parameters);
    },
  };
}

/** What Kysely's own `CompiledQuery.raw` gives, so that nothing of Kysely has to be loaded for it. */
function query<T>(sql: string, parameters: readonly unknown[]): CompiledQuery<T> {
  return {
    sql,
    parameters,
    query: { kind: "RawNode", sqlFragments: [sql], parameters: [] },
    queryId: { queryId: "latchkey" },
  };
}
