/** What goes wrong, and when: nodes are killed, the services stopped and started, spread over the run. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "../../examples/cluster/src/index.ts";
import type { Service } from "./services.ts";

/** How much goes wrong. */
export interface FaultPlan {
  readonly milliseconds: number;
  /** Nodes ended by SIGKILL. */
  readonly kills: number;
  /** Restarts of each service. */
  readonly restarts: number;
}

/** What went wrong. */
export interface FaultCounts {
  kills: number;
  postgres: number;
  redis: number;
}

/** How long a service is away. */
const away = 3000;

/** Resolves when all of it is over. The two services may fail together, and nodes be killed meanwhile. */
export async function makeFaults(
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
      await cluster.whole();
      const node = Math.floor(Math.random() * cluster.size);
      await cluster.kill(node);
      counts.kills++;
      say(`killed node-${node}`);
    }
  };
  const restartingPostgres = async (): Promise<void> => {
    for (let turn = 0; turn < restarts; turn++) {
      await at((turn + 0.3) / restarts);
      // By turns as a crash would, and in order.
      await postgres.stop(turn % 2 === 0 ? "SIGQUIT" : "SIGINT");
      say("PostgreSQL is stopped");
      await sleep(away);
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
        await sleep(away);
      }
      await redis.stop("SIGKILL");
      say("Redis is stopped");
      await sleep(away);
      await redis.start();
      counts.redis++;
      say("Redis is back, empty");
    }
  };
  await Promise.all([killing(), restartingPostgres(), restartingRedis()]);
  return counts;
}
