import { expect, test } from "vitest";
import { parseJson } from "./dates.ts";

test("ISO strings in UTC with milliseconds become dates, at any depth", () => {
  const at = "2026-11-20T10:00:00.123Z";
  expect(parseJson(JSON.stringify({ at, list: [{ at }], nothing: null }))).toEqual({
    at: new Date(at),
    list: [{ at: new Date(at) }],
    nothing: null,
  });
});

test.each([
  "2026-11-20",
  "2026-11-20T10:00:00Z",
  "2026-11-20T10:00:00.123+01:00",
  "2026-11-20T10:00:00.123456Z",
  " 2026-11-20T10:00:00.123Z",
  "2026-13-41T10:00:00.123Z",
  "20 November 2026",
])("%j stays a string", (text) => {
  expect(parseJson(JSON.stringify({ text }))).toEqual({ text });
});
