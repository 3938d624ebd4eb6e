/** Starts the app once and calls its auth server, so that `init` ends with an app that's known to work. */

import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { createKeyring, randomBytes, randomToken } from "@latchkey/core/crypto";

/** The outcome of calling the app. */
export type AppTrial =
  /** The app responded, and has been stopped. */
  | { readonly outcome: "ok" }
  /** The app was already running, and responded. */
  | { readonly outcome: "running" }
  /** Another server responds at the address. `by` describes it. */
  | { readonly outcome: "occupied"; readonly by: string }
  /** The app didn't respond. `output` is the end of what it printed. */
  | { readonly outcome: "failed"; readonly output: string };

/** Options for trying an app. */
export interface TrialOptions {
  /** The command that starts it. */
  readonly command: readonly string[];
  readonly folder: string;
  /** The address to call. */
  readonly url: string;
  /** The app's secret, which distinguishes it from other apps on its port. `null` if it couldn't be read. */
  readonly secret: string | null;
  /** How long to wait for a response. Default: 90 seconds. */
  readonly seconds?: number;
}

/** Calls the app. If nothing responds at the address, starts the app and stops it afterward. */
export async function tryApp(options: TrialOptions): Promise<AppTrial> {
  const { command, folder, url, secret } = options;
  const before = await call(url, secret);
  if (before === "this app") return { outcome: "running" };
  if (before !== null) return { outcome: "occupied", by: describe(before, secret) };
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
    const last = await untilResponse(child, options);
    if (last === "this app") return { outcome: "ok" };
    // Vite's proxy can lead to another app that's on the server's port.
    if (last === "another Latchkey app") return { outcome: "occupied", by: describe(last, secret) };
    return { outcome: "failed", output: lastLines(output()) };
  } finally {
    process.removeListener("SIGINT", interrupt);
    await stop(child);
  }
}

/** Waits for a Latchkey app to respond. Returns `null` if the process exits first, or if no app responds in time. */
async function untilResponse(
  child: ChildProcess,
  { url, secret, seconds = 90 }: TrialOptions,
): Promise<LatchkeyApp | null> {
  let hasEnded = false;
  child.once("error", () => (hasEnded = true));
  child.once("close", () => (hasEnded = true));
  const end = Date.now() + seconds * 1000;
  while (!hasEnded && Date.now() < end) {
    const response = await call(url, secret);
    // Nothing responded before the app was started, so this is the app.
    if (response === "a Latchkey app") return "this app";
    if (response === "this app" || response === "another Latchkey app") return response;
    await sleep(200);
  }
  return null;
}

type LatchkeyApp = "this app" | "another Latchkey app";

/**
 * What responded. Without the secret, it's `a Latchkey app`, because there's no way to tell which one. A number is the
 * HTTP status of another server.
 */
type Responder = LatchkeyApp | "a Latchkey app" | number;

/** Returns what responds, or `null` if nothing does. */
async function call(url: string, secret: string | null): Promise<Responder | null> {
  const challenge = randomToken(randomBytes);
  try {
    const response = await fetch(url, {
      headers: { "latchkey-challenge": challenge },
      signal: AbortSignal.timeout(30_000),
    });
    const body = (await response.json().catch(() => null)) as { readonly ok?: unknown } | null;
    if (!response.ok || body?.ok !== true) return response.status;
    if (secret === null) return "a Latchkey app";
    const proof = response.headers.get("latchkey-proof") ?? "";
    const { verifyBase64Url } = createKeyring([secret]).signing("server-proof");
    return verifyBase64Url(challenge, proof) ? "this app" : "another Latchkey app";
  } catch {
    return null;
  }
}

function describe(responder: Responder, secret: string | null): string {
  if (typeof responder === "number") return `A server that isn't this app responded with ${responder}`;
  if (secret === null) return "A Latchkey app responded, but this app's secret couldn't be read to compare";
  return "A Latchkey app responded, but it has a different secret or runs in production mode";
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

/** Stops the process and everything it started, and waits for it to exit. */
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
    // The whole process group has ended.
  }
}
