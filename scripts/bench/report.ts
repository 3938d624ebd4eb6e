/** Formats a run as Markdown. */

import { cpus, loadavg, totalmem } from "node:os";
import type { Bundle } from "./bundles.ts";
import { goals, loadTitle } from "./goals.ts";
import { counts, type Results } from "./results.ts";
import { variants } from "./sign-in.ts";
import type { Types } from "./types.ts";

export function report(results: Results): string {
  return [
    machine(),
    rateTable(results),
    signInTable(results),
    coldTable(results),
    sizeTable(results),
    goalTable(results),
  ].join("\n\n");
}

function machine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  const load = loadavg()[0]?.toFixed(1);
  return `Measured ${day}: ${processors.length} cores (${processors[0]?.model.trim()}), ${memory} GiB, Node ${process.version}, load average ${load} at the end.`;
}

function rateTable({ rates, http }: Results): string {
  const all = { ...rates, "over HTTP, sqlite": http.rates };
  const rows = Object.entries(all).map(([name, { latchkey, "better-auth": peer, floor }]) => {
    return [
      loadTitle(name),
      toInteger(latchkey),
      toInteger(peer),
      toInteger(floor),
      toOneDecimal(latchkey / peer),
      toTwoDecimals(latchkey / floor),
    ];
  });
  const head = [
    "get-session, requests per second",
    "Latchkey",
    "better-auth",
    "floor",
    "× better-auth",
    "share of floor",
  ];
  return table(head, rows);
}

function signInTable({ signIns }: Results): string {
  const rows = counts.flatMap((count) =>
    variants.map((name) => {
      const one = signIns[name].get(count);
      if (!one) return [String(count), name];
      const { rate, median, getSession, loopDelay } = one;
      const times = [median, getSession.median, getSession.p99, loopDelay.p99, loopDelay.max];
      return [String(count), name, toOneDecimal(rate), ...times.map(toOneDecimal)];
    }),
  );
  const head = [
    "concurrent sign-ins",
    "contender",
    "sign-ins per second",
    "sign-in median, ms",
    "get-session median, ms",
  ];
  return table([...head, "get-session p99, ms", "loop delay p99, ms", "loop delay max, ms"], rows);
}

function coldTable({ cold }: Results): string {
  const rows = Object.entries({
    Latchkey: cold.latchkey,
    "better-auth": cold["better-auth"],
    "Latchkey with four plugins": cold["latchkey-plugins"],
    "better-auth with four plugins": cold["better-auth-plugins"],
    "Node.js with the driver": cold.driver,
    "Node.js alone": cold.nothing,
  }).map(([name, one]) => [
    name,
    toOneDecimal(one.constructed),
    toOneDecimal(one.answered),
    toOneDecimal(one.resident / 2 ** 20),
    toOneDecimal(one.heap / 2 ** 20),
  ]);
  return table(
    ["cold start", "import + construct, ms", "time to first response, ms", "resident memory, MiB", "heap, MiB"],
    rows,
  );
}

function sizeTable({ bundles, types }: Results): string {
  const peer = "better-auth";
  const plugins = { ours: types["latchkey-plugins"], theirs: types["better-auth-plugins"] };
  const row = (app: string, what: string, show: (one: Types) => string, ...apps: (Types | null)[]): string[] => [
    `${app}, ${what}`,
    ...apps.map((one) => (one ? show(one) : "")),
  ];
  const rows = (app: string, ...apps: (Types | null)[]): string[][] => [
    row(app, "instantiations", (one) => toInteger(one.instantiations), ...apps),
    row(app, "types", (one) => toInteger(one.types), ...apps),
    row(app, "check time, s", (one) => toTwoDecimals(one.check), ...apps),
    row(app, "full tsc run, s", (one) => toTwoDecimals(one.total), ...apps),
  ];
  return table(
    ["size and types", "Latchkey", peer, "baseline"],
    [
      ...clientRows("client with useSession", bundles.latchkey, bundles[peer]),
      ...clientRows("with four plugins", bundles["latchkey-plugins"], bundles["better-auth-plugins"]),
      ...rows("sample app", types.latchkey, types[peer], types.nothing),
      ...rows("with four plugins", plugins.ours, plugins.theirs, null),
    ],
  );
}

function clientRows(client: string, ours: Bundle, theirs: Bundle): string[][] {
  return [
    [`${client}, bytes minified`, toInteger(ours.minified), toInteger(theirs.minified), ""],
    [`${client}, bytes gzipped`, toInteger(ours.gzipped), toInteger(theirs.gzipped), ""],
  ];
}

function goalTable(results: Results): string {
  const rows = goals(results).map(({ name, target, measured, isMet, margin }) => [
    name,
    target,
    measured,
    isMet ? "met" : "**not met**",
    margin,
  ]);
  return table(["goal", "target", "measured", "result", "margin"], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const toInteger = (value: number): string => Math.round(value).toLocaleString("en");
const toOneDecimal = (value: number): string => value.toFixed(1);
const toTwoDecimals = (value: number): string => value.toFixed(2);
