/** The test runner fails on unhandled errors, and no setting turns that off. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));

test("FAULT-13: a passing test that leaves a rejection behind fails the run", () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-unhandled-"));
  const runner = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
  const run = (code: string): number | null => {
    writeFileSync(join(folder, "left.test.js"), `test("passes", async () => { ${code} });`);
    return spawnSync(process.execPath, [runner, "run", "--globals", "--root", folder], { cwd: folder }).status;
  };
  try {
    expect(run("")).toBe(0);
    expect(run('void Promise.reject(new Error("left behind")); await new Promise((r) => setTimeout(r, 50));')).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const file of ["vitest.config.ts", "vitest.workspace.ts", "package.json"]) {
    expect(readFileSync(root + file, "utf8")).not.toContain("dangerouslyIgnoreUnhandledErrors");
  }
});
