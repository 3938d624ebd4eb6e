import { sqlite } from "@latchkey/sql/sqlite";
import { afterEach, describe, expect, test, vi } from "vitest";

const names = ["libsql", "bun:sqlite", "better-sqlite3", "node:sqlite"] as const;

/** Makes only these packages importable. */
function install(...installed: readonly string[]): void {
  for (const name of names) {
    vi.doMock(name, () => {
      if (!installed.includes(name)) throw new Error(`Cannot find package '${name}'`);
      class Database {
        readonly from = name;
        exec(): void {}
        close(): void {}
      }
      return { default: Database, Database, DatabaseSync: Database };
    });
  }
}

afterEach(() => {
  for (const name of names) vi.doUnmock(name);
});

describe("sqlite()", () => {
  test.each<[string, readonly string[]]>([
    ["libsql", names],
    ["better-sqlite3", ["better-sqlite3", "node:sqlite"]],
    ["node:sqlite", ["node:sqlite"]],
    ["bun:sqlite", ["bun:sqlite"]],
  ])("opens the database with %s if it comes first among what is installed", async (expected, installed) => {
    install(...installed);
    expect(await sqlite(":memory:")).toMatchObject({ from: expected });
  });

  test("without a driver, the error names the package to install", async () => {
    install();
    await expect(sqlite(":memory:")).rejects.toThrow('No SQLite driver found. Run "npm install libsql"');
  });
});
