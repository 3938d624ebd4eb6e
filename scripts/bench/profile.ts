/** Profiles a contender's process with `--cpu-prof` under load, by function. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { type ContenderName, paths, type Storage } from "./contenders/contender.ts";
import { enter } from "./sign-in.ts";
import { startWorker, type Worker } from "./workers.ts";

/** get-session through the handler, get-session over HTTP, or sign-ins over HTTP. */
export type Work = "handler" | "http" | "sign-in";

/** Milliseconds of load, and number of concurrent requests. */
const [length, atOnce] = [4000, 8];

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Returns the functions with the most self time, each with its share of the time that wasn't idle. */
export async function profile(name: ContenderName, storage: Storage, work: Work): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-profile-"));
  try {
    const worker = await startWorker(name, storage, { execArgv: ["--cpu-prof", `--cpu-prof-dir=${folder}`] });
    await generateLoad(worker, work);
    await worker.close();
    const [file] = readdirSync(folder);
    return topFunctions(JSON.parse(readFileSync(join(folder, file as string), "utf8")) as CpuProfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function generateLoad(worker: Worker, work: Work): Promise<void> {
  if (work === "handler") {
    await worker.call("rate", { milliseconds: length, atOnce });
    return;
  }
  const { port, cookie } = await worker.call<{ port: number; cookie: string }>("listen");
  if (work === "sign-in") {
    await enter(new Agent({ keepAlive: true }), port, atOnce, performance.now() + length);
    return;
  }
  const url = `http://127.0.0.1:${port}${paths.getSession}`;
  await autocannon({ url, headers: { cookie }, connections: atOnce, duration: length / 1000 });
}

function topFunctions({ nodes, samples, timeDeltas }: CpuProfile): string[] {
  const labels = new Map(nodes.map(({ id, callFrame }) => [id, labelOf(callFrame)]));
  const times = new Map<string, number>();
  samples.forEach((id, index) => {
    const label = labels.get(id) ?? "";
    if (label !== "(idle)") times.set(label, (times.get(label) ?? 0) + (timeDeltas[index] ?? 0));
  });
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 25)
    .map(([label, time]) => `${((time / all) * 100).toFixed(1).padStart(5)}%  ${label}`);
}

/** Shortens a path to the part after the last `node_modules`, `packages`, or `scripts`. */
function labelOf({ functionName, url, lineNumber }: CpuProfile["nodes"][number]["callFrame"]): string {
  if (url === "") return functionName || "(anonymous)";
  const file = url.replace(/^.*\/(node_modules|packages|scripts)\//, "");
  return `${functionName || "(anonymous)"} ${file}:${lineNumber + 1}`;
}
