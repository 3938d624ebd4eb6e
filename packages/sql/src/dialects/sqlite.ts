/** SQLite. Dates are ISO 8601 text, booleans are 0 and 1. */

import { trigramKeysName, trigramTableName } from "../names.ts";
import { type Parameter, type ReadParameter, type Sql, sql } from "../sql.ts";
import { trigramQuery } from "../substrings/needle.ts";
import { type Dialect, isNetworkFault, readError } from "./dialect.ts";

export const sqliteDialect: Dialect = {
  name: "sqlite",
  quote: '"',
  placeholder: () => "?",
  encode({ type }, value) {
    switch (type) {
      case "boolean":
        return value ? 1 : 0;
      case "date":
        return (value as Date).toISOString();
      case "json":
        return JSON.stringify(value);
      default:
        return value;
    }
  },
  decode: {
    string: null,
    text: null,
    number: Number,
    boolean: (value) => Number(value) === 1,
    date: (value) => new Date(value as string | number),
    json: (value) => JSON.parse(value as string),
  },
  select: (_, reference) => reference,
  packed: null,
  ordered: (_, reference) => reference,
  orderBy: (reference, { descending }) => (descending ? sql`${reference} desc` : reference),
  contains,
  containsIndexed({ table, id, text }, needle) {
    const [trigrams, keys] = [sql.ref(trigramTableName(table)), sql.ref(trigramKeysName(table))];
    const match: Parameter = { read: (query) => trigramQuery(needle(query) as string) };
    const candidates = sql`select k.id from ${trigrams} as t join ${keys} as k on k.key = t.rowid where ${trigrams} match ${match}`;
    // The index also finds rows that don't contain the needle.
    return sql`(${id} in (${candidates}) and ${contains(text, needle)})`;
  },
  endsWith: (text, needle, again) => sql`substr(${text}, length(${text}) - length(${needle}) + 1) = ${again}`,
  fromNoTable: sql``,
  count: sql`count(*)`,
  sum: (reference) => sql`cast(sum(${reference}) as text)`,
  first: (reference) => sql`min(${reference})`,
  groupKey: (reference) => reference,
  supportsReturning: true,
  supportsForUpdate: false,
  supportsWriteLimit: false,
  supportsRowComparison: true,
  inlinesLimits: false,
  classify(error) {
    const known = readError(error);
    const text = `${known.code} ${known.message}`;
    const unique = /UNIQUE constraint failed: (.+)$/.exec(known.message)?.[1];
    if (unique) {
      const columns = unique.split(", ").map((name) => name.slice(name.lastIndexOf(".") + 1));
      return { kind: "unique", constraint: "", table: unique.slice(0, unique.indexOf(".")), columns };
    }
    if (text.includes("FOREIGN KEY constraint failed")) return { kind: "foreign-key" };
    if (/SQLITE_(?:BUSY|LOCKED)|database (?:table )?is locked/.test(text)) return { kind: "conflict" };
    const isGone =
      /SQLITE_(?:CANTOPEN|IOERR|FULL|CORRUPT|NOTADB|PROTOCOL)|unable to open database|not open|disk I\/O/.test(text);
    return isGone || isNetworkFault(known) ? { kind: "unavailable" } : null;
  },
};

function contains(text: Sql, needle: ReadParameter): Sql {
  return sql`instr(lower(${text}), lower(${{ read: needle }})) > 0`;
}
