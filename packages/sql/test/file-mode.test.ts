/** Tests that other users of the machine can't read a SQLite database. */

import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sqlite } from "../src/sqlite.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "latchkey-mode-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const mode = (file: string): string => (statSync(join(folder, file)).mode & 0o777).toString(8);

test.skipIf(process.platform === "win32")(
  "KEY-08: only its user can read a new database and the files next to it",
  async () => {
    const database = await sqlite(join(folder, "app.db"));
    database.exec("create table a (b)");
    expect(["app.db", "app.db-wal", "app.db-shm"].map(mode)).toEqual(["600", "600", "600"]);
    database.close();
  },
);

test.skipIf(process.platform === "win32")(
  "KEY-09: only its user can read a new database opened by a URI, and other new files keep their usual mode",
  async () => {
    const before = process.umask();
    const database = await sqlite(`file:${join(folder, "app.db")}`);
    database.exec("create table a (b)");
    expect(["app.db", "app.db-wal", "app.db-shm"].map(mode)).toEqual(["600", "600", "600"]);
    database.close();
    expect(process.umask()).toBe(before);
  },
);

test.skipIf(process.platform === "win32")("an existing database keeps its mode", async () => {
  (await sqlite(join(folder, "app.db"))).close();
  chmodSync(join(folder, "app.db"), 0o640);
  const database = await sqlite(join(folder, "app.db"));
  expect([mode("app.db"), mode("app.db-wal")]).toEqual(["640", "640"]);
  database.close();
});

test("a folder that doesn't exist causes the driver's error", async () => {
  await expect(sqlite(join(folder, "none", "app.db"))).rejects.toThrow();
});
