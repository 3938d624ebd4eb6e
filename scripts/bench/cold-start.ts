/** Measures import, construction, and the first response, each in a fresh process, and that process's memory. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ColdStart } from "./cold/report.ts";
import { median } from "./statistics.ts";
import { child, production } from "./workers.ts";

const names = ["latchkey", "better-auth", "latchkey-plugins", "better-auth-plugins", "driver", "nothing"] as const;

type Name = (typeof names)[number];

export type ColdStarts = Readonly<Record<Name, ColdStart>>;

export function coldStarts(rounds: number): ColdStarts {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-cold-"));
  const start = (name: Name, ...more: string[]): ColdStart => {
    const parameters = ["--expose-gc", child(`cold/${name}`), join(folder, `${name}.db`), ...more];
    return JSON.parse(execFileSync(process.execPath, parameters, { env: production }).toString()) as ColdStart;
  };
  const seen = new Map<Name, ColdStart[]>(names.map((name) => [name, []]));
  try {
    // Creates the tables, as when an app restarts. This also loads the files into the disk cache.
    for (const name of names) start(name, "prepare");
    for (let round = 0; round < rounds; round++) {
      for (const name of names) seen.get(name)?.push(start(name));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const medianOf = (name: Name): ColdStart => {
    const of = (key: keyof ColdStart): number => median((seen.get(name) ?? []).map((one) => one[key]));
    return { constructed: of("constructed"), answered: of("answered"), resident: of("resident"), heap: of("heap") };
  };
  return Object.fromEntries(names.map((name) => [name, medianOf(name)])) as ColdStarts;
}
