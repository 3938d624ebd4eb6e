import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { memoryAdapter } from "@latchkey/core/database";
import { startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { clients, openStorage } from "./clients.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

describe.each(clients.map((kind) => ({ kind, name: kind.name })))("rate limits in Redis, $name", ({ kind }) => {
  test("RATE-06: exactly ten of 200 parallel requests on two nodes get through in each window", async () => {
    const { storage, again, keys, close } = await openStorage(kind, 6379, { timeout: 20_000 });
    const rateLimit = { enabled: true, customRules: { "/ok": { window: 60, max: 10 } } };
    const [one, two] = await Promise.all(
      [storage, await again()].map((secondaryStorage) =>
        startAuth({ database: memoryAdapter(), secondaryStorage, rateLimit }),
      ),
    );
    if (!one || !two) throw new Error("The app has no nodes.");
    for (let window = 0; window < 2; window++) {
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? one : two).browser().get("/ok")),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.headers.get("retry-after")).toBe("60");
      expect((await one.browser("203.0.113.99").get("/ok")).status).toBe(200);
      for (const { clock } of [one, two]) clock.advance(60);
    }
    expect((await keys()).every((key) => key.includes(":count:"))).toBe(true);
    await close();
  });
});

describe.runIf(clients.length > 0)("rate limits of several processes", () => {
  test("RATE-06: exactly ten of 200 requests on four processes get through", async () => {
    const { prefix, close } = await openStorage(clients[0] as (typeof clients)[0]);
    // Runs the sources directly: tsx uses the paths of the root tsconfig.
    const settings = { cwd: root, execArgv: ["--import", "tsx"] };
    const children = Array.from({ length: 4 }, () =>
      fork(fileURLToPath(new URL("counting.ts", import.meta.url)), [prefix, "50", "10"], settings),
    );
    await Promise.all(children.map((child) => heard(child)));
    const passed = children.map((child) => heard(child));
    for (const child of children) child.send("go");
    const counts = (await Promise.all(passed)) as number[];
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10);
    await close();
  });
});

/**
 * Returns a process's next message.
 *
 * @throws {Error} if it ends instead
 */
async function heard(child: ChildProcess): Promise<unknown> {
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`A process ended with ${code}.`);
  });
  const [message] = await Promise.race([once(child, "message"), ended]);
  ended.catch(() => {});
  return message;
}
