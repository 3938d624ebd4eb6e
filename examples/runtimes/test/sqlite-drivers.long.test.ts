/**
 * Runs the adapter's conformance suite with SQLite drivers that need a newer Node.js: node:sqlite and better-sqlite3.
 */

import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { fetchRuntime } from "./cache.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../", import.meta.url));
const system = `${process.platform}-${process.arch}`;

async function find<T>(name: string, fetch: () => Promise<T>): Promise<T | null> {
  try {
    return await fetch();
  } catch (cause) {
    if (process.env.CI === "true") throw new Error(`CI needs ${name}, which cannot be fetched.`, { cause });
    console.warn(`Skipped: ${name} cannot be fetched.`);
    return null;
  }
}

const node = await find("Node 24", () =>
  fetchRuntime({ package: `node-${system}`, version: "24.21.0", binary: "bin/node" }),
);
const betterSqlite = await find("better-sqlite3", () =>
  fetchRuntime({ package: "better-sqlite3", version: "13.2.0", binary: "lib/index.js" }),
);

describe.skipIf(!node || !betterSqlite)("on Node 24", () => {
  test.each(["node:sqlite", "better-sqlite3"])("%s keeps the adapter's promises", async (driver) => {
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const args = [
      vitest,
      "run",
      "--project",
      "packages:long",
      "sql/test/conformance",
      "-t",
      `^${driver} keeps`,
      "--reporter",
      "json",
    ];
    const env = {
      ...process.env,
      PATH: `${dirname(node as string)}:${process.env.PATH}`,
      CI: "",
      LATCHKEY_TEST_REPORT: "",
      BETTER_SQLITE3: betterSqlite as string,
    };
    const { stdout } = await run(node as string, args, { cwd: root, env, maxBuffer: 1e8 });
    const { numPassedTests, numFailedTests } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as Record<string, number>;
    expect(numFailedTests).toBe(0);
    expect(numPassedTests).toBeGreaterThan(100);
  });
});
