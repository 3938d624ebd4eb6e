/** PostgreSQL. Functions are qualified with their schema, so that a function of the same name can't replace them. */

import type { Column } from "@latchkey/core/database";
import { type Parameter, type Sql, sql } from "../sql.ts";
import { likePattern } from "../substrings/needle.ts";
import { type Dialect, isNetworkFault, readError } from "./dialect.ts";

export const postgresDialect: Dialect = {
  name: "postgres",
  quote: '"',
  placeholder: (position) => `$${position}`,
  encode({ type }, value) {
    if (type === "date") return (value as Date).toISOString();
    return type === "json" ? JSON.stringify(value) : value;
  },
  decode: {
    string: null,
    text: null,
    number: Number,
    boolean: (value) => value === true || value === "t",
    date: (seconds) => new Date(Math.round(Number(seconds) * 1000)),
    json: (value) => JSON.parse(value as string),
  },
  select({ type }, reference) {
    // As seconds since 1970, because a time as text depends on the connection's time zone and date style, and apps
    // change how their driver parses it.
    if (type === "date") return sql`extract(epoch from ${reference})`;
    // The driver and json_build_array parse json and jsonb, but not text. As text, all three are parsed once, in
    // decode.
    return type === "json" ? sql`${reference}::pg_catalog.text` : reference;
  },
  packed: (columns) => sql`pg_catalog.json_build_array(${columns})::pg_catalog.text`,
  ordered: (column, reference) => (isText(column) ? sql`${reference} collate "C"` : reference),
  orderBy: (reference, { descending, nullable }) => {
    const term = descending ? sql`${reference} desc` : reference;
    if (!nullable) return term;
    return descending ? sql`${term} nulls last` : sql`${term} nulls first`;
  },
  contains(text, needle) {
    // The plan depends on how many rows match, which PostgreSQL estimates from the pattern.
    const pattern: Parameter = { read: (query) => likePattern(needle(query) as string), decidesPlan: true };
    return sql`${lowercase(text)} operator(pg_catalog.~~) ${pattern}::text`;
  },
  endsWith: (text, needle, again) => sql`pg_catalog.right(${text}, pg_catalog.char_length(${needle}::text)) = ${again}`,
  fromNoTable: sql``,
  count: sql`pg_catalog.count(*)`,
  sum: (reference) => sql`pg_catalog.sum(${reference})::pg_catalog.text`,
  first: (reference) => sql`pg_catalog.min(${reference})`,
  groupKey: (reference) => sql`${reference} collate "C"`,
  supportsReturning: true,
  supportsForUpdate: true,
  supportsWriteLimit: false,
  supportsRowComparison: true,
  inlinesLimits: false,
  classify(error) {
    const known = readError(error);
    const {
      constraint = "",
      table,
      detail = "",
    } = known.details as { constraint?: string; table?: string; detail?: string };
    if (known.code === "23505") {
      // "Key (…)=(…) already exists.", in any language. The columns come first.
      const columns = /^[^(]*\((.+?)\)=\(/
        .exec(detail)?.[1]
        ?.split(", ")
        .map((name) => name.replace(/^"|"$/g, ""));
      return { kind: "unique", constraint, ...(table ? { table } : {}), ...(columns ? { columns } : {}) };
    }
    if (known.code === "23503" || known.code === "23001") return { kind: "foreign-key" };
    if (known.code === "40001" || known.code === "40P01") return { kind: "conflict" };
    // Connection, authorization, database, resources, operator intervention, timeouts.
    const isGone = /^(?:08|28|3D|53|57|58)...$|^(?:55P03|25P03)$/.test(known.code);
    return isGone || isNetworkFault(known) ? { kind: "unavailable" } : null;
  },
};

function isText({ type }: Column): boolean {
  return type === "string" || type === "text";
}

/** With this collation, only ASCII letters have a case. An index for `contains` has exactly this expression. */
export function lowercase(text: Sql): Sql {
  return sql`pg_catalog.lower(${text} collate "C")`;
}
