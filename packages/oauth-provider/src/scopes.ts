/** Lists of scopes and other words that OAuth writes with spaces. */

/** Splits a list. Repeated words count once. */
export function splitWords(text: string | undefined): string[] {
  return [...new Set((text ?? "").split(" ").filter((word) => word !== ""))];
}

/** Whether every word is allowed. */
export function isSubset(words: readonly string[], allowed: readonly string[]): boolean {
  return words.every((word) => allowed.includes(word));
}
