/** A Redis Cluster, and Redis servers with Sentinel, which tests start themselves. */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cluster, Redis } from "ioredis";
import { createCluster, createSentinel } from "redis";
import { expect, vi } from "vitest";
import { freePort } from "../../../scripts/shared/free-port.ts";
import type { RedisClient } from "../src/index.ts";
import type { TestClient } from "./clients.ts";
import { startServer, type TestServer } from "./servers.ts";

/** Maximum time for a failover on a busy machine. */
const patience = { timeout: 30_000, interval: 50 };

/** A master with its replica and its share of the 16,384 slots. */
export interface Shard {
  readonly master: TestServer;
  readonly replica: TestServer;
  readonly slots: readonly [from: number, to: number];
}

/** A Redis Cluster of three masters, each with a replica. */
export interface TestCluster {
  readonly shards: readonly [Shard, Shard, Shard];
  /** Resolves once a live server reports that the killed master's replica took over, and the cluster is healthy. */
  promoted(shard: Shard): Promise<void>;
  /**
   * Moves slots that have keys from one master to another, as `redis-cli --cluster reshard` does. Resolves to the
   * number of keys.
   */
  moveSlots(from: TestServer, to: TestServer, most: number): Promise<number>;
  close(): Promise<void>;
}

/** Starts the six servers, and resolves once each sees the whole cluster. */
export async function startCluster(): Promise<TestCluster> {
  const started = await Promise.all(Array.from({ length: 6 }, () => startClusterNode()));
  const servers = started.map(({ server }) => server);
  const [first, ...others] = started as [ClusterNode, ...ClusterNode[]];
  const bounds = [0, 5461, 10_922, 16_384] as const;
  for (let at = 0; at < 3; at++) {
    await servers[at]?.send("CONFIG", "SET", "cluster-replica-validity-factor", "0");
    await servers[at]?.send("CLUSTER", "ADDSLOTSRANGE", String(bounds[at]), String((bounds[at + 1] as number) - 1));
  }
  for (const { server, busPort } of others)
    await first.server.send("CLUSTER", "MEET", "127.0.0.1", String(server.port), String(busPort));
  const sees = (server: TestServer, text: string | RegExp) =>
    vi.waitFor(async () => expect(await info(server)).toMatch(text), patience);
  await Promise.all(servers.map((server) => sees(server, /cluster_known_nodes:6\r/)));
  const shards = [0, 1, 2].map((at): Shard => {
    const slots = [bounds[at] as number, (bounds[at + 1] as number) - 1] as const;
    return { master: servers[at] as TestServer, replica: servers[at + 3] as TestServer, slots };
  }) as [Shard, Shard, Shard];
  for (const { master, replica } of shards) {
    const id = String(await master.send("CLUSTER", "MYID"));
    await vi.waitFor(() => replica.send("CLUSTER", "REPLICATE", id), patience);
  }
  await Promise.all(servers.map((server) => sees(server, "cluster_state:ok")));
  await Promise.all(
    shards.flatMap(({ replica }) => [
      vi.waitFor(async () => expect(await replica.send("ROLE")).toContain("connected"), patience),
      // Every server has to know the replica, or none would vote for it.
      vi.waitFor(async () => {
        for (const server of servers) expect(await roles(server)).toMatchObject({ [replica.port]: "slave" });
      }, patience),
    ]),
  );
  return {
    shards,
    async promoted({ replica }) {
      await vi.waitFor(async () => expect(await replica.send("ROLE")).toContain("master"), patience);
      await sees(replica, "cluster_state:ok");
    },
    moveSlots: (from, to, most) => moveSlots(servers, from, to, most),
    async close() {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

interface ClusterNode {
  readonly server: TestServer;
  readonly busPort: number;
}

async function startClusterNode(): Promise<ClusterNode> {
  const busPort = await freePort();
  const settings = ["--cluster-enabled", "yes", "--cluster-port", String(busPort), "--cluster-node-timeout", "1000"];
  return { server: await startServer(...settings, "--repl-diskless-sync-delay", "0"), busPort };
}

async function info(server: TestServer): Promise<string> {
  return String(await server.send("CLUSTER", "INFO"));
}

/** `master` or `slave` for each port, according to one server. */
async function roles(server: TestServer): Promise<Record<string, string>> {
  const lines = String(await server.send("CLUSTER", "NODES"))
    .trim()
    .split("\n");
  const entries = lines.map((line) => {
    const [, address = "", flags = ""] = line.split(" ");
    return [address.replace(/^.*:(\d+)@.*$/, "$1"), flags.includes("slave") ? "slave" : "master"];
  });
  return Object.fromEntries(entries);
}

async function moveSlots(
  servers: readonly TestServer[],
  from: TestServer,
  to: TestServer,
  most: number,
): Promise<number> {
  const open = ({ port }: TestServer): Redis => new Redis({ port, host: "127.0.0.1" });
  const [source, target, ...all] = [open(from), open(to), ...servers.map(open)] as [Redis, Redis, ...Redis[]];
  const [sourceId, targetId] = [String(await source.cluster("MYID")), String(await target.cluster("MYID"))];
  const slots = await Promise.all((await source.keys("*")).map((key) => source.cluster("KEYSLOT", key)));
  let moved = 0;
  for (const slot of [...new Set(slots)].slice(0, most)) {
    await target.cluster("SETSLOT", slot, "IMPORTING", sourceId);
    await source.cluster("SETSLOT", slot, "MIGRATING", targetId);
    for (;;) {
      const keys = (await source.cluster("GETKEYSINSLOT", slot, 5)) as string[];
      if (keys.length === 0) break;
      await source.call("MIGRATE", "127.0.0.1", String(to.port), "", "0", "5000", "KEYS", ...keys);
      moved += keys.length;
    }
    // Starts with the target, so that the slot always has an owner. Replicas reject the command, and learn the change
    // from their masters.
    for (const each of [target, source, ...all]) await each.cluster("SETSLOT", slot, "NODE", targetId).catch(() => {});
  }
  for (const each of [source, target, ...all]) each.disconnect();
  return moved;
}

/** Both clients, connected to a cluster. */
export const clusterClients: readonly {
  readonly name: string;
  connect(ports: readonly number[]): Promise<TestClient>;
}[] = [
  {
    name: "ioredis",
    async connect(ports) {
      const nodes = ports.map((port) => ({ host: "127.0.0.1", port }));
      const client = new Cluster(nodes, { lazyConnect: true, clusterRetryStrategy: () => 50 });
      client.on("error", () => {});
      await client.connect();
      return { client, close: async () => client.disconnect() };
    },
  },
  {
    name: "node-redis",
    async connect(ports) {
      const rootNodes = ports.map((port) => ({ url: `redis://127.0.0.1:${port}` }));
      const socket = { reconnectStrategy: () => 50 } as const;
      const client = createCluster({
        rootNodes,
        defaults: { socket, disableOfflineQueue: true },
        topologyRefreshOnReconnectionAttemptStrategy: 200,
      });
      client.on("error", () => {});
      await client.connect();
      return { client, close: async () => client.destroy() };
    },
  },
];

/** A master with two replicas, and three Sentinels that watch it. */
export interface TestSentinel {
  readonly master: TestServer;
  readonly ports: readonly number[];
  /** Resolves to the port of the master that the Sentinels name. */
  masterPort(): Promise<number>;
  close(): Promise<void>;
}

const group = "test";

/** Starts the six processes, and resolves once the Sentinels know each other and the replicas. */
export async function startSentinel(): Promise<TestSentinel> {
  const master = await startServer("--repl-diskless-sync-delay", "0");
  const replicaOf = ["--replicaof", `127.0.0.1 ${master.port}`, "--repl-diskless-sync-delay", "0"];
  const replicas = await Promise.all([startServer(...replicaOf), startServer(...replicaOf)]);
  const folder = mkdtempSync(join(tmpdir(), "latchkey-sentinel-"));
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const children = ports.map((port) => {
    const path = join(folder, `${port}.conf`);
    const lines = [
      `port ${port}`,
      "bind 127.0.0.1",
      `dir ${folder}`,
      `sentinel monitor ${group} 127.0.0.1 ${master.port} 2`,
      `sentinel down-after-milliseconds ${group} 1000`,
      `sentinel failover-timeout ${group} 3000`,
    ];
    writeFileSync(path, `${lines.join("\n")}\n`);
    return spawn("redis-server", [path, "--sentinel"], { stdio: "ignore" });
  });
  const ask = async <T>(port: number, run: (client: Redis) => Promise<T>): Promise<T> => {
    const client = new Redis({ port, host: "127.0.0.1", lazyConnect: true, retryStrategy: () => null });
    client.on("error", () => {});
    try {
      await client.connect();
      return await run(client);
    } finally {
      client.disconnect();
    }
  };
  await Promise.all(
    ports.map((port) =>
      vi.waitFor(async () => {
        const found = (await ask(port, (client) => client.call("SENTINEL", "MASTER", group))) as string[];
        const entry = (name: string): string | undefined => found[found.indexOf(name) + 1];
        expect([entry("num-slaves"), entry("num-other-sentinels")]).toEqual(["2", "2"]);
      }, patience),
    ),
  );
  return {
    master,
    ports,
    async masterPort() {
      const call = (client: Redis) => client.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", group);
      const [, port] = (await ask(ports[0] as number, call)) as [string, string];
      return Number(port);
    },
    async close() {
      for (const child of children) child.kill("SIGKILL");
      await Promise.all([master, ...replicas].map((server) => server.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Both clients, connected through Sentinels. */
export const sentinelClients: readonly {
  readonly name: string;
  connect(ports: readonly number[]): Promise<TestClient>;
}[] = [
  {
    name: "ioredis",
    async connect(ports) {
      const sentinels = ports.map((port) => ({ host: "127.0.0.1", port }));
      const fast = { retryStrategy: () => 50, sentinelRetryStrategy: () => 50 };
      const client = new Redis({ sentinels, name: group, lazyConnect: true, enableOfflineQueue: false, ...fast });
      client.on("error", () => {});
      await client.connect();
      return { client, close: async () => client.disconnect() };
    },
  },
  {
    name: "node-redis",
    async connect(ports) {
      const sentinelRootNodes = ports.map((port) => ({ host: "127.0.0.1", port }));
      const client = createSentinel({ name: group, sentinelRootNodes, scanInterval: 200, masterPoolSize: 4 });
      client.on("error", () => {});
      await client.connect();
      return { client: client as unknown as RedisClient, close: async () => client.destroy() };
    },
  },
];
