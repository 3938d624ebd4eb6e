/** Checks that text in tables that the app created compares byte by byte. MySQL ignores case by default. */

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
    if (problems.length > 0) throw new Error(`Text isn't compared byte by byte:\n${problems.join("\n")}`);
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

async function findProblems(driver: Driver, schema: Schema): Promise<string[]> {
  const { rows } = await driver.run(oneTimeQuery(collations), []);
  const found = new Map(rows.map(([table, column, collation]) => [`${table}.${column}`, String(collation)]));
  const accepted = Object.values(byteCollations).join(" (MySQL) or ");
  return [...schema.values()].flatMap((table) => {
    const layout = layoutOf(table);
    const wrong = Object.entries(table.columns).flatMap(([name, { type }]) => {
      const column = `${layout?.name ?? table.name}.${layout?.columns[name]?.name ?? name}`;
      const collation = found.get(column);
      return type !== "string" || !collation || byteCollation.test(collation) ? [] : [`${column} has ${collation}`];
    });
    if (wrong.length === 0) return [];
    const convert = `alter table \`${layout?.name ?? table.name}\` convert to character set utf8mb4 collate …`;
    return [`- ${wrong.join(", ")}: ${convert} ${accepted} (MariaDB), with foreign_key_checks = 0`];
  });
}

const collations = `select table_name as a, column_name as b, collation_name as c
  from information_schema.columns where table_schema = database() and collation_name is not null`;
