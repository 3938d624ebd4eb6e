/** Names and values of queries and form bodies. */

/** A value for each name; a list for a name that comes more than once. */
export type Parameters = Readonly<Record<string, string | string[]>>;

/**
 * Reads `a=1&b=2&b=3`. A repeated name becomes a list, which only an input that declares one accepts: one of several
 * values is never dropped without a word, and no two readers can disagree about which one counts.
 */
export function readParameters(text: string): Parameters {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const known = values.get(name);
    values.set(name, known === undefined ? value : [...[known].flat(), value]);
  }
  return Object.fromEntries(values);
}

/** The parameters of a URL's query. */
export function readQuery(url: string): Parameters {
  const start = url.indexOf("?");
  return start === -1 ? {} : readParameters(url.slice(start + 1));
}
