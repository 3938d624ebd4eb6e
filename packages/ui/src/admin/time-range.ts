/** A time span as it's written in the URL: `24h`, `7d`, `30d`, or two days such as `2026-01-01..2026-01-31`. */

/** The spans that end now, in milliseconds. */
export const presets: Readonly<Record<"24h" | "7d" | "30d", number>> = {
  "24h": 86_400_000,
  "7d": 7 * 86_400_000,
  "30d": 30 * 86_400_000,
};

/** A span of time. */
export interface TimeRange {
  readonly from?: Date;
  /** The exclusive end. Missing for spans that end now. */
  readonly to?: Date;
}

/** Parses a span. Days are in the user's time zone. `null` if the text is missing or invalid. */
export function parseTimeRange(text: string | null, now: Date): TimeRange | null {
  if (!text) return null;
  if (Object.hasOwn(presets, text)) return { from: new Date(now.getTime() - presets[text as keyof typeof presets]) };
  const [first = "", last = ""] = text.split("..");
  const from = parseDay(first);
  const lastDay = parseDay(last);
  if (!from && !lastDay) return null;
  // The last day is included.
  if (lastDay) lastDay.setDate(lastDay.getDate() + 1);
  return { ...(from ? { from } : {}), ...(lastDay ? { to: lastDay } : {}) };
}

/** Parses `2026-01-31` as the start of that day. */
export function parseDay(text: string): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  return year === undefined || Number.isNaN(date.getTime()) ? null : date;
}
