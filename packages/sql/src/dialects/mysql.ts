/** MySQL and MariaDB. Dates are sent and read as text in UTC, whatever time zone the pool uses. */

import { sql } from "../sql.ts";
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
    json: (value) => (typeof value === "string" ? JSON.parse(value) : value),
  },
  select: ({ type }, reference) =>
    type === "date" ? sql`date_format(${reference}, '%Y-%m-%dT%H:%i:%s.%f')` : reference,
  packed: null,
  ordered: (_, reference) => reference,
  orderBy: (reference, { descending }) => (descending ? sql`${reference} desc` : reference),
  contains: (text, needle) => sql`instr(lower(${text}), lower(${{ read: needle }})) > 0`,
  endsWith: (text, needle, again) => sql`right(${text}, char_length(${needle})) = ${again}`,
  fromNoTable: sql` from dual`,
  count: sql`count(*)`,
  supportsReturning: false,
  supportsForUpdate: true,
  supportsWriteLimit: true,
  supportsRowComparison: false,
  inlinesLimits: true,
  classify(error) {
    const known = readError(error);
    const { errno, message } = known;
    // Match at the end: the duplicate value comes before it in the message, and can contain any text.
    if (errno === 1062)
      return { kind: "unique", constraint: /for key '(?:[^']*\.)?([^'.]*)'[^']*$/.exec(message)?.[1] ?? "" };
    if (errno === 1451 || errno === 1452) return { kind: "foreign-key" };
    if (errno === 1213 || errno === 1020) return { kind: "conflict" };
    if (known.details.fatal === true || unavailableErrors.has(errno) || isNetworkFault(known))
      return { kind: "unavailable" };
    return null;
  },
};

/** Too many connections, access denied, unknown database, shutdown, blocked host, lock wait, interruption, timeouts. */
const unavailableErrors: ReadonlySet<number> = new Set([
  1040, 1044, 1045, 1049, 1053, 1129, 1130, 1203, 1205, 1317, 1927, 1969, 3024,
]);
