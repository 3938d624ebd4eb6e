import { expect, test } from "vitest";
import { parseTimeRange } from "./time-range.ts";

const now = new Date("2026-03-10T12:00:00Z");

test("a range that ends now has no end", () => {
  expect(parseTimeRange("24h", now)).toEqual({ from: new Date("2026-03-09T12:00:00Z") });
  expect(parseTimeRange("30d", now)).toEqual({ from: new Date("2026-02-08T12:00:00Z") });
});

test("days are in the user's time zone, and the last day is included", () => {
  expect(parseTimeRange("2026-01-01..2026-01-31", now)).toEqual({
    from: new Date(2026, 0, 1),
    to: new Date(2026, 1, 1),
  });
  expect(parseTimeRange("2026-01-01..", now)).toEqual({ from: new Date(2026, 0, 1) });
  expect(parseTimeRange("..2026-01-31", now)).toEqual({ to: new Date(2026, 1, 1) });
});

test.each([null, "", "..", "5d", "yesterday", "toString"])("%j isn't a range", (text) => {
  expect(parseTimeRange(text, now)).toBeNull();
});
