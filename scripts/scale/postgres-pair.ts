/**
 * A PostgreSQL primary with a streaming replica, behind an address that always leads to the primary, as a virtual IP or
 * a proxy would.
 */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "../shared/free-port.ts";
import { type Owner, postgresOwner, postgresPrograms } from "../soak/services.ts";
import { type Relay, startRelay } from "./relay.ts";

/** Whether a commit waits for the replica to have stored it, or only for the primary. */
export type Replication = "synchronous" | "asynchronous";

export interface PostgresPair {
  /** Always leads to the current primary. */
  readonly url: string;
  /** The replica. After `promote`, this is the primary. */
  readonly replicaUrl: string;
  /** Kills all processes of the primary together, as a power failure would. */
  killPrimary(): Promise<void>;
  /** Makes the replica the primary, and sends new connections there. */
  promote(): Promise<void>;
  /** Stops the replica from receiving anything, like a broken network between the two. */
  stopReplication(): void;
  /** Waits until the replica has applied everything that the primary has committed so far. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

/** Starts an empty primary and its replica. */
export async function startPostgresPair(replication: Replication): Promise<PostgresPair> {
  const owner = postgresOwner();
  const folder = mkdtempSync(join(tmpdir(), "latchkey-pair-"));
  if ("uid" in owner) chownSync(folder, owner.uid as number, owner.gid as number);
  const primary = await createPrimary(folder, owner);
  const network = await startRelay(primary.port);
  const replica = await createReplica(folder, owner, network.port);
  if (replication === "synchronous") await waitForCommits(primary);
  const relay: Relay = await startRelay(primary.port);
  return {
    url: urlOf(relay.port, "latchkey"),
    replicaUrl: urlOf(replica.port, "latchkey"),
    async killPrimary() {
      await primary.kill();
      relay.cut();
      network.cut();
    },
    async promote() {
      await execute(program("pg_ctl"), ["promote", "-w", "-D", replica.data], { ...owner, cwd: folder });
      // No replica follows the new primary yet, so its commits must not wait for one.
      await query(replica.port, "alter system set synchronous_standby_names = ''");
      await query(replica.port, "select pg_reload_conf()");
      relay.leadTo(replica.port);
    },
    stopReplication: () => network.stall(),
    async caughtUp() {
      const [row] = await query(primary.port, "select pg_current_wal_lsn()::text as lsn");
      const applied = `select pg_last_wal_replay_lsn() >= '${row?.lsn}'::pg_lsn as done`;
      while ((await query(replica.port, applied))[0]?.done !== true) await sleep(20);
    },
    async close() {
      await Promise.all([relay.end(), network.end()]);
      await Promise.all([primary.kill(), replica.kill()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Server {
  readonly data: string;
  readonly port: number;
  kill(): Promise<void>;
}

/** Asynchronous, because a synchronous call would block the relays, which run in this process. */
const execute: typeof execFile.__promisify__ = promisify(execFile);

const program = (name: string): string => join(postgresPrograms(), name);

async function createPrimary(folder: string, owner: Owner): Promise<Server> {
  const data = join(folder, "primary");
  const settings = ["-U", "postgres", "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "-D", data];
  await execute(program("initdb"), settings, { ...owner, cwd: folder });
  appendFileSync(join(data, "pg_hba.conf"), "host replication all 127.0.0.1/32 trust\n");
  const server = await startServer(data, owner);
  await query(server.port, "create database latchkey", "postgres");
  return server;
}

async function createReplica(folder: string, owner: Owner, primaryPort: number): Promise<Server> {
  const data = join(folder, "replica");
  const source = ["-h", "127.0.0.1", "-p", String(primaryPort), "-U", "postgres"];
  // -R writes the connection to the primary into the replica's settings.
  const how = ["-D", data, "-R", "-X", "stream", "-c", "fast"];
  await execute(program("pg_basebackup"), [...source, ...how], { ...owner, cwd: folder });
  return await startServer(data, owner);
}

async function startServer(data: string, owner: Owner): Promise<Server> {
  const port = await freePort();
  const settings = ["-D", data, "-k", data, "-p", String(port), "-h", "127.0.0.1", "-c", "max_connections=200"];
  // A separate process group, so that all of its processes can be killed together.
  const child: ChildProcess = spawn(program("postgres"), settings, {
    ...owner,
    cwd: data,
    stdio: "ignore",
    detached: true,
  });
  process.once("exit", () => child.exitCode === null && process.kill(-(child.pid as number), "SIGKILL"));
  for (let tries = 0; ; tries++) {
    try {
      await query(port, "select 1", "postgres");
      break;
    } catch (error) {
      if (tries >= 300 || child.exitCode !== null) throw error;
      await sleep(50);
    }
  }
  return { data, port, kill: () => killGroup(child) };
}

async function killGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  process.kill(-(child.pid as number), "SIGKILL");
  await gone;
}

/** Makes the primary acknowledge commits only once the replica has stored them. */
async function waitForCommits({ port }: Server): Promise<void> {
  await query(port, "alter system set synchronous_standby_names = '*'");
  await query(port, "select pg_reload_conf()");
  const standby = "select 1 from pg_stat_replication where sync_state = 'sync'";
  while ((await query(port, standby)).length === 0) await sleep(20);
}

const urlOf = (port: number, database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`;

async function query(port: number, sql: string, database = "postgres"): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: urlOf(port, database), connectionTimeoutMillis: 1000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
