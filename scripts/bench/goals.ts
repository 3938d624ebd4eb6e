/** Compares a run with the performance goals. */

import type { Results } from "./results.ts";

export interface Goal {
  readonly name: string;
  readonly target: string;
  readonly measured: string;
  readonly isMet: boolean;
  /** How far the result is above or below the target, as a factor. */
  readonly distance: string;
}

export function goals({ rates, signIns, cold, bundles, types }: Results): Goal[] {
  const names = { sqlite: "SQLite", postgres: "PostgreSQL", cache: "cookie cache", http: "over HTTP, SQLite" } as const;
  const ofRates = Object.entries(names).flatMap(([key, name]) => {
    const rate = rates[key as keyof typeof names];
    return [
      atLeast(`get-session, ${name}: times better-auth's rate`, 15, rate.latchkey / rate["better-auth"]),
      atLeast(`get-session, ${name}: share of the floor's rate`, 0.5, rate.latchkey / rate.floor),
    ];
  });
  const p99 = (name: keyof Results["signIns"]): number => signIns[name].get(8)?.getSession.p99 ?? Number.NaN;
  return [
    ...ofRates,
    atMost("get-session's p99 beside 8 sign-ins, ms", 15, p99("latchkey")),
    atMost("the same without `@node-rs/argon2`, ms", 40, p99("latchkey, scrypt")),
    atMost("cold start: share of better-auth's", 0.25, cold.latchkey.constructed / cold["better-auth"].constructed),
    atMost(
      "cold start with four plugins: share of better-auth's",
      0.25,
      cold["latchkey-plugins"].constructed / cold["better-auth-plugins"].constructed,
    ),
    atMost("client with React, bytes gzipped", 5000, bundles.latchkey.gzipped),
    atMost(
      "instantiations: share of better-auth's",
      0.1,
      types.latchkey.instantiations / types["better-auth"].instantiations,
    ),
    atMost(
      "the same with four plugins",
      0.1,
      types["latchkey-plugins"].instantiations / types["better-auth-plugins"].instantiations,
    ),
  ];
}

function atLeast(name: string, wanted: number, measured: number): Goal {
  const met = measured >= wanted;
  const factor = met ? measured / wanted : wanted / measured;
  return { name, target: `≥ ${wanted}`, measured: digits(measured), isMet: met, distance: inWords(met, factor) };
}

function atMost(name: string, wanted: number, measured: number): Goal {
  const met = measured <= wanted;
  const factor = met ? wanted / measured : measured / wanted;
  return { name, target: `≤ ${wanted}`, measured: digits(measured), isMet: met, distance: inWords(met, factor) };
}

const inWords = (met: boolean, factor: number): string =>
  `${factor.toFixed(2)} × ${met ? "better than wanted" : "short of it"}`;

const digits = (value: number): string =>
  value >= 100 ? Math.round(value).toString() : value.toFixed(value < 1 ? 3 : 1);
