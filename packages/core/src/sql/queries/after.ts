/** Pages by cursor: the rows behind the one that was seen last. */

import { type AnyRow, afterValue, columnOf, type FindMany, type Joins, type OrderTerm } from "../../database/index.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { columnRef } from "../layout.ts";
import { slot } from "../slot.ts";
import { type Sql, sql } from "../text.ts";
import { joinAlias } from "./reading.ts";

type Query = Pick<FindMany<AnyRow, Joins>, "after" | "orderBy" | "join">;

/** Which of the values are null decides the text too. */
export function afterShape({ after, orderBy = [] }: Query): string {
  if (!after) return "";
  const terms = orderBy.map(({ column, of }) => afterValue(after, { column, of: of ?? null } as OrderTerm));
  return `a${terms.map((value) => (value === null ? "0" : "1")).join("")}`;
}

/** The column that a term orders by. */
export function referenceOf(joins: Joins | undefined, { column, of, table }: OrderTerm): Sql {
  return columnRef(table, column, of === null ? "b" : joinAlias(Object.keys(joins ?? {}).indexOf(of)));
}

/**
 * Behind the last row means: equal in the first columns of the order and behind in the next, for any number of first
 * columns. Where all columns go one way and none is null, that is one comparison of rows, which an index serves.
 */
export function buildAfter(dialect: Dialect, { after = {}, join }: Query, order: readonly OrderTerm[]): Sql {
  const terms = order.map((term): Term => {
    const column = columnOf(term.table, term.column);
    const reference = dialect.ordered(column, referenceOf(join, term));
    const read = ({ query }: { query: Query }): unknown => afterValue(query.after as object, term);
    return { ...term, reference, isNull: afterValue(after, term) === null, place: () => slot(dialect, column, read) };
  });
  const first = terms[0] as Term;
  if (dialect.comparesRows && terms.every(({ nullable, descending }) => !nullable && descending === first.descending)) {
    const references = sql.join(terms.map(({ reference }) => reference));
    return sql`(${references}) ${first.descending ? sql`<` : sql`>`} (${sql.join(terms.map(({ place }) => place()))})`;
  }
  const alternatives = terms.flatMap((term, at) => {
    const behind = isBehind(term);
    return behind === null ? [] : [sql`(${sql.join([...terms.slice(0, at).map(isEqual), behind], sql` and `)})`];
  });
  // Said again by itself, so that an index over the first column can begin there.
  return sql`${isNotBefore(first)} and (${sql.join(alternatives, sql` or `)})`;
}

interface Term {
  readonly reference: Sql;
  readonly descending: boolean;
  readonly nullable: boolean;
  /** Whether the row seen last has null in it. */
  readonly isNull: boolean;
  place(): Sql;
}

function isEqual({ reference, isNull, place }: Term): Sql {
  return isNull ? sql`${reference} is null` : sql`${reference} = ${place()}`;
}

/** Nulls come first going up and last going down, so going down nothing is behind them. */
function isBehind({ reference, descending, nullable, isNull, place }: Term): Sql | null {
  if (isNull) return descending ? null : sql`${reference} is not null`;
  if (!descending) return sql`${reference} > ${place()}`;
  return nullable ? sql`(${reference} < ${place()} or ${reference} is null)` : sql`${reference} < ${place()}`;
}

function isNotBefore({ reference, descending, nullable, isNull, place }: Term): Sql {
  if (isNull) return descending ? sql`${reference} is null` : sql`1 = 1`;
  if (!descending) return sql`${reference} >= ${place()}`;
  return nullable ? sql`(${reference} <= ${place()} or ${reference} is null)` : sql`${reference} <= ${place()}`;
}
