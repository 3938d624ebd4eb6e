/** Conditions as SQL. Values are always parameters; names come from the schema only. */

import {
  type AnyRow,
  type Column,
  columnOf,
  isCondition,
  type ResolvedTable,
  type WhereAll,
} from "@latchkey/core/database";
import type { Dialect } from "../dialects/dialect.ts";
import { columnRef } from "../layout.ts";
import { parameter, rawParameter } from "../parameter.ts";
import { type ReadParameter, type Sql, sql } from "../sql.ts";

/** A checked `where`: at least one of these must match. */
export type Alternatives = readonly WhereAll<AnyRow>[];

/** The parts of a `where` that determine the statement's text: columns, operators, list lengths, nulls. No values. */
export function whereShape(alternatives: Alternatives): string {
  let shape = "";
  for (const all of alternatives) {
    shape += "|";
    for (const name in all) {
      const value: unknown = all[name];
      shape += ` ${name}`;
      if (value === null) shape += "0";
      else if (isCondition(value))
        for (const operator in value) shape += `.${operator}${operandShape(value[operator])}`;
    }
  }
  return shape;
}

/** The condition, or `null` if everything matches. @param read reads the alternatives from a query */
export function buildWhere(
  dialect: Dialect,
  table: ResolvedTable,
  alias: string,
  alternatives: Alternatives,
  read: (query: never) => Alternatives,
): Sql | null {
  if (alternatives.length === 0) return sql`1 = 0`;
  if (alternatives.some((all) => Object.keys(all).length === 0)) return null;
  const conditions = alternatives.map((all, index) => {
    const parts = Object.entries(all).map(([name, value]) =>
      buildColumn({
        dialect,
        table,
        alias,
        column: columnOf(table, name),
        reference: columnRef(table, name, alias),
        value,
        read: (query) => read(query)[index]?.[name],
      }),
    );
    return sql`(${sql.join(parts, sql` and `)})`;
  });
  return conditions.length === 1 ? (conditions[0] as Sql) : sql`(${sql.join(conditions, sql` or `)})`;
}

/** A column and what it's compared with. */
interface Comparison {
  readonly dialect: Dialect;
  readonly table: ResolvedTable;
  readonly alias: string;
  readonly column: Column;
  readonly reference: Sql;
  readonly value: unknown;
  readonly read: ReadParameter;
}

function buildColumn(comparison: Comparison): Sql {
  const { dialect, column, reference, value, read } = comparison;
  if (value === null) return sql`${reference} is null`;
  if (!isCondition(value)) return sql`${reference} = ${parameter(dialect, column, read)}`;
  const parts = Object.entries(value).map(([operator, operand]) =>
    compare(
      { ...comparison, value: operand, read: (query) => (read(query) as Record<string, unknown>)[operator] },
      operator,
    ),
  );
  return sql.join(parts, sql` and `);
}

const signs: Readonly<Record<string, Sql>> = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };

function compare(comparison: Comparison, operator: string): Sql {
  const { dialect, column, reference, value, read } = comparison;
  const sign = signs[operator];
  if (sign) return sql`${dialect.ordered(column, reference)} ${sign} ${parameter(dialect, column, read)}`;
  switch (operator) {
    case "ne":
      if (value === null) return sql`${reference} is not null`;
      return orNull(column, reference, sql`${reference} <> ${parameter(dialect, column, read)}`);
    case "in":
      return isIn(comparison);
    case "notIn":
      return isNotIn(comparison);
    case "startsWith":
      return startsWith(comparison);
    case "endsWith":
      return dialect.endsWith(reference, rawParameter(read), rawParameter(read));
    case "contains":
      return dialect.contains(reference, read);
    case "containsIndexed":
      return containsIndexed(comparison);
    default:
      throw new Error(`where: "${operator}" isn't an operator.`);
  }
}

/** Never in a caller's query: the adapter chooses it in place of `contains`. */
function containsIndexed({ dialect, table, alias, reference: text, read }: Comparison): Sql {
  const id = columnRef(table, "id", alias);
  if (!dialect.containsIndexed) throw new Error(`There's no index for "contains" on ${dialect.name}.`);
  return dialect.containsIndexed({ table: table.name, id, text }, read);
}

/** A range, which an index on a column in byte order can serve. */
function startsWith({ dialect, column, reference, value, read }: Comparison): Sql {
  if (value === "") return sql`${reference} is not null`;
  const ordered = dialect.ordered(column, reference);
  const end = rawParameter((query) => afterPrefix(read(query) as string));
  return sql`${ordered} >= ${rawParameter(read)} and ${ordered} < ${end}`;
}

/** The smallest string that sorts after every string with this prefix. */
export function afterPrefix(prefix: string): string {
  const points = Array.from(prefix, (character) => character.codePointAt(0) as number);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === 0x10ffff) continue;
    // Skip the surrogates, which aren't characters.
    return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
  }
  return "\u{10ffff}".repeat(64);
}

function isIn(comparison: Comparison): Sql {
  const parameters = listParameters(comparison);
  if (parameters === null)
    return (comparison.value as readonly unknown[]).length === 0 ? sql`1 = 0` : sql`${comparison.reference} is null`;
  const listed = sql`${comparison.reference} in (${parameters})`;
  return hasNull(comparison.value) ? sql`(${listed} or ${comparison.reference} is null)` : listed;
}

function isNotIn(comparison: Comparison): Sql {
  const parameters = listParameters(comparison);
  if (parameters === null)
    return (comparison.value as readonly unknown[]).length === 0
      ? sql`1 = 1`
      : sql`${comparison.reference} is not null`;
  const outside = sql`${comparison.reference} not in (${parameters})`;
  return hasNull(comparison.value)
    ? sql`(${outside} and ${comparison.reference} is not null)`
    : orNull(comparison.column, comparison.reference, outside);
}

/**
 * Parameters for a list without its nulls. Repeats the last value up to a power of two, so that there are few shapes.
 */
function listParameters({ dialect, column, value, read }: Comparison): Sql | null {
  const withNulls = hasNull(value);
  const listOf = (query: never): readonly unknown[] => {
    const list = read(query) as readonly unknown[];
    return withNulls ? list.filter((one) => one !== null) : list;
  };
  const length = padded((value as readonly unknown[]).filter((one) => one !== null).length);
  if (length === 0) return null;
  const parameters = Array.from({ length }, (_, at) =>
    parameter(dialect, column, (query) => {
      const list = listOf(query);
      return list[Math.min(at, list.length - 1)];
    }),
  );
  return sql.join(parameters);
}

function hasNull(list: unknown): boolean {
  return (list as readonly unknown[]).includes(null);
}

function padded(length: number): number {
  return length < 2 ? length : 2 ** Math.ceil(Math.log2(length));
}

/** A null differs from every value, as in JavaScript. */
function orNull({ nullable }: Column, reference: Sql, condition: Sql): Sql {
  return nullable ? sql`(${condition} or ${reference} is null)` : condition;
}

function operandShape(operand: unknown): string {
  if (operand === null) return "0";
  if (operand === "") return "e";
  if (!Array.isArray(operand)) return "";
  return `[${padded(operand.filter((one) => one !== null).length)}${hasNull(operand) ? "0" : ""}]`;
}
