/** Conditions as SQL. Values are never part of the text; names come from the schema only. */

import {
  type AnyRow,
  type Column,
  columnOf,
  isCondition,
  type ResolvedTable,
  type WhereAll,
} from "../../database/index.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { columnRef } from "../layout.ts";
import { plainSlot, type Reader, slot } from "../slot.ts";
import { type Sql, sql } from "../text.ts";

/** A checked `where`: one of these must hold. */
export type Alternatives = readonly WhereAll<AnyRow>[];

/** What about a `where` decides the text of its statement: columns, comparisons, lengths, nulls. No values. */
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

/** The condition, or `null` where everything matches. `at` reads the alternatives off a query. */
export function buildWhere(
  dialect: Dialect,
  table: ResolvedTable,
  alias: string,
  alternatives: Alternatives,
  at: (query: never) => Alternatives,
): Sql | null {
  if (alternatives.length === 0) return sql`1 = 0`;
  if (alternatives.some((all) => Object.keys(all).length === 0)) return null;
  const each = alternatives.map((all, index) => {
    const parts = Object.entries(all).map(([name, value]) =>
      buildOne({
        dialect,
        column: columnOf(table, name),
        reference: columnRef(table, name, alias),
        value,
        read: (query) => (at(query)[index] as unknown as Record<string, unknown>)[name],
      }),
    );
    return sql`(${sql.join(parts, sql` and `)})`;
  });
  return each.length === 1 ? (each[0] as Sql) : sql`(${sql.join(each, sql` or `)})`;
}

interface One {
  readonly dialect: Dialect;
  readonly column: Column;
  readonly reference: Sql;
  readonly value: unknown;
  readonly read: Reader;
}

function buildOne(one: One): Sql {
  const { dialect, column, reference, value, read } = one;
  if (value === null) return sql`${reference} is null`;
  if (!isCondition(value)) return sql`${reference} = ${slot(dialect, column, read)}`;
  const parts = Object.entries(value).map(([operator, operand]) =>
    compare({ ...one, value: operand, read: (query) => (read(query) as Record<string, unknown>)[operator] }, operator),
  );
  return sql.join(parts, sql` and `);
}

const signs: Readonly<Record<string, Sql>> = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };

function compare(one: One, operator: string): Sql {
  const { dialect, column, reference, value, read } = one;
  const sign = signs[operator];
  if (sign) return sql`${dialect.ordered(column, reference)} ${sign} ${slot(dialect, column, read)}`;
  switch (operator) {
    case "ne":
      if (value === null) return sql`${reference} is not null`;
      return orNull(column, reference, sql`${reference} <> ${slot(dialect, column, read)}`);
    case "in":
      return among(one);
    case "notIn":
      return notAmong(one);
    case "startsWith":
      return startsWith(one);
    case "endsWith":
      return dialect.endsWith(reference, plainSlot(read), plainSlot(read));
    case "contains":
      return dialect.contains(reference, plainSlot(read));
    default:
      throw new Error(`where: "${operator}" is no comparison.`);
  }
}

/** A range, which an index over a column in byte order can serve. */
function startsWith({ dialect, column, reference, value, read }: One): Sql {
  if (value === "") return sql`${reference} is not null`;
  const ordered = dialect.ordered(column, reference);
  const end = plainSlot((query) => afterPrefix(read(query) as string));
  return sql`${ordered} >= ${plainSlot(read)} and ${ordered} < ${end}`;
}

/** The least text that is greater than every text with this prefix. */
export function afterPrefix(prefix: string): string {
  const points = Array.from(prefix, (character) => character.codePointAt(0) as number);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === 0x10ffff) continue;
    // Halves of surrogate pairs are no characters.
    return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
  }
  return "\u{10ffff}".repeat(64);
}

function among(one: One): Sql {
  const places = listPlaces(one);
  if (places === null)
    return (one.value as readonly unknown[]).length === 0 ? sql`1 = 0` : sql`${one.reference} is null`;
  const listed = sql`${one.reference} in (${places})`;
  return hasNull(one.value) ? sql`(${listed} or ${one.reference} is null)` : listed;
}

function notAmong(one: One): Sql {
  const places = listPlaces(one);
  if (places === null)
    return (one.value as readonly unknown[]).length === 0 ? sql`1 = 1` : sql`${one.reference} is not null`;
  const outside = sql`${one.reference} not in (${places})`;
  return hasNull(one.value)
    ? sql`(${outside} and ${one.reference} is not null)`
    : orNull(one.column, one.reference, outside);
}

/** Places for a list but its nulls, the last value repeated up to a power of two, so that few lengths serve all. */
function listPlaces({ dialect, column, value, read }: One): Sql | null {
  const withNulls = hasNull(value);
  const listOf = (query: never): readonly unknown[] => {
    const list = read(query) as readonly unknown[];
    return withNulls ? list.filter((one) => one !== null) : list;
  };
  const length = padded((value as readonly unknown[]).filter((one) => one !== null).length);
  if (length === 0) return null;
  const places = Array.from({ length }, (_, at) =>
    slot(dialect, column, (query) => {
      const list = listOf(query);
      return list[Math.min(at, list.length - 1)];
    }),
  );
  return sql.join(places);
}

function hasNull(list: unknown): boolean {
  return (list as readonly unknown[]).includes(null);
}

function padded(length: number): number {
  return length < 2 ? length : 2 ** Math.ceil(Math.log2(length));
}

/** A null is different from every value, as it is in JavaScript. */
function orNull({ nullable }: Column, reference: Sql, condition: Sql): Sql {
  return nullable ? sql`(${condition} or ${reference} is null)` : condition;
}

function operandShape(operand: unknown): string {
  if (operand === null) return "0";
  if (operand === "") return "e";
  if (!Array.isArray(operand)) return "";
  return `[${padded(operand.filter((one) => one !== null).length)}${hasNull(operand) ? "0" : ""}]`;
}
