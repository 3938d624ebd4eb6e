/** Redis servers that a test starts itself, and can pause, slow down, and kill. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { describe, test } from "vitest";
import { freePort } from "../../../scripts/shared/free-port.ts";

/** A server that responds on its port. */
export interface TestServer {
  readonly port: number;
  /** Makes every command wait, like on a machine that hangs. */
  freeze(): void;
  thaw(): void;
  /** Kills the server. Its data is lost. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  start(): Promise<void>;
  flush(): Promise<void>;
  /** Sends any command. */
  send(command: string, ...args: readonly string[]): Promise<unknown>;
  /** Stops it permanently. */
  close(): Promise<void>;
}

/** Whether servers can be started here. If not, skipped tests say so, and on CI it's an error. */
export const canStart: boolean = hasProgram();

/**
 * Starts a server on a free port.
 *
 * @param settings additional arguments of `redis-server`
 */
export async function startServer(...settings: readonly string[]): Promise<TestServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "latchkey-redis-"));
  const fixed = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder];
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    child = spawn("redis-server", [...fixed, ...settings], { stdio: "ignore" });
    const failed = new Promise<never>((_, reject) => child?.once("error", reject));
    await Promise.race([answering(port), failed]);
  };
  const kill = async (): Promise<void> => {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGKILL");
    await ended;
  };
  await start();
  return {
    port,
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
    kill,
    start,
    flush: async () => void (await once(port, (client) => client.flushall())),
    send: (command, ...args) => once(port, (client) => client.call(command, ...args)),
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function hasProgram(): boolean {
  if (spawnSync("redis-server", ["--version"]).status === 0) return true;
  if (process.env.CI === "true") throw new Error("CI needs redis-server, which isn't installed.");
  describe("separate Redis servers", () => test.skip("skipped: redis-server isn't installed", () => {}));
  return false;
}

async function answering(port: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await once(port, (client) => client.ping());
      return;
    } catch (error) {
      if (tries >= 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function once(port: number, run: (client: Redis) => Promise<unknown>): Promise<unknown> {
  const client = new Redis({ port, host: "127.0.0.1", lazyConnect: true, retryStrategy: () => null });
  client.on("error", () => {});
  try {
    await client.connect();
    return await run(client);
  } finally {
    client.disconnect();
  }
}
