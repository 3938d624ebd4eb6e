/** Runs all measurements. */

import { type Bundles, bundles } from "./bundles.ts";
import { type ColdStarts, coldStarts } from "./cold-start.ts";
import { type HandlerLoad, type HttpRates, handlerRates, httpRates, type Rates } from "./rates.ts";
import { type SignInsByCount, signIns } from "./sign-in.ts";
import { type TypesByApp, typesOfApps } from "./types.ts";

/** Session reads through the handler, by what is measured. */
const handlerLoads = {
  sqlite: { storage: "sqlite", people: 1, atOnce: 8 },
  "sqlite, 10,000 people": { storage: "sqlite", people: 10_000, atOnce: 8 },
  postgres: { storage: "postgres", people: 1, atOnce: 16 },
  "postgres, 10,000 people": { storage: "postgres", people: 10_000, atOnce: 16 },
  cache: { storage: "cache", people: 1, atOnce: 8 },
  "cache, 10,000 people": { storage: "cache", people: 10_000, atOnce: 8 },
} as const satisfies Record<string, HandlerLoad>;

export type LoadName = keyof typeof handlerLoads;

export const counts = [1, 8, 32] as const;

export interface Results {
  readonly rates: Readonly<Record<LoadName, Rates>>;
  readonly http: HttpRates;
  readonly signIns: SignInsByCount;
  readonly cold: ColdStarts;
  readonly bundles: Bundles;
  readonly types: TypesByApp;
}

export interface BenchmarkOptions {
  readonly rounds: number;
  /** Duration of one contender's turn in a round. */
  readonly milliseconds: number;
  readonly coldStarts: number;
  /** Number of users in the benchmarks with many users. */
  readonly people: number;
}

export async function measureAll(effort: BenchmarkOptions, log: (what: string) => void): Promise<Results> {
  const { rounds, milliseconds } = effort;
  const signLength = { rounds: Math.min(3, rounds), milliseconds: milliseconds * 2 };
  const step = <T>(what: string, work: () => T): T => {
    log(what);
    return work();
  };
  return {
    bundles: await step("bundle sizes", bundles),
    types: step("types", () => typesOfApps(Math.min(3, rounds))),
    cold: step("cold starts", () => coldStarts(effort.coldStarts)),
    rates: await allRates(effort, step),
    http: await step("get-session over HTTP", () => httpRates(effort)),
    signIns: await step("sign-in", () => signIns(counts, signLength)),
  };
}

async function allRates(
  effort: BenchmarkOptions,
  step: <T>(what: string, work: () => T) => T,
): Promise<Record<LoadName, Rates>> {
  const rates: Partial<Record<LoadName, Rates>> = {};
  for (const [name, load] of Object.entries(handlerLoads) as [LoadName, HandlerLoad][]) {
    rates[name] = await step(`get-session, ${name}`, () =>
      handlerRates({ ...load, people: Math.min(load.people, effort.people) }, effort),
    );
  }
  return rates as Record<LoadName, Rates>;
}
