/** Parses dates in JSON. Only ISO 8601 in UTC with milliseconds counts as a date. */

/** Parses JSON and turns its dates into `Date` objects. */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_key, value) => {
    if (typeof value !== "string") return value;
    const date = new Date(value);
    // `toJSON` returns `null` for an invalid date, and a different string if the notation differs.
    return date.toJSON() === value ? date : value;
  });
}
