/** Formats how long ago something happened, in the user's language. */

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/**
 * @param language BCP 47 tag. Default: the browser's language.
 */
export function timeAgo(date: Date, now: Date, language?: string): string {
  const seconds = (date.getTime() - now.getTime()) / 1000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit);
  }
  return format.format(0, "second");
}

/** Like `timeAgo`, for the start of a line: "Yesterday". */
export function timeAgoAtStart(date: Date, now: Date, language?: string): string {
  const text = timeAgo(date, now, language);
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}
