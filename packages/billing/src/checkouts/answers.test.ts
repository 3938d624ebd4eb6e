import { expect, test } from "vitest";
import { checkAnswers } from "./answers.ts";

test("answers to a product's questions must be complete, known, within the inclusive bounds, and among the options", () => {
  const question = (type: string, properties: object = {}, required = true) => ({
    slug: "q",
    name: "Q",
    type,
    required,
    order: 0,
    properties: { ...properties },
  });
  const fault = (asked: ReturnType<typeof question>, answers: Record<string, string | number | boolean | null>) => {
    try {
      checkAnswers([asked], answers);
      return null;
    } catch (error) {
      return (error as { details: { issues: { message: string }[] } }).details.issues[0]?.message;
    }
  };
  const seats = question("number", { ge: 1, le: 50 });
  expect([1, 50, 0, 51, 1.5, "1"].map((q) => fault(seats, { q }))).toEqual([
    null,
    null,
    "is out of bounds",
    "is out of bounds",
    "is not a whole number",
    "is not a whole number",
  ]);
  const name = question("text", { min_length: 2, max_length: 3 });
  expect(["ab", "abc", "a", "abcd", 5].map((q) => fault(name, { q }))).toEqual([
    null,
    null,
    "is too short or too long",
    "is too short or too long",
    "isn't text",
  ]);
  const size = question("select", { options: [{ value: "s", label: "S" }] });
  expect(["s", "S"].map((q) => fault(size, { q }))).toEqual([null, "is none of the options"]);
  const day = question("date", { ge: 1_735_689_600, le: 1_735_776_000 });
  expect(["2025-01-01", "2025-01-02", "2024-12-31", "2025-01-03", "soon"].map((q) => fault(day, { q }))).toEqual([
    null,
    null,
    "is out of bounds",
    "is out of bounds",
    "is not a date",
  ]);
  expect([fault(question("checkbox"), { q: false }), fault(question("checkbox"), { q: true })]).toEqual([
    "is required",
    null,
  ]);
  expect([fault(seats, {}), fault(question("number", {}, false), {}), fault(seats, { q: 1, other: 2 })]).toEqual([
    "is required",
    null,
    "isn't a field of this checkout",
  ]);
});
