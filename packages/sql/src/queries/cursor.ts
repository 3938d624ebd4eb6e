/** Cursor pagination: the rows after the last one of the previous page. */

import { type AnyRow, columnOf, cursorValue, type Joins, type Order, type OrderTerm } from "@latchkey/core/database";
import type { Dialect } from "../dialects/dialect.ts";
import { columnRef } from "../layout.ts";
import { parameter } from "../parameter.ts";
import { type Sql, sql } from "../sql.ts";
import { joinAlias } from "./projection.ts";

/** The parts of a query apart from its conditions, for any type of row. */
export interface PageQuery {
  readonly join?: Joins | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly orderBy?: readonly Order<AnyRow>[];
  /** `null` for any single row. */
  readonly limit: number | null;
  readonly offset?: number;
  readonly after?: object;
}

type Query = Pick<PageQuery, "after" | "orderBy" | "join">;

/** The text also depends on which of the cursor's values are null. */
export function cursorShape({ after, orderBy = [] }: Query): string {
  if (!after) return "";
  const terms = orderBy.map(({ column, joinName }) => cursorValue(after, { column, joinName: joinName ?? null }));
  return `a${terms.map((value) => (value === null ? "0" : "1")).join("")}`;
}

/** The column that a term orders by. */
export function referenceOf(joins: Joins | undefined, { column, joinName, table }: OrderTerm): Sql {
  return columnRef(table, column, joinName === null ? "b" : joinAlias(Object.keys(joins ?? {}).indexOf(joinName)));
}

/**
 * A row comes after the cursor if some number of leading columns of the order are equal and the next one comes after.
 * If all columns go in one direction and none is null, this is a single row comparison, which can use an index.
 */
export function buildCursorCondition(dialect: Dialect, { after = {}, join }: Query, order: readonly OrderTerm[]): Sql {
  const terms = order.map((term): Term => {
    const column = columnOf(term.table, term.column);
    const reference = dialect.ordered(column, referenceOf(join, term));
    const read = ({ query }: { query: Query }): unknown => cursorValue(query.after as object, term);
    const isNull = cursorValue(after, term) === null;
    return { ...term, reference, isNull, value: () => parameter(dialect, column, read) };
  });
  const first = terms[0] as Term;
  if (
    dialect.supportsRowComparison &&
    terms.every(({ nullable, descending }) => !nullable && descending === first.descending)
  ) {
    const references = sql.join(terms.map(({ reference }) => reference));
    return sql`(${references}) ${first.descending ? sql`<` : sql`>`} (${sql.join(terms.map(({ value }) => value()))})`;
  }
  const alternatives = terms.flatMap((term, at) => {
    const condition = isAfter(term);
    return condition === null ? [] : [sql`(${sql.join([...terms.slice(0, at).map(isEqual), condition], sql` and `)})`];
  });
  // Logically redundant, but lets an index on the first column start at the cursor.
  return sql`${isNotBefore(first)} and (${sql.join(alternatives, sql` or `)})`;
}

interface Term {
  readonly reference: Sql;
  readonly descending: boolean;
  readonly nullable: boolean;
  /** Whether the cursor's value is null. */
  readonly isNull: boolean;
  value(): Sql;
}

function isEqual({ reference, isNull, value }: Term): Sql {
  return isNull ? sql`${reference} is null` : sql`${reference} = ${value()}`;
}

/** Nulls come first when ascending and last when descending, so nothing comes after a null when descending. */
function isAfter({ reference, descending, nullable, isNull, value }: Term): Sql | null {
  if (isNull) return descending ? null : sql`${reference} is not null`;
  if (!descending) return sql`${reference} > ${value()}`;
  return nullable ? sql`(${reference} < ${value()} or ${reference} is null)` : sql`${reference} < ${value()}`;
}

function isNotBefore({ reference, descending, nullable, isNull, value }: Term): Sql {
  if (isNull) return descending ? sql`${reference} is null` : sql`1 = 1`;
  if (!descending) return sql`${reference} >= ${value()}`;
  return nullable ? sql`(${reference} <= ${value()} or ${reference} is null)` : sql`${reference} <= ${value()}`;
}
