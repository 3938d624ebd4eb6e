/** Converts a SQLite database to the statements that recreate it. */

import type Database from "libsql";

/** Tables with their rows, then indexes. Rows are in insertion order. */
export function dump(database: Database.Database): string[] {
  const made = database
    .prepare("select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite_%'")
    .all() as { type: string; name: string; sql: string }[];
  const of = (type: string): typeof made => made.filter((one) => one.type === type);
  const rows = of("table").flatMap(({ name }) => {
    const found = database.prepare(`select * from "${name}" order by rowid`).all() as Record<string, unknown>[];
    return found.map((row) => {
      const columns = Object.keys(row).map((column) => `"${column}"`);
      return `insert into "${name}" (${columns}) values (${Object.values(row).map(literal)})`;
    });
  });
  return [...of("table").map(({ sql }) => sql), ...rows, ...of("index").map(({ sql }) => sql)];
}

function literal(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`No literal for ${typeof value}: a release's database holds texts and numbers.`);
}
