import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { compileLiteral, findPatterns, findSlowInput } from "./patterns.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The CLI only reads the files of the user who runs it. */
const patterns = findPatterns(root).filter(({ file }) => !file.startsWith("packages/cli/"));

/** Built at run time from values of the app or the library. */
const madeAtRunTime = /^packages\/(?:drizzle|prisma|sso|two-factor)\/src\//;

test("INPUT-16: every regular expression of every package takes at most linear time", () => {
  expect(patterns.length).toBeGreaterThan(150);
  const literals = new Map(patterns.map(({ literal, file }) => [literal, file]));
  const slow: unknown[] = [];
  for (const [literal, file] of literals) {
    if (!literal.startsWith("/")) {
      expect(file).toMatch(madeAtRunTime);
      continue;
    }
    const text = findSlowInput(compileLiteral(literal));
    if (text !== null) slow.push([file, literal, text]);
  }
  expect(slow).toEqual([]);
});

test("the search finds slow expressions", () => {
  for (const slow of [/(a+)+$/, /^(a|aa)+$/, /\s+$/, /x*y/]) {
    expect([String(slow), findSlowInput(slow) === null]).toEqual([String(slow), false]);
  }
  for (const quick of [/^[a-z]+$/, /a+b?/, /^(?:a|b)*$/, /,/])
    expect([String(quick), findSlowInput(quick)]).toEqual([String(quick), null]);
});
