import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";
import { startAuth } from "@latchkey/test-kit";
import { afterEach, expect, test, vi } from "vitest";
import { secret } from "../../test/platform.ts";
import { fakeProvider } from "../../test/provider.ts";
import { billing } from "../plugin.ts";
import type { SyncRequest } from "../provider/sync.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const file = join(tmpdir(), `latchkey-sync-${process.pid}-${Date.now()}.db`);
let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill("SIGKILL");
  for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
});

test("half a minute after a sync's process is killed, another process continues with the lost page", async () => {
  const args = ["--import", "tsx", join(root, "packages/billing/test/syncer.ts"), file];
  child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  let asked = "";
  child.stdout?.on("data", (text) => {
    asked += text;
  });
  await vi.waitFor(() => expect(asked).toBe("first\nsecond\n"), { timeout: 60_000 });
  child.kill("SIGKILL");
  await once(child, "exit");
  const killedAt = Date.now();

  const listPage = vi.fn(async (_: SyncRequest) => ({ entities: [], next: null, total: null }));
  const database = await sqlite(file);
  let now = killedAt;
  const { auth } = await startAuth({
    database: sqlAdapter(database),
    clock: () => new Date(now),
    plugins: [billing({ secret, provider: { ...fakeProvider(), syncResources: ["products"], listPage } })],
  });
  await expect(auth.api.billing.sync()).rejects.toMatchObject({ code: "SYNC_RUNNING" });
  now = killedAt + 30_001;
  expect(await auth.api.billing.sync()).toMatchObject({ done: true, resources: [{ name: "products", fetched: 1 }] });
  expect(listPage.mock.calls.map(([{ cursor }]) => cursor)).toEqual(["second"]);
  database.close();
});
