/** Measures the compiler's work on a sample app: instantiations and check time. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./statistics.ts";

export interface Types {
  readonly instantiations: number;
  readonly types: number;
  /** Seconds of type-checking, and of the whole run. */
  readonly check: number;
  readonly total: number;
}

const names = ["latchkey", "better-auth", "latchkey-plugins", "better-auth-plugins", "nothing"] as const;

export type TypesByApp = Readonly<Record<(typeof names)[number], Types>>;

export function typesOfApps(rounds: number): TypesByApp {
  const seen = Object.fromEntries(names.map((name): [string, Types[]] => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) seen[name]?.push(compile(name));
  }
  const middle = (name: string): Types => {
    const of = (key: keyof Types): number => median((seen[name] ?? []).map((one) => one[key]));
    return { instantiations: of("instantiations"), types: of("types"), check: of("check"), total: of("total") };
  };
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as TypesByApp;
}

const here = fileURLToPath(new URL(".", import.meta.url));

/** Uses a separate configuration, because the root's resolves to our sources, but an app sees built declarations. */
function compile(name: string): Types {
  const folder = mkdtempSync(join(here, "apps", "check-"));
  try {
    const config = {
      extends: "../../../../tsconfig.base.json",
      compilerOptions: { paths: {}, incremental: false },
      include: [`../${name}`],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
    const text = execFileSync(process.execPath, [tsc, "-p", folder, "--extendedDiagnostics"]).toString();
    const of = (label: string): number => {
      const value = new RegExp(`^${label}:\\s+([\\d.]+)`, "m").exec(text)?.[1];
      if (value === undefined) throw new Error(`tsc printed no "${label}".`);
      return Number(value);
    };
    return {
      instantiations: of("Instantiations"),
      types: of("Types"),
      check: of("Check time"),
      total: of("Total time"),
    };
  } catch (error) {
    const { stdout } = error as { stdout?: Buffer };
    if (stdout) throw new Error(`The sample app "${name}" does not compile:\n${stdout}`);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
