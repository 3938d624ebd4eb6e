import { expect, test } from "vitest";
import { joinNames } from "./join-names.ts";

test.each([
  ["en", "Ann, Bo"],
  ["pt-BR", "Ann, Bo"],
  ["ar", "Ann\u200f، Bo"],
  ["ja", "Ann、Bo"],
  ["zh-CN", "Ann、Bo"],
  ["constructor", "Ann, Bo"],
])("names in %s are listed as %s", (language, list) => {
  expect(joinNames(language, ["Ann", "Bo"])).toBe(list);
});

test("a single name has no comma, and an empty list returns an empty text", () => {
  expect(joinNames("ja", ["Ann"])).toBe("Ann");
  expect(joinNames("en", [])).toBe("");
});
