/** Checks that text columns in tables that the app created are compared byte by byte. MySQL ignores case by default. */

import type { Schema } from "@latchkey/core/database";
import { type Driver, oneTimeQuery } from "./drivers/driver.ts";
import { layoutOf } from "./layout.ts";
import { byteCollations } from "./migrations/ddl.ts";

/** Collations that distinguish any two byte sequences, including trailing spaces. */
const byteCollation = /(?:nopad|0900)_bin$/;

/**
 * Checks the collations once, before the driver's first statement. Throws if `Ann@x.test` would equal `ann@x.test `,
 * because two users would then share an account.
 */
export function withCollationCheck(driver: Driver, schema: Schema): Driver {
  if (driver.dialect !== "mysql") return driver;
  let isChecked = false;
  const check = async (): Promise<void> => {
    if (isChecked) return;
    const problems = await findProblems(driver, schema);
    if (problems.length > 0) throw new Error(await explain(driver, problems));
    isChecked = true;
  };
  return {
    ...driver,
    async run(statement, parameters) {
      await check();
      return driver.run(statement, parameters);
    },
    async transaction(work) {
      await check();
      return driver.transaction(work);
    },
  };
}

/** A table with columns that aren't compared byte by byte. */
interface Problem {
  readonly table: string;
  /** Each column with its collation. */
  readonly columns: readonly string[];
}

async function findProblems(driver: Driver, schema: Schema): Promise<Problem[]> {
  const { rows } = await driver.run(oneTimeQuery(collations), []);
  const found = new Map(rows.map(([table, column, collation]) => [`${table}.${column}`, String(collation)]));
  return [...schema.values()].flatMap((table) => {
    const layout = layoutOf(table);
    const tableName = layout?.name ?? table.name;
    const columns = Object.entries(table.columns).flatMap(([name, { type }]) => {
      const column = `${tableName}.${layout?.columns[name]?.name ?? name}`;
      const collation = found.get(column);
      return type !== "string" || !collation || byteCollation.test(collation) ? [] : [`${column} has ${collation}`];
    });
    return columns.length === 0 ? [] : [{ table: tableName, columns }];
  });
}

/** Lists the columns, and the statements that fix them on this database. */
async function explain(driver: Driver, problems: readonly Problem[]): Promise<string> {
  const { rows } = await driver.run(oneTimeQuery("select version() as a"), []);
  const collation = byteCollations[String(rows[0]?.[0]).includes("MariaDB") ? "mariadb" : "mysql"];
  return [
    "Text isn't compared byte by byte:",
    ...problems.map(({ columns }) => `- ${columns.join(", ")}`),
    "Run these statements on one connection:",
    "set foreign_key_checks = 0;",
    ...problems.map(({ table }) => `alter table \`${table}\` convert to character set utf8mb4 collate ${collation};`),
    "set foreign_key_checks = 1;",
  ].join("\n");
}

const collations = `select table_name as a, column_name as b, collation_name as c
  from information_schema.columns where table_schema = database() and collation_name is not null`;
