import { expect, test } from "vitest";
import {
  joinNames,
  readFirstObject,
  readFlag,
  readImage,
  readName,
  readNumericSubject,
  readObject,
  readOptionalObject,
  readSubject,
  readText,
  requireSameSubject,
  toStandardError,
  toStandardScope,
  unescapeHtml,
} from "./profile-fields.ts";

test("an object is accepted, but lists, text, and empty values aren't", () => {
  expect(readObject({ a: 1 }, "It")).toEqual({ a: 1 });
  for (const value of [null, undefined, [], "text", 1])
    expect(() => readObject(value, "It")).toThrow("It isn't an object.");
  expect([null, [], "text"].map(readOptionalObject)).toEqual([{}, {}, {}]);
});

test("OAUTH-18: a subject is exact text, or a number if the provider uses numbers", () => {
  expect(["Abc", " abc", "007"].map(readSubject)).toEqual(["Abc", " abc", "007"]);
  for (const value of ["", " ", "0", 0, 7, null, undefined, {}, ["a"], "x".repeat(256)]) {
    expect(() => readSubject(value)).toThrow("no valid subject");
  }
  expect([7, "7", Number.MAX_SAFE_INTEGER, "90071992547409930"].map(readNumericSubject)).toEqual([
    "7",
    "7",
    "9007199254740991",
    "90071992547409930",
  ]);
  for (const value of [
    0,
    "0",
    "007",
    -1,
    1.5,
    2 ** 53,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    "1e3",
    " 7",
    "7\n",
    "",
    null,
    true,
    [7],
  ]) {
    expect(() => readNumericSubject(value)).toThrow("no valid subject");
  }
});

test("text is trimmed, and empty text counts as missing", () => {
  expect([" a ", "", "  ", 7, null, {}].map(readText)).toEqual(["a", null, null, null, null, null]);
  expect(readName(null, "", " Robin ", "other")).toBe("Robin");
  expect(readName(null, 7)).toBe("");
  expect(joinNames(" Robin", null, "Vale")).toBe("Robin Vale");
  expect(joinNames()).toBe("");
});

test("OAUTH-09: a flag counts only if it's true, as a boolean or as text", () => {
  expect([true, "true"].map(readFlag)).toEqual([true, true]);
  for (const value of [false, "false", "TRUE", "1", 1, 0, "", null, undefined, {}, [true]]) {
    expect(readFlag(value)).toBe(false);
  }
});

test("a picture is a web URL", () => {
  expect(readImage("https://x.org/p.png")).toBe("https://x.org/p.png");
  for (const value of ["javascript:alert(1)", "data:text/html,x", "/p.png", "", null, 7]) {
    expect(readImage(value)).toBeNull();
  }
});

test("reads the first item of a list, if there is one", () => {
  expect(readFirstObject([{ a: 1 }, { a: 2 }], "It")).toEqual({ a: 1 });
  for (const value of [[], null, { 0: {} }, "text"])
    expect(() => readFirstObject(value, "It")).toThrow("It is missing.");
  expect(() => readFirstObject([7], "It")).toThrow("It isn't an object.");
});

test("entities are decoded once", () => {
  expect(unescapeHtml("a&amp;b&lt;&gt;&quot;&#39;&amp;lt;&copy;")).toBe("a&b<>\"'&lt;&copy;");
});

test("errors and scopes are converted to the standard form", () => {
  expect(toStandardError({ access_token: "a" }, undefined, "text")).toEqual({ access_token: "a" });
  expect(toStandardError({ reason: "r" }, "code", "r")).toEqual({ error: "code", error_description: "r" });
  expect(toStandardError({}, "code", null)).toEqual({ error: "code" });
  expect([["a", 7, "b"], "a,b", "a, b", " a b ", ""].map((scope) => toStandardScope({ scope }).scope)).toEqual([
    "a b",
    "a b",
    "a b",
    "a b",
    "",
  ]);
  expect(toStandardScope({ access_token: "a" })).toEqual({ access_token: "a" });
});

test("userinfo must belong to the ID token's user", () => {
  expect(() => requireSameSubject(null, "a")).not.toThrow();
  expect(() => requireSameSubject({ sub: "a" }, "a")).not.toThrow();
  for (const sub of ["A", undefined, 1]) expect(() => requireSameSubject({ sub }, "a")).toThrow("different subjects");
});
