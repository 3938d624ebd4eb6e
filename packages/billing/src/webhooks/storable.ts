/** JSON that every database can hold: what some of them refuse is replaced. */

import { fail, httpErrors, parseJson } from "@latchkey/core/plugin";

/**
 * The text of an event as a value in which NUL characters and halves of surrogate pairs are U+FFFD, in keys as well.
 * @throws {AuthError} `BAD_REQUEST` (400) it is not JSON, or nested deeper than can be looked through
 */
export function parseStorable(text: string): unknown {
  const value = parseJson(text);
  // Neither can stand in UTF-8 or JSON as itself: where nothing is escaped there is nothing to look for.
  if (!/\\u(?:0000|d[89a-f])/i.test(text)) return value;
  try {
    return cleaned(value);
  } catch (cause) {
    // Of the stack: the parser needs none, but looking at every value does.
    if (cause instanceof RangeError) fail(httpErrors, "BAD_REQUEST", { message: "The JSON is nested too deep", cause });
    throw cause;
  }
}

const faults = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return value.replace(faults, "\ufffd");
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replace(faults, "\ufffd"), cleaned(inner)]),
  );
}
