/** Turns the text that `contains` looks for into what databases match. */

/** Maximum trigrams in a query. More would only make it longer, because the exact condition is checked as well. */
const maxTrigrams = 32;

/**
 * A LIKE pattern that matches all strings that contain this one. The column must be in lowercase as well. A backslash
 * is the default escape character.
 */
export function likePattern(needle: string): string {
  return `%${lowerAscii(needle).replace(/[\\%_]/g, "\\$&")}%`;
}

/** Lowercases ASCII letters only. On every database, `contains` ignores the case of those and no others. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * A query for FTS5's trigram tokenizer. It finds all rows that contain the text, but also rows with the same trigrams
 * in a different order, column, or case. `null` if the text is shorter than a trigram.
 */
export function trigramQuery(needle: string): string | null {
  const characters = Array.from(needle);
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= characters.length && trigrams.size < maxTrigrams; at++)
    trigrams.add(characters.slice(at, at + 3).join(""));
  if (trigrams.size === 0) return null;
  // A quoted string has no operators. Only the quote itself has a meaning.
  return [...trigrams].map((trigram) => `"${trigram.replace(/"/g, '""')}"`).join(" AND ");
}
