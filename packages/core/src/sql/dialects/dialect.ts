/** What differs between databases: values, types, errors, and a few ways of saying things. */

import type { Column } from "../../database/index.ts";
import type { Spelling, Sql } from "../text.ts";

/** The dialects of SQL that are spoken. */
export type DialectName = "sqlite" | "postgres" | "mysql";

export interface Dialect extends Spelling {
  readonly name: DialectName;
  /** A JavaScript value as the driver takes it. Never called with `null`. */
  encode(column: Column, value: unknown): unknown;
  /** A value from the driver as JavaScript has it, by the type of its column; `null`: it is right as it comes. Never given `null`. */
  readonly decode: Readonly<Record<Column["type"], ((value: unknown) => unknown) | null>>;
  /** How a column is selected, where its bare value would depend on the settings of a connection or a driver. */
  select(column: Column, reference: Sql): Sql;
  /** A column as it is put in order and compared by order: by bytes, whatever its own collation. */
  ordered(column: Column, reference: Sql): Sql;
  /** An `order by` term, nulls before everything else. */
  orderBy(reference: Sql, term: { readonly descending: boolean; readonly nullable: boolean }): Sql;
  /** Whether a text is in a text, ASCII letters in either case. */
  contains(text: Sql, needle: Sql): Sql;
  /** Whether a text ends with a text. The needle comes twice, for each place needs a value of its own. */
  endsWith(text: Sql, needle: Sql, again: Sql): Sql;
  /** All rows, counted. */
  readonly count: Sql;
  /** UPDATE and DELETE give rows back. */
  readonly returning: boolean;
  /** Locks selected rows until the transaction ends. SQLite's transactions hold the whole database. */
  readonly forUpdate: boolean;
  /** UPDATE and DELETE take a LIMIT. */
  readonly limitsWrites: boolean;
  /** Whether an index serves a comparison of several columns at once. */
  readonly comparesRows: boolean;
  /** LIMIT and OFFSET as numbers in the text: MySQL takes no prepared ones, unless they are text. */
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
  /** Lost to another transaction: nothing was written, and it may be tried again. */
  | { readonly kind: "conflict" }
  | { readonly kind: "unavailable" };

/** Errors that the network brings, under whatever driver. */
export function isNetworkFault({ code, message }: DriverError): boolean {
  return (
    /^(?:ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|ENETUNREACH|EAI_AGAIN|PROTOCOL_)/.test(code) ||
    /connection terminated|timeout exceeded when trying|pool timeout|read timeout|not queryable|connection (?:is|was) closed|closed state|pool (?:is|was) (?:closed|ended)|cannot use a pool after|connection lost|queue limit|is closed/i.test(
      message,
    )
  );
}

export interface DriverError {
  readonly code: string;
  readonly message: string;
  readonly errno: number;
  readonly details: Readonly<Record<string, unknown>>;
}

/** What drivers say of an error, in one form. */
export function readError(error: unknown): DriverError {
  const details = (typeof error === "object" && error !== null ? error : {}) as Readonly<Record<string, unknown>>;
  const { code, message, errno } = details;
  return { code: String(code ?? ""), message: String(message ?? ""), errno: Number(errno ?? 0), details };
}
