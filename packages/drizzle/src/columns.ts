/** How Drizzle columns store their values, and whether that fits the declared column. */

import type { ColumnType, Column as Declared } from "@latchkey/core/database";
import type { ColumnLayout } from "@latchkey/sql";
import type { Column } from "drizzle-orm";
import type { DrizzleProvider } from "./driver.ts";

/**
 * Converts values if Drizzle stores them differently. PostgreSQL and MySQL have a type for dates. In SQLite, a date is
 * a number or text, and only the column knows which.
 */
export function columnConversion({ type }: Declared, column: Column): Pick<ColumnLayout, "encode" | "decode"> {
  const { dataType, columnType } = column;
  if (type !== "date" || !columnType.startsWith("SQLite") || dataType === "string") return {};
  return { encode: (value) => column.mapToDriverValue(value), decode: (value) => column.mapFromDriverValue(value) };
}

/** Returns what's wrong with a column, as the end of a sentence that starts with its name. `null` if it fits. */
export function columnProblem(provider: DrizzleProvider, declared: Declared, column: Column): string | null {
  const kind = column.columnType.replace(/^(?:SQLite|Pg|MySql)/, "");
  if (kind !== "CustomColumn" && !acceptedColumns[provider][declared.type].test(kind)) {
    return `is ${column.getSQLType()} (${column.columnType}), which can't hold a ${declared.type}`;
  }
  if (declared.type === "date" && losesMilliseconds(column))
    return `loses milliseconds. Use ${millisecondColumns[provider]}`;
  if (declared.nullable && column.notNull) return "must be nullable. Remove notNull()";
  return null;
}

type AcceptedColumns = Readonly<Record<ColumnType, RegExp>>;

/** Drizzle's names for the columns that can hold each type, without the dialect's prefix. */
const acceptedColumns: Readonly<Record<DrizzleProvider, AcceptedColumns>> = {
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

const millisecondColumns: Readonly<Record<DrizzleProvider, string>> = {
  sqlite: 'integer({ mode: "timestamp_ms" })',
  pg: "timestamp({ precision: 3, withTimezone: true })",
  mysql: "datetime({ fsp: 3 })",
};

interface PrecisionConfig {
  readonly mode?: string;
  readonly precision?: number;
  readonly fsp?: number;
}

function losesMilliseconds(column: Column): boolean {
  const { columnType } = column;
  const { mode, precision, fsp } = column as Column & PrecisionConfig;
  if (columnType === "SQLiteTimestamp") return mode === "timestamp";
  if (columnType.startsWith("PgTimestamp")) return precision !== undefined && precision < 3;
  return /^MySql(?:DateTime|Timestamp)/.test(columnType) && (fsp ?? 0) < 3;
}
