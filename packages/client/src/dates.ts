/** Parses dates in JSON. Only ISO 8601 in UTC with milliseconds counts as a date. */

const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Parses JSON and turns its dates into `Date` objects. */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_key, value) => {
    if (typeof value !== "string" || !isoDate.test(value)) return value;
    const date = new Date(value);
    // Strings like February 31 match the pattern but aren't valid dates.
    return Number.isNaN(date.getTime()) ? value : date;
  });
}
