/** Import, construction and first answer, each time in a fresh process; and what the process then holds. */

import { execFileSync } from "node:child_process";
import type { ColdStart } from "./cold/report.ts";
import { median } from "./statistics.ts";
import { child, production, startWorker } from "./workers.ts";

const names = ["latchkey", "better-auth", "nothing"] as const;

export type ColdStarts = Readonly<Record<(typeof names)[number], ColdStart>>;

export async function coldStarts(rounds: number): Promise<ColdStarts> {
  const seen: Record<string, ColdStart[]> = { latchkey: [], "better-auth": [], nothing: [] };
  // They keep a database with tables, as an app that starts again finds it.
  const keepers = {
    latchkey: await startWorker("latchkey", "sqlite"),
    "better-auth": await startWorker("better-auth", "sqlite"),
  };
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const name of names) {
        const file = name === "nothing" ? "" : keepers[name].place.address;
        const text = execFileSync(process.execPath, ["--expose-gc", child(`cold/${name}`), file], { env: production });
        // The first one also reads from the disk what the others find in memory.
        if (round > 0) seen[name]?.push(JSON.parse(text.toString()) as ColdStart);
      }
    }
  } finally {
    for (const keeper of Object.values(keepers)) await keeper.close();
  }
  const middle = (name: string): ColdStart => {
    const of = (key: keyof ColdStart): number => median((seen[name] ?? []).map((one) => one[key]));
    return { constructed: of("constructed"), answered: of("answered"), resident: of("resident"), heap: of("heap") };
  };
  return { latchkey: middle("latchkey"), "better-auth": middle("better-auth"), nothing: middle("nothing") };
}
