/** Starts and stops processes that serve one app. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { NodeSettings } from "./node.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** A process under test. */
export interface RunningNode {
  /** Sends it a request with the app's origin. */
  send(path: string, body?: object, headers?: Record<string, string>): Promise<Response>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
}

/** @param database a SQLite file or a PostgreSQL URL */
export async function startNode(database: string, settings: NodeSettings = {}): Promise<RunningNode> {
  const program = fileURLToPath(new URL("node.ts", import.meta.url));
  const args = ["--import", "tsx", program, database, JSON.stringify(settings)];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const gone = once(child, "exit");
  const line = await Promise.race([once(child.stdout, "data"), gone.then(() => null)]);
  if (line === null) throw new Error("The process ended before it served anything.");
  const port = Number(String(line[0]).trim());
  return {
    send: (path, body, headers = {}) =>
      fetch(`http://127.0.0.1:${port}/api/auth${path}`, {
        method: body ? "POST" : "GET",
        headers: { origin: "http://app.test", ...(body ? { "content-type": "application/json" } : {}), ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    kill: () => kill(child, gone),
  };
}

async function kill(child: ChildProcess, gone: Promise<unknown>): Promise<void> {
  child.kill("SIGKILL");
  await gone;
}
