/** Simulates a new user's terminal: a folder outside of the repository, with commands and a running app. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The result of a command. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** A folder for creating an app. */
export interface App {
  readonly folder: string;
  write(path: string, text: string): void;
  /**
   * Runs a command line.
   * @throws {Error} if it fails, with its full output
   */
  run(line: string): Promise<string>;
  /** Runs a command line and returns the result even if it fails. */
  tryRun(line: string): Promise<Outcome>;
  /**
   * Starts a server and waits until this URL responds.
   * @returns what it printed
   */
  start(line: string, url: string, more?: Readonly<Record<string, string>>): Promise<string>;
  /** Stops all started processes and removes the folder. */
  remove(): Promise<void>;
}

/**
 * @param npmrc the `.npmrc` that tells npm where to find the packages
 */
export function makeApp(npmrc: string): App {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-app-"));
  const running: ChildProcess[] = [];
  writeFileSync(join(folder, ".npmrc"), npmrc);
  // Subfolders get the packages from the same registry.
  const shared = { npm_config_userconfig: join(folder, ".npmrc") };
  const seen = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({ ...clean(), ...shared, ...more });
  const attempt = (line: string): Promise<Outcome> => finished(spawn("sh", ["-c", line], { cwd: folder, env: seen() }));
  return {
    folder,
    tryRun: attempt,
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    async run(line) {
      const { code, output } = await attempt(line);
      if (code !== 0) throw new Error(`${line} ended with ${code}:\n${output}`);
      return output;
    },
    async start(line, url, more) {
      const child = spawn("sh", ["-c", line], { cwd: folder, env: seen(more), detached: true });
      running.push(child);
      let printed = "";
      child.stdout.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
      });
      const outcome = finished(child);
      const said = outcome.then(({ output }) => {
        throw new Error(`${line} ended:\n${output}`);
      });
      said.catch(() => {});
      await Promise.race([answers(url), said]);
      return printed;
    },
    async remove() {
      for (const child of running) stop(child);
      await sleep(100);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** The environment without the variables that npm and this repository's tests set. */
function clean(): NodeJS.ProcessEnv {
  const mine = /^(?:npm_(?!config_)|NODE_ENV$|AUTH_|DATABASE_|INIT_CWD$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !mine.test(name)));
}

function finished(child: ChildProcess): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    let output = "";
    const take = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on("data", take);
    child.stderr?.on("data", take);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

async function answers(url: string): Promise<void> {
  for (let left = 600; left > 0; left--) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // Not responding yet.
    }
    await sleep(100);
  }
  throw new Error(`${url} didn't respond within a minute.`);
}

/** Stops the whole process group, because npm and tsx start other processes. */
function stop({ pid, exitCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The process has already exited.
  }
}
