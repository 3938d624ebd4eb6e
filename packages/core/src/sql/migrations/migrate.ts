/** Migrating: look, then add what is missing, one process at a time. */

import { DatabaseUnavailable, type MigrationPlan, type Migrations } from "../../database/index.ts";
import type { DialectName } from "../dialects/dialect.ts";
import { type Connection, command, type Driver, question } from "../driver.ts";
import { retried } from "../faults.ts";
import type { Means } from "../operations.ts";
import type { DdlDialect } from "./ddl.ts";
import { inspect } from "./inspect.ts";
import { planFor } from "./plan.ts";

type MigrationMeans = Pick<Means, "schema" | "translate" | "tell">;

export function createMigrations(driver: Driver, means: MigrationMeans): Migrations {
  const plan = (connection: Connection): Promise<MigrationPlan> =>
    planOn(observed(connection, means), driver.dialect, means);
  const apply = async (connection: Connection): Promise<MigrationPlan> => {
    const missing = await plan(connection);
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
    plan: () => translated(() => driver.onConnection(plan)),
    migrate: () => translated(() => alone(driver, apply)),
  };
}

async function planOn(
  connection: Connection,
  dialect: DialectName,
  { schema }: MigrationMeans,
): Promise<MigrationPlan> {
  const { steps, problems } = planFor(
    schema,
    await inspect(connection, dialect),
    await ddlDialect(connection, dialect),
  );
  const statements: string[] = [];
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
