/** Nodes behind a balancer, on one database and one Redis. */

import { createNodeAuth } from "./auth.ts";
import { type Balancer, startBalancer } from "./balancer.ts";
import { createDatabase } from "./database.ts";
import { type RunningNode, startNode } from "./nodes.ts";
import type { NodeSettings, SentMail } from "./settings.ts";

/** What a cluster is started with. */
export interface ClusterOptions extends Omit<NodeSettings, "baseURL" | "trustedProxies"> {
  /** How many nodes. */
  readonly nodes: number;
  /** Where the balancer listens; 0: on any free port. */
  readonly port: number;
  onMail(mail: SentMail): void;
  /** Told when a node begins to serve, with its port, and when it has ended, with `null`. */
  onNode?(at: number, port: number | null): void;
  /** A file for what nodes log. Default: the terminal. */
  readonly log?: string;
}

/** A cluster that runs. */
export interface Cluster {
  /** The balancer's address. */
  readonly url: string;
  readonly size: number;
  /** The address of a node itself; `null` while it is down. */
  nodeUrl(at: number): string | null;
  /** Ends a node with SIGKILL. It is started again at once. */
  kill(at: number): Promise<void>;
  /** Waits until every node serves. */
  whole(): Promise<void>;
  /** Gives every node other secrets, one after the other: a new process takes the place of the old one, which ends then. */
  setSecrets(secrets: readonly string[], onReplaced?: (at: number) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Makes the database if need be, migrates it once, starts the nodes. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { nodes: size, port, log, onMail, onNode = () => {}, ...rest } = options;
  const balancer: Balancer = await startBalancer(port);
  let settings: NodeSettings = { ...rest, baseURL: balancer.url, trustedProxies: ["127.0.0.1"] };
  await createDatabase(settings.database);
  const { auth, close } = createNodeAuth(settings, onMail);
  await auth.migrate();
  await close();

  const running: (RunningNode | null)[] = Array.from({ length: size }, () => null);
  const restarts = new Set<Promise<void>>();
  let isClosing = false;

  /** Starts a node; when it serves, it has the place of whatever was there before. */
  const start = async (at: number): Promise<void> => {
    let node: RunningNode | null = null;
    node = await startNode(settings, {
      log,
      mail: onMail,
      exit: () => {
        // One that was replaced, or never served.
        if (!node || running[at] !== node) return;
        running[at] = null;
        balancer.set(`node-${at}`, null);
        onNode(at, null);
        if (!isClosing) restart(at);
      },
    });
    running[at] = node;
    balancer.set(`node-${at}`, node.port);
    onNode(at, node.port);
  };
  const restart = (at: number): void => {
    const done = start(at)
      .catch((error: unknown) => console.error(`node-${at}:`, error))
      .finally(() => restarts.delete(done));
    restarts.add(done);
  };

  await Promise.all(running.map((_, at) => start(at)));
  return {
    url: balancer.url,
    size,
    nodeUrl: (at) => {
      const node = running[at];
      return node ? `http://127.0.0.1:${node.port}` : null;
    },
    async kill(at) {
      await running[at]?.kill();
    },
    async whole() {
      while (restarts.size > 0) await Promise.all(restarts);
    },
    async setSecrets(secrets, onReplaced = async () => {}) {
      settings = { ...settings, secrets };
      for (let at = 0; at < size; at++) {
        const old = running[at];
        await start(at);
        await old?.stop();
        await onReplaced(at);
      }
    },
    async close() {
      isClosing = true;
      while (restarts.size > 0) await Promise.all(restarts);
      await Promise.all(running.map((node) => node?.stop()));
      await balancer.close();
    },
  };
}
