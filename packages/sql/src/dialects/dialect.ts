/** What differs between databases: values, types, errors, and some syntax. */

import type { Column } from "@latchkey/core/database";
import type { ReadParameter, Sql, Syntax } from "../sql.ts";

/** The SQL dialects that the adapter speaks. MariaDB counts as `mysql`. */
export type DialectName = "sqlite" | "postgres" | "mysql";

/** A column with an index for `contains`. */
export interface IndexedComparison {
  /** Name of the table. */
  readonly table: string;
  /** A reference to the row's id. */
  readonly id: Sql;
  /** A reference to the column. */
  readonly text: Sql;
}

export interface Dialect extends Syntax {
  readonly name: DialectName;
  /** Converts a JavaScript value for the driver. Never called with `null`. */
  encode(column: Column, value: unknown): unknown;
  /**
   * Converts a driver's value to a JavaScript value, by column type. `null` means no conversion. Never called with
   * `null`.
   */
  readonly decode: Readonly<Record<Column["type"], ((value: unknown) => unknown) | null>>;
  /** Selects a column so that its value doesn't depend on settings of the connection or the driver. */
  select(column: Column, reference: Sql): Sql;
  /**
   * Selects all columns of a row as one JSON array in a text value. `null` if the driver's own rows are as cheap. With
   * `pg`, each column costs a field description and a parser for every statement.
   */
  readonly packed: ((columns: Sql) => Sql) | null;
  /** A column for sorting and range comparisons: always by bytes, regardless of its own collation. */
  ordered(column: Column, reference: Sql): Sql;
  /** An `order by` term with nulls first when ascending and last when descending. */
  orderBy(reference: Sql, term: { readonly descending: boolean; readonly nullable: boolean }): Sql;
  /** Whether a string contains another, ignoring the case of ASCII letters. */
  contains(text: Sql, needle: ReadParameter): Sql;
  /**
   * Does the same through the table's full-text index. Only on SQLite, because PostgreSQL's index serves `contains`
   * itself.
   */
  containsIndexed?(comparison: IndexedComparison, needle: ReadParameter): Sql;
  /**
   * Whether a string ends with another. The needle is passed twice because each placeholder needs its own parameter.
   */
  endsWith(text: Sql, needle: Sql, sameNeedle: Sql): Sql;
  /** Follows a `select` of values that has no table but a `where`. */
  readonly fromNoTable: Sql;
  /** Counts all rows. */
  readonly count: Sql;
  /** Adds up a number column of a group. The result is text. */
  sum(reference: Sql): Sql;
  /** The string that all rows of a group share. */
  first(reference: Sql): Sql;
  /** The expression to group by: the bytes of a text column. */
  groupKey(reference: Sql): Sql;
  /** Whether UPDATE and DELETE support RETURNING. */
  readonly supportsReturning: boolean;
  /** Whether selected rows can be locked until the transaction ends. SQLite locks the whole database instead. */
  readonly supportsForUpdate: boolean;
  /** Whether UPDATE and DELETE support LIMIT. */
  readonly supportsWriteLimit: boolean;
  /** Whether an index serves a comparison of several columns at once. */
  readonly supportsRowComparison: boolean;
  /**
   * Whether to write LIMIT and OFFSET into the SQL text as numbers, because MySQL's prepared statements accept them
   * only as text parameters.
   */
  readonly inlinesLimits: boolean;
  classify(error: unknown): DatabaseFault | null;
}

/** What a driver's error means. */
export type DatabaseFault =
  | {
      readonly kind: "unique";
      readonly constraint: string;
      readonly table?: string;
      readonly columns?: readonly string[];
    }
  | { readonly kind: "foreign-key" }
  /** The statement lost to another transaction. Nothing was written, so it can be retried. */
  | { readonly kind: "conflict" }
  | { readonly kind: "unavailable" };

/** Whether an error comes from the network, with any driver. */
export function isNetworkFault({ code, message }: DriverError): boolean {
  return (
    /^(?:ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|ENETUNREACH|EAI_AGAIN|PROTOCOL_)/.test(code) ||
    /connection terminated|timeout exceeded when trying|pool timeout|read timeout|not queryable|connection (?:is|was) closed|closed state|pool (?:is|was) (?:closed|ended)|cannot use a pool after|connection lost|queue limit|is closed/i.test(
      message,
    )
  );
}

/** The parts of a driver's error that dialects read. */
export interface DriverError {
  readonly code: string;
  readonly message: string;
  readonly errno: number;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Converts any driver's error to a common form. */
export function readError(error: unknown): DriverError {
  const details = (typeof error === "object" && error !== null ? error : {}) as Readonly<Record<string, unknown>>;
  const { code, message, errno } = details;
  return { code: String(code ?? ""), message: String(message ?? ""), errno: Number(errno ?? 0), details };
}
