import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { findTests, idsOf, readCases } from "./cases.ts";
import { securityPage } from "./page.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const cases = readCases(readFileSync(`${root}scripts/data/threats.md`, "utf8"));
const tests = findTests(root);

test("the page says what the tests say: npx tsx scripts/security/write.ts", () => {
  expect(readFileSync(`${root}docs/security.md`, "utf8")).toBe(securityPage(cases, tests));
});

test("every id in a test's name is that of a case", () => {
  const known = new Set(cases.map(({ id }) => id));
  expect([...tests.keys()].filter((id) => !known.has(id))).toEqual([]);
  expect(cases.length).toBeGreaterThan(250);
});

test("ids are read off a name, ranges included", () => {
  expect(idsOf("CSRF-01: x")).toEqual(["CSRF-01"]);
  expect(idsOf("CSRF-01, SESS-02: x JWT-01")).toEqual(["CSRF-01", "SESS-02"]);
  expect(idsOf("HTTP-01 to HTTP-03: x")).toEqual(["HTTP-01", "HTTP-02", "HTTP-03"]);
});

/** Wave-1 cases of the groups that the kernel answers for, which belong to features that are not built yet. */
const later: Readonly<Record<string, string>> = {
  "CSRF-08": "mail-sending endpoints",
  "CSRF-13": "links from mails",
  "REDIR-13": "social sign-in",
  "SESS-02": "changes of password, role and second factor",
  "SESS-05": "password change and reset",
  "SESS-09": "second factors",
  "SESS-20": "update endpoints",
  "ENUM-03": "usernames",
  "ENUM-05": "password recovery",
  "ENUM-06": "verification mails",
  "ENUM-07": "verification mails",
  "ENUM-10": "second factors",
  "PASS-12": "password change",
  "INPUT-09": "social sign-in",
};

test("every wave-1 case that touches what is built has a test", () => {
  const groups = /^(?:CSRF|REDIR|SESS|PASS|ENUM|INPUT|HTTP|KEY|LOG|JWT|OAUTH)-/;
  const open = cases
    .filter(({ id, wave }) => wave === 1 && groups.test(id) && !tests.has(id) && !(id in later))
    .map(({ id }) => id);
  expect(open).toEqual([]);
});
