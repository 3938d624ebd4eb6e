/** Runs all measurements. */

import { type Bundles, bundles } from "./bundles.ts";
import { type ColdStarts, coldStarts } from "./cold-start.ts";
import { handlerRates, httpRates, type Rates } from "./rates.ts";
import { type SignInsByCount, signIns } from "./sign-in.ts";
import { type TypesByApp, typesOfApps } from "./types.ts";

export const settings = ["sqlite", "postgres", "cache", "http"] as const;
export const counts = [1, 8, 32] as const;

export interface Results {
  readonly rates: Readonly<Record<(typeof settings)[number], Rates>>;
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
    rates: {
      sqlite: await step("get-session, SQLite", () => handlerRates("sqlite", effort)),
      postgres: await step("get-session, PostgreSQL", () => handlerRates("postgres", effort)),
      cache: await step("get-session, cookie cache", () => handlerRates("cache", effort)),
      http: await step("get-session over HTTP", () => httpRates(effort)),
    },
    signIns: await step("sign-in", () => signIns(counts, signLength)),
  };
}
