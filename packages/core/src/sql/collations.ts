/** Whether text in tables that the app made compares byte by byte. MySQL compares without case unless it is told. */

import type { Schema } from "../database/index.ts";
import { type Driver, question } from "./driver.ts";
import { layoutOf } from "./layout.ts";
import { byteCollations } from "./migrations/ddl.ts";

/** Collations that tell apart what differs in any byte, blanks at the end included. */
const ofBytes = /(?:nopad|0900)_bin$/;

/**
 * The same driver, which looks once, before its first statement, and refuses to work where `Ann@x.test` would be
 * `ann@x.test `: two people would be one.
 */
export function comparingBytes(driver: Driver, schema: Schema): Driver {
  if (driver.dialect !== "mysql") return driver;
  let isKnown = false;
  const look = async (): Promise<void> => {
    if (isKnown) return;
    const problems = await problemsOn(driver, schema);
    if (problems.length > 0) throw new Error(`Text does not compare byte by byte:\n${problems.join("\n")}`);
    isKnown = true;
  };
  return {
    ...driver,
    async run(statement, parameters) {
      await look();
      return driver.run(statement, parameters);
    },
    async transaction(work) {
      await look();
      return driver.transaction(work);
    },
  };
}

async function problemsOn(driver: Driver, schema: Schema): Promise<string[]> {
  const { rows } = await driver.run(question(collations), []);
  const found = new Map(rows.map(([table, column, collation]) => [`${table}.${column}`, String(collation)]));
  const wanted = Object.values(byteCollations).join(" (MySQL) or ");
  return [...schema.values()].flatMap((table) => {
    const layout = layoutOf(table);
    const wrong = Object.entries(table.columns).flatMap(([name, { type }]) => {
      const place = `${layout?.name ?? table.name}.${layout?.columns[name]?.name ?? name}`;
      const collation = found.get(place);
      return type !== "string" || !collation || ofBytes.test(collation) ? [] : [`${place} has ${collation}`];
    });
    if (wrong.length === 0) return [];
    const convert = `alter table \`${layout?.name ?? table.name}\` convert to character set utf8mb4 collate …`;
    return [`- ${wrong.join(", ")}: ${convert} ${wanted} (MariaDB), with foreign_key_checks = 0`];
  });
}

const collations = `select table_name as a, column_name as b, collation_name as c
  from information_schema.columns where table_schema = database() and collation_name is not null`;
