import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { findTests, idsOf, readCases, readNotes } from "./cases.ts";
import { securityPage } from "./page.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const cases = readCases(readFileSync(`${root}scripts/data/threats.md`, "utf8"));
const notes = readNotes(readFileSync(`${root}scripts/data/threat-notes.json`, "utf8"));
const tests = findTests(root);

test("the page matches the tests: npx tsx scripts/security/write.ts", () => {
  expect(readFileSync(`${root}docs/auditors/security.md`, "utf8")).toBe(securityPage(cases, tests, notes));
});

test("every case is on the page", () => {
  const page = securityPage(cases, tests, notes);
  expect(cases.filter(({ id }) => !page.includes(`\n| ${id}`)).map(({ id }) => id)).toEqual([]);
});

test("every id in a test's name is that of a case", () => {
  const known = new Set(cases.map(({ id }) => id));
  expect([...tests.keys()].filter((id) => !known.has(id))).toEqual([]);
  expect(cases.length).toBeGreaterThan(250);
});

test("ids are read from a name, including ranges", () => {
  expect(idsOf("CSRF-01: x")).toEqual(["CSRF-01"]);
  expect(idsOf("CSRF-01, SESS-02: x JWT-01")).toEqual(["CSRF-01", "SESS-02"]);
  expect(idsOf("HTTP-01 to HTTP-03: x")).toEqual(["HTTP-01", "HTTP-02", "HTTP-03"]);
});

test("every note is about a case, and a case that's open or doesn't apply has no test", () => {
  const known = new Set(cases.map(({ id }) => id));
  for (const [id, { kind }] of Object.entries(notes)) {
    expect([id, known.has(id)]).toEqual([id, true]);
    if (kind !== "note") expect([id, tests.has(id)]).toEqual([id, false]);
  }
  expect(() => readNotes('{"X-01":{"kind":"open","why":"no end"}}')).toThrow(/X-01/);
});

test("every case has a test, or a reason for having none", () => {
  const open = cases.map(({ id }) => id).filter((id) => !tests.has(id) && !(id in notes));
  expect(open).toEqual([]);
});
