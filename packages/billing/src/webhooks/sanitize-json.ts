/** Parses JSON and replaces characters that some databases can't store. */

import { fail, httpErrors, parseJson } from "@latchkey/core/plugin";

/**
 * Parses JSON and replaces NUL characters and lone surrogates with U+FFFD, in keys, too.
 * @throws {AuthError} 400 `BAD_REQUEST` if it isn't JSON or is nested too deeply
 */
export function parseSanitizedJson(text: string): unknown {
  const value = parseJson(text);
  // UTF-8 and JSON can't contain these characters unescaped, so skip the scan if there are no such escapes.
  if (!/\\u(?:0000|d[89a-f])/i.test(text)) return value;
  try {
    return sanitize(value);
  } catch (cause) {
    // Stack overflow. The parser isn't recursive, but `sanitize` is.
    if (cause instanceof RangeError)
      fail(httpErrors, "BAD_REQUEST", { message: "The JSON is nested too deeply", cause });
    throw cause;
  }
}

const unstorableCharacters = /\0|\p{Surrogate}/gu;

function sanitize(value: unknown): unknown {
  if (typeof value === "string") return value.replace(unstorableCharacters, "\ufffd");
  if (Array.isArray(value)) return value.map(sanitize);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replace(unstorableCharacters, "\ufffd"), sanitize(inner)]),
  );
}
