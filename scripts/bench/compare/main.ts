/**
 * Compares this checkout with another one, such as an earlier commit in a worktree: session reads, sign-ins, cold
 * start, and bundle sizes. Build the packages of both first. The checkouts take turns. Go by the processor time,
 * because the elapsed time depends on what else is running.
 *
 * tsx scripts/bench/compare/main.ts <path of the other checkout> [runs]
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import type * as Bundles from "../bundles.ts";
import { workerBundle } from "../bundles.ts";
import { median } from "../statistics.ts";
import { production } from "../workers.ts";
import type { Costs } from "./requests.ts";

const [other, runs = "7"] = process.argv.slice(2);
if (other === undefined) throw new Error("Pass the path of the other checkout.");

const own = fileURLToPath(new URL("../../../", import.meta.url));

/** Starts the worker bundle. Importing the driver and the adapter doesn't count, because the bundle has neither. */
const startWorkerBundle = `
  import { sqlAdapter } from "@latchkey/sql";
  import Database from "libsql";
  const database = sqlAdapter(new Database(":memory:"));
  const [cpu, from] = [process.cpuUsage(), performance.now()];
  const { default: create } = await import("./bundle.mjs");
  const auth = create(database, "nW4bT8qLz2XvK6cRm9HsJ3dYg7FpA5eU", "https://app.test");
  await auth.handler(new Request("https://app.test/api/auth/get-session"));
  const { user, system } = process.cpuUsage(cpu);
  console.log(JSON.stringify({ processor: (user + system) / 1000, elapsed: performance.now() - from }));
  process.exit(0);
`;

/** Prints the processor time of a cold start after its own line. */
const withProcessorTime = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from "node:fs";
  process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    writeSync(1, String((user + system) / 1000));
  });
`)}`;

interface Checkout {
  readonly root: string;
  /** The values of all runs, by what was measured. */
  readonly seen: Map<string, number[]>;
}

const folder = mkdtempSync(join(tmpdir(), "latchkey-compare-"));
const checkouts: readonly Checkout[] = [resolve(other), own].map((root) => ({ root: `${root}/`, seen: new Map() }));

const built = ({ root }: Checkout, name: string): string => `${root}scripts/bench/dist/compare/${name}.mjs`;

try {
  for (const one of checkouts) await prepare(one);
  for (let run = 0; run < Number(runs); run++) {
    // Alternates the order, because going first can be an advantage.
    for (const one of run % 2 === 0 ? checkouts : [...checkouts].reverse()) measure(one);
  }
  report();
} finally {
  rmSync(folder, { recursive: true });
}

function note({ seen }: Checkout, what: string, value: number): void {
  seen.set(what, [...(seen.get(what) ?? []), value]);
}

/** Builds this checkout's programs with the given checkout's packages, and records the sizes. */
async function prepare(one: Checkout): Promise<void> {
  const here = `${own}scripts/bench/`;
  await build({
    entryPoints: ["compare/requests.ts", "cold/latchkey.ts", "cold/latchkey-plugins.ts"].map((file) => here + file),
    outdir: `${one.root}scripts/bench/dist/compare`,
    outExtension: { ".js": ".mjs" },
    entryNames: "[name]",
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
    tsconfigRaw: {},
  });
  const { bundles } = (await import(pathToFileURL(`${one.root}scripts/bench/bundles.ts`).href)) as typeof Bundles;
  const sizes = await bundles();
  note(one, "client with `useSession`, bytes gzipped", sizes.latchkey.gzipped);
  note(one, "client with four plugins, bytes gzipped", sizes["latchkey-plugins"].gzipped);
  const worker = await workerBundle([], one.root);
  note(one, "worker with four plugins, bytes gzipped", worker.gzipped);
  writeFileSync(built(one, "bundle"), worker.code);
  writeFileSync(built(one, "start-bundle"), startWorkerBundle);
}

function run(parameters: readonly string[]): string {
  return execFileSync(process.execPath, parameters, { env: production }).toString();
}

function measure(one: Checkout): void {
  const file = (name: string): string => join(folder, `${checkouts.indexOf(one)}-${name}.db`);
  const database = file(`requests-${one.seen.get("get-session, processor ms")?.length ?? 0}`);
  const { getSession, signIn } = JSON.parse(run([built(one, "requests"), database])) as Costs;
  note(one, "get-session, processor ms", getSession.processor);
  note(one, "get-session, elapsed ms", getSession.elapsed);
  note(one, "sign-in without the password hash, processor ms", signIn.processor);
  note(one, "sign-in without the password hash, elapsed ms", signIn.elapsed);
  for (const [name, title] of [
    ["latchkey", "cold start"],
    ["latchkey-plugins", "cold start with four plugins"],
  ] as const) {
    const parameters = ["--import", withProcessorTime, "--expose-gc", built(one, name), file(name)];
    run([...parameters, "prepare"]);
    const starts = Array.from({ length: 3 }, () => run(parameters).trim().split("\n"));
    note(one, `${title}, whole process, processor ms`, median(starts.map(([, cpu]) => Number(cpu))));
    note(
      one,
      `${title}, first response, elapsed ms`,
      median(starts.map(([line = ""]) => (JSON.parse(line) as { answered: number }).answered)),
    );
  }
  const starts = Array.from(
    { length: 3 },
    () => JSON.parse(run([built(one, "start-bundle")])) as { processor: number; elapsed: number },
  );
  note(one, "startup of the worker bundle, processor ms", median(starts.map(({ processor }) => processor)));
  note(one, "startup of the worker bundle, elapsed ms", median(starts.map(({ elapsed }) => elapsed)));
}

function report(): void {
  const [before, now] = checkouts as readonly [Checkout, Checkout];
  console.log(`Node ${process.version}, ${runs} runs, load average ${loadavg()[0]?.toFixed(1)} at the end\n`);
  console.log("| | Other | This | This / other |\n| --- | --- | --- | --- |");
  for (const [what, values] of now.seen) {
    const [a, b] = [median(before.seen.get(what) ?? []), median(values)];
    const digits = Math.max(a, b) < 10 ? 3 : 0;
    console.log(`| ${what} | ${a.toFixed(digits)} | ${b.toFixed(digits)} | ${(b / a).toFixed(2)} |`);
  }
}
