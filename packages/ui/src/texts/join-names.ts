/** Lists names in a line. */

/**
 * Between names, by language. `Intl.ListFormat` puts nothing between names in Chinese, and "and" before the last one. The
 * mark before the Arabic comma keeps it at the end of a Latin name, on the left.
 */
const separators: Readonly<Record<string, string>> = { ar: "\u200f، ", ja: "、", zh: "、" };

/** Separates names by the commas of a language, such as `de` or `zh-CN`. */
export function joinNames(language: string | undefined, names: readonly string[]): string {
  return names.join(commaOf(language));
}

/** Returns the comma of a language, with the space after it. */
export function commaOf(language: string | undefined): string {
  const [primary = ""] = (language ?? "").split("-");
  return (Object.hasOwn(separators, primary) ? separators[primary] : undefined) ?? ", ";
}
