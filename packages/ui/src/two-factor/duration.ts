/** Formats a length of time in the user's language. */

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/**
 * Returns a text such as "30 days". It uses the largest unit that fits without a remainder, so that it's exact.
 * @param language BCP 47 tag. Default: the browser's language.
 */
export function duration(seconds: number, language?: string): string {
  const [unit, length] = units.find(([, size]) => seconds % size === 0) ?? units[3];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(seconds / length);
}
