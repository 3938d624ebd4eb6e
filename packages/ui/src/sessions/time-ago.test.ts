import { expect, test } from "vitest";
import { timeAgo } from "./time-ago.ts";

const now = new Date("2030-01-01T12:00:00Z");

test.each([
  [0, "now"],
  [59, "now"],
  [60, "1 minute ago"],
  [7200, "2 hours ago"],
  [86_400, "yesterday"],
  [40 * 86_400, "last month"],
  [800 * 86_400, "2 years ago"],
])("%i seconds ago is shown as %s", (seconds, text) => {
  expect(timeAgo(new Date(now.getTime() - seconds * 1000), now, "en")).toBe(text);
});

test("times are shown in the requested language", () => {
  expect(timeAgo(new Date(now.getTime() - 7200_000), now, "de")).toBe("vor 2 Stunden");
});
