import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pages as docs } from "../../docs/blocks.ts";
import { findTests, idsOf, readNotes, readPages } from "./cases.ts";
import { securityPages } from "./page.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = readPages(`${root}scripts/data/threats`);
const cases = pages.flatMap(({ sections }) => sections.flatMap((section) => section.cases));
const notes = readNotes(readFileSync(`${root}scripts/data/threat-notes.json`, "utf8"));
const tests = findTests(root);

test("the pages match the tests: npx tsx scripts/security/write.ts", () => {
  const written = [...docs()].filter(([path]) => path.startsWith("docs/auditors/security"));
  const expected = [...securityPages(pages, tests, notes)].map(
    ([path, markdown]) => [`docs/${path}`, markdown] as const,
  );
  expect(new Map(written)).toEqual(new Map(expected));
});

test("every row of the sources is a case with its own ID", () => {
  const files = readdirSync(`${root}scripts/data/threats`).filter((file) => file !== "README.md");
  const rows = files.flatMap((file) =>
    readFileSync(`${root}scripts/data/threats/${file}`, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| ") && !line.startsWith("| Case ")),
  );
  expect(cases.length).toBe(rows.length);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(rows.length);
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
