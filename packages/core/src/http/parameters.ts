/** Parses queries and form bodies. */

/** One value per name, or a list if the name is repeated. */
export type Parameters = Readonly<Record<string, string | string[]>>;

/**
 * Parses `a=1&b=2&b=3`. A repeated name becomes a list, which only an input that declares a list accepts. So no value
 * is dropped silently, and two parsers can't disagree about which one counts.
 */
export function readParameters(text: string): Parameters {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const known = values.get(name);
    values.set(name, known === undefined ? value : [...[known].flat(), value]);
  }
  return Object.fromEntries(values);
}

/** Parses the query of a URL. */
export function readQuery(url: string): Parameters {
  const start = url.indexOf("?");
  return start === -1 ? {} : readParameters(url.slice(start + 1));
}
