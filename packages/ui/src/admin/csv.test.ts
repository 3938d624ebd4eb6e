import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

test("quotes are doubled, and lines end with CRLF", () => {
  expect(
    toCsv([
      ["a", 'b "c"'],
      ["d,e", "f\ng"],
    ]),
  ).toBe('"a","b ""c"""\r\n"d,e","f\ng"\r\n');
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])("%j can't run as a formula", (value) => {
  expect(toCsv([[value]])).toBe(`"'${value}"\r\n`);
});

test("a formula can't run after a semicolon or a line break, where some spreadsheets start a new cell", () => {
  expect(toCsv([['x;=1+1; "@SUM(A1)\n-2;y=1']])).toBe(`"x;'=1+1; ""'@SUM(A1)\n'-2;y=1"\r\n`);
});

test.each(["a=1", "", "ann@example.com", " =1"])("%j stays unchanged", (value) => {
  expect(toCsv([[value]])).toBe(`"${value}"\r\n`);
});
