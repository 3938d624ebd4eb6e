/**
 * Checks whether an existing column can hold the declared one. Other libraries use different types for the same values.
 */

import type { Column, ColumnType } from "@latchkey/core/database";
import { columnType, type DdlDialect, isMysql } from "./ddl.ts";
import type { LiveColumn } from "./inspect.ts";

/** The problem and its fix, to be appended to the column's name. `null` if the column fits. */
export function columnProblem(dialect: DdlDialect, column: Column, found: LiveColumn): string | null {
  const expected = columnType(dialect, column);
  const acceptable = types[isMysql(dialect) ? "mysql" : (dialect as "sqlite")][column.type];
  if (!acceptable.test(found.type)) return `has the type ${found.type}. Convert it to ${expected}.`;
  if (isMysql(dialect) && column.type === "string" && !/(?:nopad|0900)_bin$/.test(found.collation)) {
    return `has the collation ${found.collation}, which treats different texts as equal. Convert it to ${expected}.`;
  }
  if (column.nullable && !found.nullable) return "must be nullable. Drop its NOT NULL.";
  return null;
}

type Types = Readonly<Record<ColumnType, RegExp>>;

const types: Readonly<Record<"sqlite" | "postgres" | "mysql", Types>> = {
  sqlite: {
    string: /char|text|clob|uuid|^$/,
    text: /char|text|clob|json|^$/,
    number: /int|num|dec|real|doub|^$/,
    boolean: /bool|int|num|^$/,
    date: /date|time|text|char|^$/,
    json: /char|text|json|^$/,
  },
  postgres: {
    string: /^(?:text|character varying|character)$/,
    text: /^(?:text|character varying)$/,
    number: /^(?:bigint|integer|numeric)$/,
    boolean: /^boolean$/,
    date: /^timestamp with time zone$/,
    json: /^(?:text|character varying|jsonb?)$/,
  },
  mysql: {
    string: /^(?:var)?char/,
    text: /char|text/,
    number: /^(?:big)?int|^decimal/,
    boolean: /^(?:tinyint|boolean)/,
    date: /^datetime\([3-6]\)/,
    json: /char|text|json/,
  },
};
