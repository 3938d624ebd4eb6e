/** Small SQL helpers that work the same on every database. */

import type { OpenDatabase } from "../database/open.ts";

/** A database with its known tables and columns. */
export interface Tables {
  readonly dialect: OpenDatabase["dialect"];
  /** Whether the table exists and has all of these columns. */
  has(table: string, ...columns: readonly string[]): boolean;
  /** Quotes a name for this database. */
  quote(name: string): string;
  /** A condition that matches if a comma-separated column contains the value. */
  containsItem(column: string, value: string): string;
  /** Makes a text expression compare by bytes, regardless of the column's collation. */
  asBinary(expression: string): string;
  /** A time as a literal that compares with the database's own times. */
  timeLiteral(time: Date): string;
  rows(statement: string): Promise<Readonly<Record<string, unknown>>[]>;
  /** Counts the rows that match a condition. */
  count(from: string, condition: string): Promise<number>;
}

const columnsOf = {
  sqlite: `select m.name as t, c.name as c from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'`,
  postgres:
    "select table_name as t, column_name as c from information_schema.columns where table_schema = current_schema()",
  mysql: "select table_name as t, column_name as c from information_schema.columns where table_schema = database()",
} as const;

/** Returns the columns of each table. */
export async function columnsIn({ dialect, rows }: OpenDatabase): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>();
  for (const { t, c } of await rows(columnsOf[dialect])) {
    const columns = found.get(String(t)) ?? new Set();
    found.set(String(t), columns.add(String(c)));
  }
  return found;
}

/** Reads which tables and columns exist. */
export async function readTables(database: OpenDatabase): Promise<Tables> {
  const { dialect, rows } = database;
  const known = await columnsIn(database);
  const isMysql = dialect === "mysql";
  const quote = (name: string): string => (isMysql ? `\`${name}\`` : `"${name}"`);
  const literal = (text: string): string => `'${text.replace(/'/g, "''")}'`;
  return {
    dialect,
    has: (table, ...columns) => {
      const existing = known.get(table);
      return existing !== undefined && columns.every((column) => existing.has(column));
    },
    quote,
    containsItem: (column, value) => {
      const spaceless = `replace(${column}, ' ', '')`;
      const whole = isMysql ? `concat(',', ${spaceless}, ',')` : `',' || ${spaceless} || ','`;
      return `${whole} like ${literal(`%,${value},%`)}`;
    },
    asBinary: (expression) => (isMysql ? `cast(${expression} as binary)` : expression),
    timeLiteral: (time) => {
      const text = time.toISOString();
      return literal(isMysql ? text.slice(0, 23).replace("T", " ") : text);
    },
    rows,
    async count(from, condition) {
      const [row] = await rows(`select count(*) as n from ${from} where ${condition}`);
      return Number(row?.n ?? 0);
    },
  };
}
