/** Starts PostgreSQL and Redis for the run, which can be stopped and restarted. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort } from "../shared/free-port.ts";

/** A server started by the run. */
export interface Service {
  readonly url: string;
  /** Restarts it on the same port, with the data that survived. Resolves when it responds. */
  start(): Promise<void>;
  /**
   * Stops it.
   * @param signal a signal with the program's own meaning
   */
  stop(signal: NodeJS.Signals): Promise<void>;
  /** Sends it a signal and leaves it running. */
  signal(signal: NodeJS.Signals): void;
  /** Stops it permanently and removes its data. */
  close(): Promise<void>;
}

/** The user that the server runs as, because PostgreSQL doesn't run as root. */
export type Owner = { readonly uid: number; readonly gid: number } | Record<string, never>;

/** Starts an empty PostgreSQL. SIGINT shuts it down cleanly, and SIGQUIT ends it like a crash. */
export async function startPostgres(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-soak-postgres-"));
  const owner = postgresOwner();
  if ("uid" in owner) chownSync(folder, owner.uid as number, owner.gid as number);
  const programs = postgresPrograms();
  const settings = ["-U", "postgres", "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "-D", folder];
  execFileSync(join(programs, "initdb"), settings, { ...owner, cwd: folder, stdio: "pipe" });
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/soak`;
  const fixed = ["-D", folder, "-k", folder, "-p", String(port), "-h", "127.0.0.1", "-c", "max_connections=200"];
  return serve(folder, url, {
    run: () => spawn(join(programs, "postgres"), fixed, { ...owner, cwd: folder, stdio: "ignore" }),
    async answers() {
      const server = new URL(url);
      server.pathname = "/postgres";
      const client = new pg.Client({ connectionString: server.href, connectionTimeoutMillis: 1000 });
      client.on("error", () => {});
      await client.connect();
      await client.end();
    },
  });
}

/** Starts Redis without persistence, so it's empty after a restart. */
export async function startRedis(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-soak-redis-"));
  const port = await freePort();
  const fixed = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder];
  return serve(folder, `redis://127.0.0.1:${port}`, {
    run: () => spawn("redis-server", fixed, { stdio: "ignore" }),
    async answers() {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      await once(socket, "connect");
      socket.destroy();
    },
  });
}

interface Program {
  run(): ChildProcess;
  /** @throws if it doesn't respond */
  answers(): Promise<void>;
}

async function serve(folder: string, url: string, { run, answers }: Program): Promise<Service> {
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    child = run();
    for (let tries = 0; ; tries++) {
      try {
        return await answers();
      } catch (error) {
        if (tries >= 300) throw error;
        await sleep(100);
      }
    }
  };
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const gone = once(running, "exit");
    running.kill(signal);
    await gone;
  };
  await start();
  return {
    url,
    start,
    stop,
    signal: (signal) => void child?.kill(signal),
    async close() {
      await stop("SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the user that PostgreSQL runs as: the current one, or `postgres` instead of root. */
export function postgresOwner(): Owner {
  return process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};
}

/** Returns the folder of PostgreSQL's programs. */
export function postgresPrograms(): string {
  return execFileSync("pg_config", ["--bindir"], { encoding: "utf8" }).trim();
}

function idOf(which: "-u" | "-g"): number {
  return Number(execFileSync("id", [which, "postgres"], { encoding: "utf8" }));
}
