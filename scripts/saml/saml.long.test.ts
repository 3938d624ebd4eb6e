import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { runPeers, type TableRow } from "../../packages/sso/test/saml/peers.ts";
import { withTable } from "./page.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/auditors/saml.md", import.meta.url)), "utf8");

let rows: readonly TableRow[] = [];
beforeAll(async () => {
  rows = await runPeers();
});

test("docs/auditors/saml.md has the current results. If not, run npx tsx scripts/saml/write.ts", () => {
  expect(page).toBe(withTable(page, rows));
});

test("every library accepts the valid responses that the forged ones are made from, and Latchkey accepts nothing else", () => {
  const [signed, encrypted, ...forged] = rows;
  for (const { outcomes } of [signed, encrypted].filter((row) => row !== undefined)) {
    for (const found of Object.values(outcomes)) expect(new Set(found)).toEqual(new Set(["accepted"]));
  }
  for (const { description, outcomes } of forged) {
    expect(new Set(outcomes.latchkey), description).toEqual(new Set(["rejected"]));
  }
});
