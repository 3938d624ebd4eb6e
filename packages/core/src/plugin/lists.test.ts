import { describe, expect, test } from "vitest";
import { AuthError } from "../http/errors.ts";
import { readCursor, writeCursor } from "../lists/cursor.ts";
import { columnValue, filterCondition, parseStoredDate } from "../lists/filters.ts";

/** The error's code and the message of its first issue. */
function refused(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return [error.code, (error.details.issues as { message: string }[])[0]?.message];
  }
}

describe("a cursor", () => {
  const place = { order: "email asc", value: "ann@example.com", id: "1" };

  test("survives a round trip, whatever the value", () => {
    for (const value of ["ä, and 'quotes'", 7, true, null]) {
      expect(readCursor(writeCursor({ ...place, value }), place.order)).toEqual({ ...place, value });
    }
  });

  test.each([
    ["not a cursor", "!"],
    ["not JSON", writeCursor(place).slice(2)],
    ["too long", writeCursor({ ...place, value: "x".repeat(16_384) })],
    ["for another sort order", writeCursor({ ...place, order: "name asc" })],
    ["with an object for a value", writeCursor({ ...place, value: { gt: "" } })],
    ["with another id", writeCursor({ ...place, id: 1 as never })],
  ])("%s is rejected", (_, cursor) => {
    expect(refused(() => readCursor(cursor, place.order))).toEqual([
      "VALIDATION_ERROR",
      expect.stringMatching("cursor"),
    ]);
  });
});

describe("a filter", () => {
  const text = { type: "string" } as const;

  test("becomes one adapter operator, with a value of the column's type", () => {
    expect(filterCondition(text, "eq", "a,b")).toEqual({ in: ["a,b"] });
    expect(filterCondition(text, "in", "a,b")).toEqual({ in: ["a", "b"] });
    expect(filterCondition(text, "not_in", ["a,b", "c"])).toEqual({ notIn: ["a,b", "c"] });
    expect(filterCondition(text, "starts_with", "a")).toEqual({ startsWith: "a" });
    expect(filterCondition({ type: "number" }, "gte", "-12")).toEqual({ gte: -12 });
    expect(filterCondition({ type: "boolean" }, "ne", "false")).toEqual({ ne: false });
    const date = "2030-01-01T00:00:00.000Z";
    expect(filterCondition({ type: "date" }, "lt", date)).toEqual({ lt: new Date(date) });
  });

  test.each([
    ["a substring search in a number", () => filterCondition({ type: "number" }, "contains", "1")],
    ["a long substring", () => filterCondition(text, "contains", "x".repeat(101))],
    ["a list for an operator that takes one value", () => filterCondition(text, "eq", ["a"])],
    ["more values than are allowed", () => filterCondition(text, "in", "a,".repeat(101))],
    ["a word as a number", () => columnValue({ type: "number" }, "1e3")],
    ["a word as a boolean", () => columnValue({ type: "boolean" }, "toString")],
    ["a made-up date", () => columnValue({ type: "date" }, "1")],
    ["an object as text", () => columnValue(text, {})],
    ["anything as JSON", () => columnValue({ type: "json" }, "{}")],
  ])("%s is rejected", (_, work) => {
    expect(refused(work)).toEqual(["VALIDATION_ERROR", expect.any(String)]);
  });

  test("a date must be one that every database can store", () => {
    expect(parseStoredDate("2030-01-01")).toEqual(new Date("2030-01-01"));
    for (const odd of ["0999-12-31", "2030-13-01", "Tuesday", 5, null]) expect(parseStoredDate(odd)).toBeUndefined();
  });
});
