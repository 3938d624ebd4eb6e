/** Starts the app once and calls its auth server, so that `init` ends with something that was seen to work. */

import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** What calling the app came to. */
export interface AppTrial {
  /** Whether the address answered `{"ok":true}`. */
  readonly isOk: boolean;
  /** Whether the app was running before. */
  readonly wasRunning: boolean;
  /** Why not, for the user. */
  readonly problem: string;
}

/** How to try an app. */
export interface TrialOptions {
  /** The command that starts it. */
  readonly command: readonly string[];
  readonly folder: string;
  /** The address to call. */
  readonly url: string;
  /** How long to wait for an answer. Default: 90 seconds. */
  readonly seconds?: number;
}

/** Calls the address. Starts the app for it, unless something answers there already, and stops it again. */
export async function tryApp({ command, folder, url, seconds = 90 }: TrialOptions): Promise<AppTrial> {
  const before = await call(url);
  if (before !== null)
    return before === "ok"
      ? { isOk: true, wasRunning: true, problem: "" }
      : { isOk: false, wasRunning: true, problem: `Another server is running there. It responded with ${before}.` };
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: folder,
    // A separate process group, because package managers start other processes.
    detached: process.platform !== "win32",
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  const output = collect(child);
  const interrupt = (): void => void stop(child).then(() => process.exit(130));
  process.once("SIGINT", interrupt);
  try {
    const isOk = await untilOk(child, url, seconds);
    return { isOk, wasRunning: false, problem: isOk ? "" : lastLines(output()) };
  } finally {
    process.removeListener("SIGINT", interrupt);
    await stop(child);
  }
}

async function untilOk(child: ChildProcess, url: string, seconds: number): Promise<boolean> {
  let hasEnded = false;
  child.once("error", () => (hasEnded = true));
  child.once("close", () => (hasEnded = true));
  const end = Date.now() + seconds * 1000;
  while (!hasEnded && Date.now() < end) {
    if ((await call(url)) === "ok") return true;
    await sleep(200);
  }
  return false;
}

/** Returns `ok`, or else the status. `null` if nothing answers. */
async function call(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
    const body = (await response.json().catch(() => null)) as { readonly ok?: unknown } | null;
    return response.ok && body?.ok === true ? "ok" : String(response.status);
  } catch {
    return null;
  }
}

function collect(child: ChildProcess): () => string {
  let text = "";
  const take = (chunk: Buffer): void => {
    text = (text + chunk.toString()).slice(-10_000);
  };
  child.stdout?.on("data", take);
  child.stderr?.on("data", take);
  child.on("error", (error) => take(Buffer.from(error.message)));
  return () => text;
}

function lastLines(output: string): string {
  return output.trim().split("\n").slice(-15).join("\n");
}

/** Stops the process with everything that it started, and waits for its end. */
async function stop(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once("close", resolve));
  if (process.platform === "win32") spawn("taskkill", ["/pid", String(pid), "/t", "/f"]);
  else {
    kill(pid, "SIGTERM");
    await Promise.race([closed, sleep(3000)]);
    kill(pid, "SIGKILL");
  }
  await Promise.race([closed, sleep(3000)]);
}

function kill(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // All of it has ended.
  }
}
