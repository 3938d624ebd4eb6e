/** In what form a Drizzle column holds its values, and whether that is one for the declared column. */

import type { ColumnType, Column as Declared } from "@latchkey/core/database";
import type { ColumnLayout } from "@latchkey/sql";
import type { Column } from "drizzle-orm";
import type { DrizzleProvider } from "./driver.ts";

/**
 * How values go in and out, where Drizzle has it otherwise than we would. On the servers a time is a type of the
 * database; in SQLite it is a number or text, and only the column knows.
 */
export function formOf({ type }: Declared, column: Column): Pick<ColumnLayout, "encode" | "decode"> {
  const { dataType, columnType } = column;
  if (type !== "date" || !columnType.startsWith("SQLite") || dataType === "string") return {};
  return { encode: (value) => column.mapToDriverValue(value), decode: (value) => column.mapFromDriverValue(value) };
}

/** What is wrong with a column, as the end of a sentence that begins with its name. */
export function columnProblem(provider: DrizzleProvider, declared: Declared, column: Column): string | null {
  const kind = column.columnType.replace(/^(?:SQLite|Pg|MySql)/, "");
  if (kind !== "CustomColumn" && !kinds[provider][declared.type].test(kind)) {
    return `is ${column.getSQLType()} (${column.columnType}), which cannot hold a ${declared.type}`;
  }
  if (declared.type === "date" && losesMilliseconds(column)) return `loses milliseconds: make it ${precise[provider]}`;
  if (declared.nullable && column.notNull) return "must be able to hold null: leave out notNull()";
  return null;
}

type Kinds = Readonly<Record<ColumnType, RegExp>>;

/** What Drizzle calls the columns that can hold a type, after the name of the dialect. */
const kinds: Readonly<Record<DrizzleProvider, Kinds>> = {
  sqlite: {
    string: /^Text$/,
    text: /^Text$/,
    number: /^(?:Integer|Numeric|NumericNumber)$/,
    boolean: /^(?:Boolean|Integer)$/,
    date: /^(?:Timestamp|Text)$/,
    json: /^(?:Text|TextJson)$/,
  },
  pg: {
    string: /^(?:Text|Varchar)$/,
    text: /^(?:Text|Varchar)$/,
    number: /^(?:Integer|BigInt53|BigInt64)$/,
    boolean: /^Boolean$/,
    date: /^Timestamp(?:String)?$/,
    json: /^(?:Text|Varchar|Jsonb?)$/,
  },
  mysql: {
    string: /^(?:VarChar|Char|Text)$/,
    text: /^(?:VarChar|Text)$/,
    number: /^(?:Int|BigInt53|BigInt64)$/,
    boolean: /^(?:Boolean|TinyInt)$/,
    date: /^(?:DateTime|Timestamp)(?:String)?$/,
    json: /^(?:VarChar|Text|Json)$/,
  },
};

const precise: Readonly<Record<DrizzleProvider, string>> = {
  sqlite: 'integer({ mode: "timestamp_ms" })',
  pg: "timestamp({ precision: 3, withTimezone: true })",
  mysql: "datetime({ fsp: 3 })",
};

interface Precise {
  readonly mode?: string;
  readonly precision?: number;
  readonly fsp?: number;
}

function losesMilliseconds(column: Column): boolean {
  const { columnType } = column;
  const { mode, precision, fsp } = column as unknown as Precise;
  if (columnType === "SQLiteTimestamp") return mode === "timestamp";
  if (columnType.startsWith("PgTimestamp")) return precision !== undefined && precision < 3;
  return /^MySql(?:DateTime|Timestamp)/.test(columnType) && (fsp ?? 0) < 3;
}
