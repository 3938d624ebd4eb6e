/** Parses queries and form bodies. */

import { fail, httpErrors } from "./errors.ts";

/** One value per name, or a list if the name is repeated. */
export type Parameters = Readonly<Record<string, string | string[]>>;

/** Maximum number of parameters. Far more than any form has. */
const maxParameters = 1000;

/**
 * Parses `a=1&b=2&b=3`. A repeated name becomes a list, which only an input that declares a list accepts. This way, no
 * value is silently dropped, and two parsers can't disagree about which value applies.
 *
 * @throws {AuthError} `BAD_REQUEST` (400) if there are more than 1,000 parameters
 */
export function readParameters(text: string): Parameters {
  if (text.split("&", maxParameters + 1).length > maxParameters) {
    fail(httpErrors, "BAD_REQUEST", { message: `More than ${maxParameters} parameters` });
  }
  const values = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const known = values.get(name);
    if (Array.isArray(known)) known.push(value);
    else values.set(name, known === undefined ? value : [known, value]);
  }
  return Object.fromEntries(values);
}

/** Parses the query of a URL. */
export function readQuery(url: string): Parameters {
  const start = url.indexOf("?");
  return start === -1 ? {} : readParameters(url.slice(start + 1));
}
