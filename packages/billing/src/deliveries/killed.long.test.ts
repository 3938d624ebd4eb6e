import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";
import { afterEach, expect, test } from "vitest";
import { comparableMirrorOf, startBilling } from "../../test/app.ts";
import { history } from "../../test/history.ts";
import { type Body, deliveryOf } from "../../test/platform.ts";
import { seeded } from "../../test/random.ts";
import { deliveryTable, handlerTable } from "./table.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const file = join(tmpdir(), `latchkey-killed-${process.pid}-${Date.now()}.db`);
let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill("SIGKILL");
  for (const end of ["", "-wal", "-shm", ".log"]) rmSync(file + end, { force: true });
});

/**
 * Seconds that the receiver's clock is ahead. Increases with every start, so that leases of killed processes expire.
 */
let ahead = 0;
let port = 0;

async function start(): Promise<void> {
  ahead += 91;
  const args = ["--import", "tsx", join(root, "packages/billing/test/receiver.ts"), file, String(ahead)];
  child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(child.stdout as NonNullable<typeof child.stdout>, "data")) as [Buffer];
  port = Number(String(line).trim());
}

async function kill(): Promise<void> {
  child?.kill("SIGKILL");
  if (child?.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** Sends until the response is a 2xx, as the payment provider does. */
async function sendUntilTaken(id: string, body: Body): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const request = deliveryOf(body, { id, now: new Date(Date.now() + 1000 * ahead) });
    const { headers } = request;
    const sent = await request.arrayBuffer();
    try {
      const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: sent });
      await response.text();
      if (response.ok) return;
    } catch {
      // The server isn't running at the moment.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${id} was never accepted.`);
}

test("WEBH-06, WEBH-16: a process that's killed repeatedly loses no delivery and applies none twice", async () => {
  const random = seeded(11);
  const events = Array.from({ length: 8 }, (_, at) => history(`k${at}`, random).events).flatMap((own, at) =>
    own.map((body, number) => ({ id: `k${at}-${number}`, body })),
  );
  await start();
  const queue = random.shuffled(events);
  let [taken, kills] = [0, 0];
  const work = async (): Promise<void> => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      await sendUntilTaken(next.id, next.body);
      taken++;
    }
  };
  const killing = (async () => {
    for (const at of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      while (taken < at * events.length) await new Promise((resolve) => setTimeout(resolve, 2));
      await kill();
      kills++;
      await start();
    }
  })();
  await Promise.all([...Array.from({ length: 6 }, work), killing]);
  await kill();

  const database = await sqlite(file);
  const inOrder = await startBilling();
  for (const { id, body } of events) await inOrder.send(body, { id });
  const db = sqlAdapter(database).connect(inOrder.auth.schema);
  expect(kills).toBe(5);
  expect(await db.count(deliveryTable, {})).toBe(events.length);
  expect(await db.count(handlerTable, { where: { state: "done" } })).toBe(events.length);
  expect(await comparableMirrorOf(db)).toEqual(await comparableMirrorOf(inOrder.db));
  // The app's own effect comes before the handler is marked as done. If the process is killed in between, the handler
  // runs once more with the same id.
  const done = readFileSync(`${file}.log`, "utf8").trim().split("\n");
  expect(new Set(done)).toEqual(new Set(events.map(({ id }) => id)));
  expect(done.length - events.length).toBeLessThanOrEqual(kills * 6);
  database.close();
});
