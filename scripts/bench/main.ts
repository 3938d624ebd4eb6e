/**
 * Latchkey beside better-auth and a hand-written floor, in one run. Build the packages first.
 *
 * tsx scripts/bench/main.ts [--write] [--quick]
 * tsx scripts/bench/main.ts --profile=<latchkey|better-auth|floor>,<sqlite|postgres|cache>,<handler|http|sign-in>
 */

import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { ContenderName, Storage } from "./contenders/contender.ts";
import { profile, type Work } from "./profile.ts";
import { report } from "./report.ts";
import { measureAll } from "./results.ts";
import { buildChildren } from "./workers.ts";

const { values } = parseArgs({
  options: { write: { type: "boolean" }, quick: { type: "boolean" }, profile: { type: "string" } },
});

await buildChildren();
if (values.profile !== undefined) {
  const [name, storage, work] = values.profile.split(",") as [ContenderName, Storage, Work];
  console.log((await profile(name, storage, work)).join("\n"));
} else {
  const effort = values.quick
    ? { rounds: 1, milliseconds: 500, coldStarts: 2 }
    : { rounds: 3, milliseconds: 1500, coldStarts: 7 };
  const text = report(await measureAll(effort, (what) => console.error(`… ${what}`)));
  console.log(text);
  if (values.write) writeBetweenMarkers(new URL("../../docs/benchmarks.md", import.meta.url), text);
}

function writeBetweenMarkers(file: URL, text: string): void {
  const [begin, end] = ["<!-- measured: begin -->", "<!-- measured: end -->"];
  const before = readFileSync(file, "utf8");
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`docs/benchmarks.md has lost its markers: ${begin} … ${end}`);
  writeFileSync(file, `${before.slice(0, from + begin.length)}\n\n${text}\n\n${before.slice(to)}`);
}
