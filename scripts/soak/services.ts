/** A PostgreSQL and a Redis of the run's own, to be stopped and started. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** A server that the run started. */
export interface Service {
  readonly url: string;
  /** Starts it again, on the same port and what is left of its data. Resolves when it answers. */
  start(): Promise<void>;
  /** Ends it. @param signal as the program understands it */
  stop(signal: NodeJS.Signals): Promise<void>;
  /** Sends it a signal and leaves it running. */
  signal(signal: NodeJS.Signals): void;
  /** Ends it for good and removes its data. */
  close(): Promise<void>;
}

/** Who the server runs as; PostgreSQL refuses to run as root. */
type Owner = { readonly uid: number; readonly gid: number } | Record<string, never>;

/** An empty PostgreSQL. Its signals: SIGINT ends it in order, SIGQUIT as a crash does. */
export async function startPostgres(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-soak-postgres-"));
  const owner: Owner = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  if ("uid" in owner) chownSync(folder, owner.uid as number, owner.gid as number);
  const programs = execFileSync("pg_config", ["--bindir"], { encoding: "utf8" }).trim();
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

/** A Redis that keeps nothing: after a restart it is empty. */
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
  /** @throws it does not answer */
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

function idOf(which: "-u" | "-g"): number {
  return Number(execFileSync("id", [which, "postgres"], { encoding: "utf8" }));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
