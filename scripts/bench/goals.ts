/** Compares a run with the performance goals. */

import type { LoadName, Results } from "./results.ts";

export interface Goal {
  readonly name: string;
  readonly target: string;
  readonly measured: string;
  readonly isMet: boolean;
  /** How far the result is above or below the target, as a factor. */
  readonly margin: string;
}

/** Returns the name of a load as the page shows it. */
export function loadTitle(name: string): string {
  return name
    .replace("sqlite", "SQLite")
    .replace("postgres", "PostgreSQL")
    .replace("cache", "cookie cache")
    .replace("people", "users");
}

/** The share of the floor's rate that each load must reach. */
const floorShares: Readonly<Record<LoadName, number>> = {
  sqlite: 0.65,
  "sqlite, 10,000 people": 0.65,
  postgres: 0.75,
  "postgres, 10,000 people": 0.75,
  cache: 0.8,
  "cache, 10,000 people": 0.8,
};

export function goals({ rates, http, signIns, cold, bundles, types }: Results): Goal[] {
  const ofRates = (Object.entries(floorShares) as [LoadName, number][]).map(([name, share]) =>
    atLeast(
      `get-session, ${loadTitle(name)}: share of the floor's rate`,
      share,
      rates[name].latchkey / rates[name].floor,
    ),
  );
  const p99 = (name: keyof Results["signIns"]): number => signIns[name].get(8)?.getSession.p99 ?? Number.NaN;
  return [
    ...ofRates,
    atLeast("get-session over HTTP: share of the floor's rate", 0.5, http.rates.latchkey / http.rates.floor),
    atMost("get-session over HTTP: p99 with 100 connections, ms", 15, http.p99.latchkey),
    atMost("get-session during 8 concurrent sign-ins: p99, ms", 25, p99("latchkey")),
    atMost("get-session during 8 concurrent sign-ins, without `@node-rs/argon2`: p99, ms", 25, p99("latchkey, scrypt")),
    atMost(
      "cold start with four plugins: multiple of Node.js with the driver",
      1.6,
      cold["latchkey-plugins"].answered / cold.driver.answered,
    ),
    atMost("cold start with four plugins: resident memory, MiB", 66, cold["latchkey-plugins"].resident / 2 ** 20),
    atMost("client with React and four plugins, bytes gzipped", 4600, bundles["latchkey-plugins"].gzipped),
    atMost(
      "instantiations: share of better-auth's",
      0.1,
      types.latchkey.instantiations / types["better-auth"].instantiations,
    ),
    atMost(
      "instantiations with four plugins: share of better-auth's",
      0.1,
      types["latchkey-plugins"].instantiations / types["better-auth-plugins"].instantiations,
    ),
  ];
}

function atLeast(name: string, wanted: number, measured: number): Goal {
  const met = measured >= wanted;
  const factor = met ? measured / wanted : wanted / measured;
  return { name, target: `≥ ${wanted}`, measured: digits(measured), isMet: met, margin: inWords(met, factor) };
}

function atMost(name: string, wanted: number, measured: number): Goal {
  const met = measured <= wanted;
  const factor = met ? wanted / measured : measured / wanted;
  return { name, target: `≤ ${wanted}`, measured: digits(measured), isMet: met, margin: inWords(met, factor) };
}

const inWords = (met: boolean, factor: number): string =>
  `${factor.toFixed(2)}× ${met ? "better than the target" : "worse than the target"}`;

const digits = (value: number): string =>
  value >= 100 ? Math.round(value).toString() : value.toFixed(value < 1 ? 3 : 1);
