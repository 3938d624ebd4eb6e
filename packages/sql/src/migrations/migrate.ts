/** Migrations: compares the database with the schema, then adds what's missing, one process at a time. */

import {
  DatabaseUnavailable,
  type MigrationOptions,
  type MigrationPlan,
  type Migrations,
} from "@latchkey/core/database";
import type { DialectName } from "../dialects/dialect.ts";
import { type Connection, type Driver, oneTimeCommand, oneTimeQuery } from "../drivers/driver.ts";
import { withRetries } from "../errors.ts";
import type { Deps } from "../operations.ts";
import { conversionFor } from "./convert.ts";
import type { DdlDialect } from "./ddl.ts";
import { inspect } from "./inspect.ts";
import { planFor } from "./plan.ts";
import { failureHint, substringStatements } from "./substrings.ts";

type MigrationDeps = Pick<Deps, "schema" | "translateError" | "onStatement">;

export function createMigrations(driver: Driver, deps: MigrationDeps): Migrations {
  const plan =
    (options: MigrationOptions) =>
    (connection: Connection): Promise<MigrationPlan> =>
      planOn(withStatementObserver(connection, deps), driver.dialect, deps, options);
  const apply =
    (options: MigrationOptions) =>
    async (connection: Connection): Promise<MigrationPlan> => {
      const missing = await plan(options)(connection);
      for (const statement of missing.statements) await run(withStatementObserver(connection, deps), statement);
      return missing;
    };
  const translated = <T>(work: () => Promise<T>): Promise<T> =>
    withRetries(() =>
      work().catch((error: unknown) => {
        throw deps.translateError(error, null);
      }),
    );
  return {
    plan: (options = {}) => translated(() => driver.onConnection(plan(options))),
    migrate: (options = {}) =>
      translated(() =>
        options.convert && driver.dialect === "sqlite"
          ? withoutForeignKeys(driver, apply(options))
          : withMigrationLock(driver, apply(options)),
      ),
  };
}

async function planOn(
  connection: Connection,
  dialect: DialectName,
  { schema }: MigrationDeps,
  { convert, aside = {} }: MigrationOptions,
): Promise<MigrationPlan> {
  const ddl = await ddlDialect(connection, dialect);
  const found = await inspect(connection, dialect);
  const { live, statements: conversions } = convert
    ? await conversionFor({ connection, dialect: ddl, schema, aside }, found)
    : { live: found, statements: [] };
  const { steps, problems } = planFor(schema, live, ddl);
  const statements = [...conversions];
  const dataProblems: string[] = [];
  for (const { statement, unless } of steps) {
    const wouldFail = unless && (await connection.run(oneTimeQuery(unless.query), [])).rows.length > 0;
    if (wouldFail) dataProblems.push(unless.problem);
    else statements.push(statement);
  }
  statements.push(...(await substringStatements({ connection, dialect, schema, found, aside })));
  return { statements, problems: [...problems, ...dataProblems] };
}

function withStatementObserver(connection: Connection, { onStatement }: MigrationDeps): Connection {
  return {
    run(statement, parameters) {
      onStatement?.({ kind: statement.returns ? "read" : "write", table: null, text: statement.sql });
      return connection.run(statement, parameters);
    },
  };
}

async function run(connection: Connection, statement: string): Promise<void> {
  try {
    await connection.run(oneTimeCommand(statement), []);
  } catch (cause) {
    throw new Error(`The migration stopped at: ${statement}${failureHint(statement)}`, { cause });
  }
}

/**
 * Runs a transaction on SQLite that rebuilds tables. With foreign keys on, dropping a table would delete the rows that
 * reference it. Foreign keys are checked before the commit.
 */
function withoutForeignKeys(
  driver: Driver,
  apply: (connection: Connection) => Promise<MigrationPlan>,
): Promise<MigrationPlan> {
  return driver.onConnection(async (connection) => {
    await run(connection, "pragma foreign_keys = off");
    try {
      await run(connection, "begin immediate");
      try {
        const plan = await apply(connection);
        const { rows } = await connection.run(oneTimeQuery('select "table" from pragma_foreign_key_check'), []);
        if (rows.length > 0) {
          throw new Error(
            `Rows of ${[...new Set(rows.map(String))].join(", ")} refer to rows that don't exist. Delete them, then migrate again.`,
          );
        }
        await run(connection, "commit");
        return plan;
      } catch (error) {
        await run(connection, "rollback");
        throw error;
      }
    } finally {
      await run(connection, "pragma foreign_keys = on");
    }
  });
}

/** Uses a transaction if the database can roll back DDL, or else a named lock. */
async function withMigrationLock(
  driver: Driver,
  apply: (connection: Connection) => Promise<MigrationPlan>,
): Promise<MigrationPlan> {
  if (driver.dialect === "sqlite") return driver.transaction(apply);
  if (driver.dialect === "postgres") {
    return driver.transaction(async (connection) => {
      await connection.run(oneTimeQuery("select pg_catalog.pg_advisory_xact_lock(7264519)"), []);
      return apply(connection);
    });
  }
  return driver.onConnection(async (connection) => {
    const name = "concat('latchkey_', md5(database()))";
    const { rows } = await connection.run(oneTimeQuery(`select get_lock(${name}, 60) as a`), []);
    if (Number(rows[0]?.[0]) !== 1)
      throw new DatabaseUnavailable({ cause: new Error("Another migration has been running for over a minute.") });
    try {
      return await apply(connection);
    } finally {
      await connection.run(oneTimeQuery(`select release_lock(${name}) as a`), []);
    }
  });
}

async function ddlDialect(connection: Connection, dialect: DialectName): Promise<DdlDialect> {
  if (dialect !== "mysql") return dialect;
  const { rows } = await connection.run(oneTimeQuery("select version() as a"), []);
  return String(rows[0]?.[0]).includes("MariaDB") ? "mariadb" : "mysql";
}
