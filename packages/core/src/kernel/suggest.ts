/** Suggestions for misspelled names in options. */

/** Returns ` Did you mean "…"?` with the most similar known name, or an empty string if none is close. */
export function suggestion(given: string, known: readonly string[]): string {
  const [nearest] = known
    .map((name) => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(2, given.length / 4))
    .sort((a, b) => a.distance - b.distance);
  return nearest ? ` Did you mean "${nearest.name}"?` : "";
}

/** Returns the number of insertions, deletions, and replacements that turn one word into the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] as number) + (letter === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
