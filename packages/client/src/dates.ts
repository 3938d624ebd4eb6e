/** Dates on the wire: ISO 8601 in UTC with milliseconds, and nothing else, is a date. */

const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** JSON with its dates as `Date`. */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_key, value) => {
    if (typeof value !== "string" || !isoDate.test(value)) return value;
    const date = new Date(value);
    // The 31st of February looks like a date and is none.
    return Number.isNaN(date.getTime()) ? value : date;
  });
}
