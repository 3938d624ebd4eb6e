/** Whether a column that is there can hold what it should. Other libraries keep the same in types of their own. */

import type { Column, ColumnType } from "../../database/index.ts";
import { columnType, type DdlDialect, isMysql } from "./ddl.ts";
import type { LiveColumn } from "./inspect.ts";

/** What is wrong, as the end of a sentence that begins with the column's name, and what to do. */
export function columnProblem(dialect: DdlDialect, column: Column, found: LiveColumn): string | null {
  const wanted = columnType(dialect, column);
  const acceptable = types[isMysql(dialect) ? "mysql" : (dialect as "sqlite")][column.type];
  if (!acceptable.test(found.type)) return `is of type ${found.type}. Convert it to ${wanted}.`;
  if (isMysql(dialect) && column.type === "string" && !/(?:nopad|0900)_bin$/.test(found.collation)) {
    return `has the collation ${found.collation}, to which different texts are equal. Convert it to ${wanted}.`;
  }
  if (column.nullable && !found.nullable) return "must be able to hold null. Drop its NOT NULL.";
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
