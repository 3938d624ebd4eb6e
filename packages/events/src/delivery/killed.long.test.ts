import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";
import { startAuth } from "@latchkey/test-kit";
import { afterEach, expect, test } from "vitest";
import { createReceivers } from "../../test/app.ts";
import { events } from "../plugin.ts";
import { eventTable } from "../tables.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const file = join(tmpdir(), `latchkey-events-${process.pid}-${Date.now()}.db`);
afterEach(() => {
  for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
});

/** Runs the app until it's killed, and returns the ids of the events that it had sent. */
async function runUntilKilled(when: string): Promise<readonly string[]> {
  const args = ["--import", "tsx", join(root, "packages/events/test/killed-app.ts"), file, when];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (text) => {
    output += String(text);
  });
  const [, signal] = (await once(child, "close")) as [number | null, string | null];
  expect(signal).toBe("SIGKILL");
  return output.split("\n").filter((line) => line !== "");
}

for (const when of ["after-commit", "while-sending"]) {
  test(`EVNT-02: an app that's killed ${when} loses no event; another process sends it with the same id`, async () => {
    const sent = await runUntilKilled(when);
    expect(sent).toHaveLength(when === "while-sending" ? 1 : 0);
    const database = await sqlite(file);
    const { received, publicFetch } = createReceivers();
    // The killed process had claimed the message. Two minutes later, other processes can claim it.
    const clock = () => new Date(Date.now() + 120_000);
    const { auth } = await startAuth({ database: sqlAdapter(database), publicFetch, plugins: [events()], clock });
    const [event] = await auth.$context.db.findMany(eventTable, { limit: 9 });
    for (let rounds = 0; rounds < 3; rounds++) await auth.api.deliverOutbox();
    expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([event?.id]);
    expect(sent.every((id) => id === event?.id)).toBe(true);
    database.close();
  });
}
