/** Runs nodes behind a balancer, with one database and one Redis. */

import { createNodeAuth } from "./auth.ts";
import { type Balancer, startBalancer } from "./balancer.ts";
import { createDatabase } from "./database.ts";
import { type RunningNode, startNode } from "./nodes.ts";
import type { NodeSettings, SentMail } from "./settings.ts";

/** Options of a cluster. */
export interface ClusterOptions extends Omit<NodeSettings, "baseURL" | "trustedProxies"> {
  /** Number of nodes. */
  readonly nodes: number;
  /** Port of the balancer. 0 chooses a free one. */
  readonly port: number;
  onMail(mail: SentMail): void;
  /** Runs with the port when a node is ready, and with `null` when it has exited. */
  onNode?(at: number, port: number | null): void;
  /** File for the nodes' logs. Default: the terminal. */
  readonly log?: string;
}

/** A running cluster. */
export interface Cluster {
  /** URL of the balancer. */
  readonly url: string;
  readonly size: number;
  /** URL of a single node, or `null` while it's down. */
  nodeUrl(at: number): string | null;
  /** Ends a node with SIGKILL. It's restarted immediately. */
  kill(at: number): Promise<void>;
  /** Waits until every node is ready. */
  allRunning(): Promise<void>;
  /** Changes the secrets of all nodes, one node at a time. A new process replaces the old one, which then exits. */
  setSecrets(secrets: readonly string[], onReplaced?: (at: number) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Creates the database if it's missing, migrates it once, and starts the nodes. */
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

  /** Starts a node. When it's ready, it replaces the previous one. */
  const start = async (at: number): Promise<void> => {
    let node: RunningNode | null = null;
    node = await startNode(settings, {
      log,
      mail: onMail,
      exit: () => {
        // The node was already replaced or never became ready.
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
    async allRunning() {
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
