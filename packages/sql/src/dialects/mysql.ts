/** MySQL and MariaDB. Dates are sent and read as text in UTC, regardless of the pool's time zone. */

import { type Parameter, type Sql, sql } from "../sql.ts";
import { lowerAscii } from "../substrings/needle.ts";
import { type Dialect, isNetworkFault, readError } from "./dialect.ts";

export const mysqlDialect: Dialect = {
  name: "mysql",
  quote: "`",
  placeholder: () => "?",
  encode({ type }, value) {
    switch (type) {
      case "boolean":
        return value ? 1 : 0;
      case "date":
        return (value as Date).toISOString().replace("T", " ").replace("Z", "");
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
    date: (text) => new Date(`${String(text).slice(0, 23)}Z`),
    json: (value) => JSON.parse(value as string),
  },
  select({ type }, reference) {
    if (type === "date") return sql`date_format(${reference}, '%Y-%m-%dT%H:%i:%s.%f')`;
    // The driver parses MySQL's json type, but not text. As text, both are parsed once, in decode.
    return type === "json" ? sql`cast(${reference} as char)` : reference;
  },
  packed: null,
  ordered: (_, reference) => reference,
  orderBy: (reference, { descending }) => (descending ? sql`${reference} desc` : reference),
  contains(text, needle) {
    const lowercased: Parameter = { read: (query) => lowerAscii(needle(query) as string) };
    return sql`instr(${lowercaseBytes(text)}, ${bytesOf(sql`${lowercased}`)}) > 0`;
  },
  endsWith: (text, needle, again) => sql`right(${text}, char_length(${needle})) = ${again}`,
  fromNoTable: sql` from dual`,
  count: sql`count(*)`,
  sum: (reference) => sql`cast(sum(${reference}) as char)`,
  first: (reference) => sql`min(${reference})`,
  // Collations of text columns can ignore case and trailing spaces.
  groupKey: bytesOf,
  supportsReturning: false,
  supportsForUpdate: true,
  supportsWriteLimit: true,
  supportsRowComparison: false,
  inlinesLimits: true,
  classify(error) {
    const known = readError(error);
    const { errno, message } = known;
    // Match at the end of the message, because the duplicate value before it can contain any text.
    if (errno === 1062)
      return { kind: "unique", constraint: /for key '(?:[^']*\.)?([^'.]*)'[^']*$/.exec(message)?.[1] ?? "" };
    if (errno === 1451 || errno === 1452) return { kind: "foreign-key" };
    if (errno === 1213 || errno === 1020) return { kind: "conflict" };
    if (known.details.fatal === true || unavailableErrors.has(errno) || isNetworkFault(known))
      return { kind: "unavailable" };
    return null;
  },
};

/**
 * The bytes of a string with its ASCII letters in lowercase. For Unicode, lower() would change other letters too, and
 * for bytes it does nothing. The `hebrew` character set has a character for each byte, and only its ASCII letters have
 * a case.
 */
function lowercaseBytes(text: Sql): Sql {
  return sql`cast(lower(convert(${bytesOf(text)} using hebrew)) as binary)`;
}

function bytesOf(text: Sql): Sql {
  return sql`cast(convert(${text} using utf8mb4) as binary)`;
}

/** Too many connections, access denied, unknown database, shutdown, blocked host, lock wait, interruption, timeouts. */
const unavailableErrors: ReadonlySet<number> = new Set([
  1040, 1044, 1045, 1049, 1053, 1129, 1130, 1203, 1205, 1317, 1927, 1969, 3024,
]);
