/**
 * Measures concurrent sign-ins and their effect on other requests: the event loop's delay and slow get-session calls.
 */

import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { account, origin, paths } from "./contenders/contender.ts";
import { median, percentile } from "./statistics.ts";
import { startWorker, type Worker } from "./workers.ts";

export interface SignIns {
  /** Sign-ins per second. */
  readonly rate: number;
  /** In milliseconds, like all values below. */
  readonly median: number;
  readonly getSession: { readonly median: number; readonly p99: number };
  readonly loopDelay: { readonly p99: number; readonly max: number };
}

/** Interval between get-session requests, in milliseconds. */
const interval = 10;

const hook = `export async function resolve(name, context, next) {
  if (name === "@node-rs/argon2") throw new Error("hidden");
  return next(name, context);
}`;
const moduleOf = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;

/** Node.js flags that hide the optional argon2 package, so that Latchkey uses its other default hash. */
const withoutArgon2: string[] = [
  "--import",
  moduleOf(`import { register } from "node:module"; register(${JSON.stringify(moduleOf(hook))});`),
];

interface Duration {
  readonly rounds: number;
  readonly milliseconds: number;
}

export const variants = ["latchkey", "latchkey, scrypt", "better-auth", "floor"] as const;

/** Results by contender and number of concurrent sign-ins. */
export type SignInsByCount = Readonly<Record<(typeof variants)[number], ReadonlyMap<number, SignIns>>>;

/** Runs the contenders in turns, round by round, so that other load on the machine affects all of them. */
export async function signIns(counts: readonly number[], { rounds, milliseconds }: Duration): Promise<SignInsByCount> {
  const found = { latchkey: new Map(), "latchkey, scrypt": new Map(), "better-auth": new Map(), floor: new Map() };
  const workers = new Map<(typeof variants)[number], Worker>();
  try {
    for (const signer of variants) {
      const isHidden = signer === "latchkey, scrypt";
      const worker = await startWorker(isHidden ? "latchkey" : signer, "sqlite", {
        execArgv: isHidden ? withoutArgon2 : [],
      });
      workers.set(signer, worker);
      await measure(worker, 2, 1500);
    }
    for (const count of counts) {
      const seen = new Map<string, SignIns[]>();
      for (let round = 0; round < rounds; round++) {
        for (const [signer, worker] of workers) {
          seen.set(signer, [...(seen.get(signer) ?? []), await measure(worker, count, milliseconds)]);
        }
      }
      for (const signer of variants) found[signer].set(count, medianOf(seen.get(signer) ?? []));
    }
  } finally {
    for (const worker of workers.values()) await worker.close();
  }
  return found;
}

const servers = new WeakMap<Worker, { port: number; cookie: string }>();

async function measure(worker: Worker, concurrency: number, length: number): Promise<SignIns> {
  const server = servers.get(worker) ?? (await worker.call<{ port: number; cookie: string }>("listen"));
  servers.set(worker, server);
  const { port, cookie } = server;
  const agent = new Agent({ keepAlive: true });
  await worker.call("watchDelay");
  const from = performance.now();
  const until = from + length;
  const [times, waits] = await Promise.all([enter(agent, port, concurrency, until), probe(agent, port, cookie, until)]);
  // Sign-ins that started in time are awaited, so the elapsed time includes the last of them.
  const elapsed = performance.now() - from;
  const loopDelay = await worker.call<SignIns["loopDelay"]>("readDelay");
  agent.destroy();
  return {
    rate: (times.length / elapsed) * 1000,
    median: median(times),
    getSession: { median: median(waits), p99: percentile(waits, 99) },
    loopDelay,
  };
}

function medianOf(seen: readonly SignIns[]): SignIns {
  const of = (pick: (one: SignIns) => number): number => median(seen.map(pick));
  return {
    rate: of(({ rate }) => rate),
    median: of((one) => one.median),
    getSession: { median: of(({ getSession }) => getSession.median), p99: of(({ getSession }) => getSession.p99) },
    loopDelay: { p99: of(({ loopDelay }) => loopDelay.p99), max: of(({ loopDelay }) => loopDelay.max) },
  };
}

/** Signs in repeatedly, with this many concurrent requests. Returns the duration of each. */
export async function enter(agent: Agent, port: number, atOnce: number, until: number): Promise<number[]> {
  const { email, password } = account;
  const body = JSON.stringify({ email, password });
  const times: number[] = [];
  const loop = async (): Promise<void> => {
    while (performance.now() < until) {
      const start = performance.now();
      await send(agent, port, "POST", paths.signIn, { origin, "content-type": "application/json" }, body);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return times;
}

/** Sends requests on a fixed schedule, even if a response is slow, so that waiting time counts in full. */
async function probe(agent: Agent, port: number, cookie: string, until: number): Promise<number[]> {
  const waits: number[] = [];
  const open: Promise<void>[] = [];
  for (let due = performance.now(); due < until; due += interval) {
    await sleep(Math.max(0, due - performance.now()));
    const sent = performance.now();
    open.push(
      send(agent, port, "GET", paths.getSession, { cookie }).then(() => void waits.push(performance.now() - sent)),
    );
  }
  await Promise.all(open);
  return waits;
}

function send(
  agent: Agent,
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: "127.0.0.1", port, method, path, headers }, (response) => {
      response.resume();
      response.once("end", () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${method} ${path} responded with ${response.statusCode}.`));
      });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
