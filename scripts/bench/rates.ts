/** Measures get-session requests per second, through the handler and over HTTP. */

import autocannon from "autocannon";
import { type ContenderName, paths, type Storage } from "./contenders/contender.ts";
import { median } from "./statistics.ts";
import { startWorker, type Worker } from "./workers.ts";

export type Rates = Readonly<Record<ContenderName, number>>;

const names: readonly ContenderName[] = ["latchkey", "better-auth", "floor"];
const concurrency = 8;

export interface Duration {
  readonly rounds: number;
  readonly milliseconds: number;
}

export function handlerRates(storage: Storage, { rounds, milliseconds }: Duration): Promise<Rates> {
  return interleaved(storage, rounds, async (worker, isWarmUp) =>
    worker.call<number>("rate", {
      milliseconds: isWarmUp ? Math.min(1500, milliseconds) : milliseconds,
      atOnce: concurrency,
    }),
  );
}

export function httpRates({ rounds, milliseconds }: Duration): Promise<Rates> {
  const servers = new Map<Worker, { port: number; cookie: string }>();
  return interleaved("sqlite", rounds, async (worker) => {
    const server = servers.get(worker) ?? (await worker.call<{ port: number; cookie: string }>("listen"));
    servers.set(worker, server);
    const result = await autocannon({
      url: `http://127.0.0.1:${server.port}${paths.getSession}`,
      headers: { cookie: server.cookie },
      connections: concurrency,
      duration: milliseconds / 1000,
    });
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${worker.name} failed over HTTP.`);
    return result.requests.total / result.duration;
  });
}

/**
 * Every contender runs once per round, so that other load on the machine affects all of them. The first round warms up.
 */
async function interleaved(
  storage: Storage,
  rounds: number,
  measure: (worker: Worker, isWarmUp: boolean) => Promise<number>,
): Promise<Rates> {
  const workers: Worker[] = [];
  const seen: Record<ContenderName, number[]> = { latchkey: [], "better-auth": [], floor: [] };
  try {
    for (const name of names) workers.push(await startWorker(name, storage));
    for (let round = 0; round <= rounds; round++) {
      for (const worker of workers) {
        const rate = await measure(worker, round === 0);
        if (round > 0) seen[worker.name].push(rate);
      }
    }
  } finally {
    for (const worker of workers) await worker.close();
  }
  return { latchkey: median(seen.latchkey), "better-auth": median(seen["better-auth"]), floor: median(seen.floor) };
}
