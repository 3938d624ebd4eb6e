/** The little SQL that the doctor speaks, on every database alike. */

import type { OpenDatabase } from "../database/open.ts";

/** A database with its columns known. */
export interface Tables {
  readonly dialect: OpenDatabase["dialect"];
  /** Whether a table is there with all of these columns. */
  has(table: string, ...columns: readonly string[]): boolean;
  /** A name as this database quotes it. */
  quote(name: string): string;
  /** A condition: one of the comma-separated values in a column is this one. */
  lists(column: string, value: string): string;
  /** A text expression, so that it compares by bytes whatever the column's collation. */
  bytes(expression: string): string;
  rows(statement: string): Promise<Readonly<Record<string, unknown>>[]>;
  /** How many rows of a table fulfil a condition. */
  count(from: string, condition: string): Promise<number>;
}

const columnsOf = {
  sqlite: `select m.name as t, c.name as c from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'`,
  postgres:
    "select table_name as t, column_name as c from information_schema.columns where table_schema = current_schema()",
  mysql: "select table_name as t, column_name as c from information_schema.columns where table_schema = database()",
} as const;

/** The columns of each table. */
export async function columnsIn({ dialect, rows }: OpenDatabase): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>();
  for (const { t, c } of await rows(columnsOf[dialect])) {
    const columns = found.get(String(t)) ?? new Set();
    found.set(String(t), columns.add(String(c)));
  }
  return found;
}

/** Looks which tables and columns there are. */
export async function readTables(database: OpenDatabase): Promise<Tables> {
  const { dialect, rows } = database;
  const known = await columnsIn(database);
  const isMysql = dialect === "mysql";
  const quote = (name: string): string => (isMysql ? `\`${name}\`` : `"${name}"`);
  const literal = (text: string): string => `'${text.replace(/'/g, "''")}'`;
  return {
    dialect,
    has: (table, ...columns) => columns.every((column) => known.get(table)?.has(column) === true),
    quote,
    lists: (column, value) => {
      const spaceless = `replace(${column}, ' ', '')`;
      const whole = isMysql ? `concat(',', ${spaceless}, ',')` : `',' || ${spaceless} || ','`;
      return `${whole} like ${literal(`%,${value},%`)}`;
    },
    bytes: (expression) => (isMysql ? `cast(${expression} as binary)` : expression),
    rows,
    async count(from, condition) {
      const [row] = await rows(`select count(*) as n from ${from} where ${condition}`);
      return Number(row?.n ?? 0);
    },
  };
}
