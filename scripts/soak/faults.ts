/** Injects faults during the run: kills nodes, and stops and restarts services. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "../../examples/cluster/src/index.ts";
import type { Service } from "./services.ts";

/** The number of faults. */
export interface FaultPlan {
  readonly milliseconds: number;
  /** Number of nodes to end with SIGKILL. */
  readonly kills: number;
  /** Number of restarts of each service. */
  readonly restarts: number;
}

/** Faults so far. */
export interface FaultCounts {
  kills: number;
  postgres: number;
  redis: number;
}

/** How long a service is down, in milliseconds. */
const downtime = 3000;

/** Resolves after the last fault. Both services can be down at the same time, and nodes can be killed meanwhile. */
export async function injectFaults(
  { milliseconds, kills, restarts }: FaultPlan,
  { cluster, postgres, redis }: { readonly cluster: Cluster; readonly postgres: Service; readonly redis: Service },
  say: (text: string) => void,
): Promise<FaultCounts> {
  const counts: FaultCounts = { kills: 0, postgres: 0, redis: 0 };
  const begin = performance.now();
  const at = (share: number): Promise<void> => sleep(Math.max(0, begin + share * milliseconds - performance.now()));

  const killing = async (): Promise<void> => {
    for (let turn = 0; turn < kills; turn++) {
      await at((turn + 0.2 + 0.6 * Math.random()) / kills);
      await cluster.allRunning();
      const node = Math.floor(Math.random() * cluster.size);
      await cluster.kill(node);
      counts.kills++;
      say(`killed node-${node}`);
    }
  };
  const restartingPostgres = async (): Promise<void> => {
    for (let turn = 0; turn < restarts; turn++) {
      await at((turn + 0.3) / restarts);
      // Alternates between a crash and an orderly shutdown.
      await postgres.stop(turn % 2 === 0 ? "SIGQUIT" : "SIGINT");
      say("PostgreSQL is stopped");
      await sleep(downtime);
      await postgres.start();
      counts.postgres++;
      say("PostgreSQL is back");
    }
  };
  const restartingRedis = async (): Promise<void> => {
    for (let turn = 0; turn < restarts; turn++) {
      await at((turn + 0.7) / restarts);
      if (turn % 2 === 1) {
        redis.signal("SIGSTOP");
        say("Redis hangs");
        await sleep(downtime);
      }
      await redis.stop("SIGKILL");
      say("Redis is stopped");
      await sleep(downtime);
      await redis.start();
      counts.redis++;
      say("Redis is back, empty");
    }
  };
  await Promise.all([killing(), restartingPostgres(), restartingRedis()]);
  return counts;
}
