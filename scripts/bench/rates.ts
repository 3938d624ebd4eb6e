/** Measures get-session requests per second, through the handler and over HTTP. */

import autocannon from "autocannon";
import { type ContenderName, paths, type Storage } from "./contenders/contender.ts";
import { median } from "./statistics.ts";
import { startWorker, type Worker } from "./workers.ts";

export type Rates = Readonly<Record<ContenderName, number>>;

/** Results measured over HTTP. */
export interface HttpRates {
  readonly rates: Rates;
  /** The 99th percentile of response times, in milliseconds. */
  readonly p99: Rates;
}

const names: readonly ContenderName[] = ["latchkey", "better-auth", "floor"];

/** Connections of the HTTP load. Enough that the server is always busy. */
const connections = 100;

export interface Duration {
  readonly rounds: number;
  readonly milliseconds: number;
}

export interface HandlerLoad {
  readonly storage: Storage;
  /** Number of users who take turns. */
  readonly people: number;
  /** Number of concurrent requests. */
  readonly atOnce: number;
}

export async function handlerRates(
  { storage, people, atOnce }: HandlerLoad,
  { rounds, milliseconds }: Duration,
): Promise<Rates> {
  const seen = await interleaved(storage, people, rounds, (worker, isWarmUp) =>
    worker.call<number>("rate", {
      milliseconds: isWarmUp ? Math.min(1500, milliseconds) : milliseconds,
      atOnce,
    }),
  );
  return medians(seen, (rate) => rate);
}

export async function httpRates({ rounds, milliseconds }: Duration): Promise<HttpRates> {
  const servers = new Map<Worker, { port: number; cookie: string }>();
  const seen = await interleaved("sqlite", 1, rounds, async (worker) => {
    const server = servers.get(worker) ?? (await worker.call<{ port: number; cookie: string }>("listen"));
    servers.set(worker, server);
    const result = await autocannon({
      url: `http://127.0.0.1:${server.port}${paths.getSession}`,
      headers: { cookie: server.cookie },
      connections,
      duration: milliseconds / 1000,
    });
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${worker.name} failed over HTTP.`);
    return { rate: result.requests.total / result.duration, p99: result.latency.p99 };
  });
  return { rates: medians(seen, ({ rate }) => rate), p99: medians(seen, ({ p99 }) => p99) };
}

/**
 * Every contender runs once per round, so that other load on the machine affects all of them. The first round warms up.
 */
async function interleaved<T>(
  storage: Storage,
  people: number,
  rounds: number,
  measure: (worker: Worker, isWarmUp: boolean) => Promise<T>,
): Promise<Record<ContenderName, T[]>> {
  const workers: Worker[] = [];
  const seen: Record<ContenderName, T[]> = { latchkey: [], "better-auth": [], floor: [] };
  try {
    for (const name of names) workers.push(await startWorker(name, storage, { people }));
    for (let round = 0; round <= rounds; round++) {
      for (const worker of workers) {
        const result = await measure(worker, round === 0);
        if (round > 0) seen[worker.name].push(result);
      }
    }
  } finally {
    for (const worker of workers) await worker.close();
  }
  return seen;
}

function medians<T>(seen: Record<ContenderName, T[]>, pick: (result: T) => number): Rates {
  const of = (name: ContenderName): number => median(seen[name].map(pick));
  return { latchkey: of("latchkey"), "better-auth": of("better-auth"), floor: of("floor") };
}
