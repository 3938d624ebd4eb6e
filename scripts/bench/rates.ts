/** Requests a second of get-session: through the handler, and over HTTP. */

import autocannon from "autocannon";
import { type ContenderName, paths, type Storage } from "./contenders/contender.ts";
import { median } from "./statistics.ts";
import { startWorker, type Worker } from "./workers.ts";

export type Rates = Readonly<Record<ContenderName, number>>;

const names: readonly ContenderName[] = ["latchkey", "better-auth", "floor"];
const atOnce = 8;

export interface Length {
  readonly rounds: number;
  readonly milliseconds: number;
}

export function handlerRates(storage: Storage, { rounds, milliseconds }: Length): Promise<Rates> {
  return inTurns(storage, rounds, async (worker, isWarmUp) =>
    worker.ask<number>("rate", { milliseconds: isWarmUp ? Math.min(1500, milliseconds) : milliseconds, atOnce }),
  );
}

export function httpRates({ rounds, milliseconds }: Length): Promise<Rates> {
  const servers = new Map<Worker, { port: number; cookie: string }>();
  return inTurns("sqlite", rounds, async (worker) => {
    const server = servers.get(worker) ?? (await worker.ask<{ port: number; cookie: string }>("listen"));
    servers.set(worker, server);
    const result = await autocannon({
      url: `http://127.0.0.1:${server.port}${paths.getSession}`,
      headers: { cookie: server.cookie },
      connections: atOnce,
      duration: milliseconds / 1000,
    });
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${worker.name} failed over HTTP.`);
    return result.requests.total / result.duration;
  });
}

/** A round is one turn each, so that whatever else the machine does meets everybody; the first round warms up. */
async function inTurns(
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
