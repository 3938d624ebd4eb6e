/** Migrating: look, then add what is missing, one process at a time. */

import {
  DatabaseUnavailable,
  type MigrationOptions,
  type MigrationPlan,
  type Migrations,
} from "../../database/index.ts";
import type { DialectName } from "../dialects/dialect.ts";
import { type Connection, command, type Driver, question } from "../driver.ts";
import { retried } from "../faults.ts";
import type { Means } from "../operations.ts";
import { conversionFor } from "./convert.ts";
import type { DdlDialect } from "./ddl.ts";
import { inspect } from "./inspect.ts";
import { planFor } from "./plan.ts";

type MigrationMeans = Pick<Means, "schema" | "translate" | "tell">;

export function createMigrations(driver: Driver, means: MigrationMeans): Migrations {
  const plan =
    (options: MigrationOptions) =>
    (connection: Connection): Promise<MigrationPlan> =>
      planOn(observed(connection, means), driver.dialect, means, options);
  const apply =
    (options: MigrationOptions) =>
    async (connection: Connection): Promise<MigrationPlan> => {
      const missing = await plan(options)(connection);
      for (const statement of missing.statements) await run(observed(connection, means), statement);
      return missing;
    };
  const translated = <T>(work: () => Promise<T>): Promise<T> =>
    retried(() =>
      work().catch((error: unknown) => {
        throw means.translate(error, null);
      }),
    );
  return {
    plan: (options = {}) => translated(() => driver.onConnection(plan(options))),
    migrate: (options = {}) =>
      translated(() =>
        options.convert && driver.dialect === "sqlite"
          ? withoutForeignKeys(driver, apply(options))
          : alone(driver, apply(options)),
      ),
  };
}

async function planOn(
  connection: Connection,
  dialect: DialectName,
  { schema }: MigrationMeans,
  { convert, aside = {} }: MigrationOptions,
): Promise<MigrationPlan> {
  const ddl = await ddlDialect(connection, dialect);
  const found = await inspect(connection, dialect);
  const { live, statements: conversions } = convert
    ? await conversionFor({ connection, dialect: ddl, schema, aside }, found)
    : { live: found, statements: [] };
  const { steps, problems } = planFor(schema, live, ddl);
  const statements = [...conversions];
  const obstacles: string[] = [];
  for (const { statement, unless } of steps) {
    const stands = unless && (await connection.run(question(unless.query), [])).rows.length > 0;
    if (stands) obstacles.push(unless.problem);
    else statements.push(statement);
  }
  return { statements, problems: [...problems, ...obstacles] };
}

function observed(connection: Connection, { tell }: MigrationMeans): Connection {
  return {
    run(statement, parameters) {
      tell?.({ kind: statement.returns ? "read" : "write", table: null, text: statement.sql });
      return connection.run(statement, parameters);
    },
  };
}

async function run(connection: Connection, statement: string): Promise<void> {
  try {
    await connection.run(command(statement), []);
  } catch (cause) {
    throw new Error(`The migration stopped at: ${statement}`, { cause });
  }
}

/**
 * A transaction on SQLite in which tables are rebuilt: with references enforced, dropping a table would take along what
 * refers to its rows. They are checked before the commit.
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
        const done = await apply(connection);
        const { rows } = await connection.run(question('select "table" from pragma_foreign_key_check'), []);
        if (rows.length > 0) {
          throw new Error(
            `Rows of ${[...new Set(rows.map(String))].join(", ")} refer to what is not there. Delete them, then migrate again.`,
          );
        }
        await run(connection, "commit");
        return done;
      } catch (error) {
        await run(connection, "rollback");
        throw error;
      }
    } finally {
      await run(connection, "pragma foreign_keys = on");
    }
  });
}

/** In a transaction where DDL can be undone; under a named lock where it cannot. */
async function alone(
  driver: Driver,
  apply: (connection: Connection) => Promise<MigrationPlan>,
): Promise<MigrationPlan> {
  if (driver.dialect === "sqlite") return driver.transaction(apply);
  if (driver.dialect === "postgres") {
    return driver.transaction(async (connection) => {
      await connection.run(question("select pg_catalog.pg_advisory_xact_lock(7264519)"), []);
      return apply(connection);
    });
  }
  return driver.onConnection(async (connection) => {
    const name = "concat('latchkey_', md5(database()))";
    const { rows } = await connection.run(question(`select get_lock(${name}, 60) as a`), []);
    if (Number(rows[0]?.[0]) !== 1)
      throw new DatabaseUnavailable({ cause: new Error("Another migration has been running for a minute.") });
    try {
      return await apply(connection);
    } finally {
      await connection.run(question(`select release_lock(${name}) as a`), []);
    }
  });
}

async function ddlDialect(connection: Connection, dialect: DialectName): Promise<DdlDialect> {
  if (dialect !== "mysql") return dialect;
  const { rows } = await connection.run(question("select version() as a"), []);
  return String(rows[0]?.[0]).includes("MariaDB") ? "mariadb" : "mysql";
}
