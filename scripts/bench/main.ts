/**
 * Benchmarks Latchkey against better-auth and a hand-written floor in one run. Build the packages first.
 *
 * tsx scripts/bench/main.ts [--write] [--quick]
 *
 * tsx scripts/bench/main.ts --profile=<latchkey|better-auth|floor>,<sqlite|postgres|cache>,<handler|http|sign-in>
 */

import { parseArgs } from "node:util";
import type { ContenderName, Storage } from "./contenders/contender.ts";
import { writeBetweenMarkers } from "./markers.ts";
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
    ? { rounds: 1, milliseconds: 500, coldStarts: 2, people: 300 }
    : { rounds: 3, milliseconds: 1500, coldStarts: 7, people: 10_000 };
  const text = report(await measureAll(effort, (what) => console.error(`… ${what}`)));
  console.log(text);
  if (values.write) writeBetweenMarkers("measured", text);
}
