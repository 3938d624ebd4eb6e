/** The modules of OpenID's conformance suite that apply to the OAuth provider, with the tests that cover them. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = "packages/oauth-provider/test/";

/** The modules of each plan, with what the provider does. */
export type Plans = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Reads the list of modules. */
export function readPlans(): Plans {
  return JSON.parse(readFileSync(`${root}scripts/data/openid-modules.json`, "utf8")) as Plans;
}

/** Returns the modules that tests name, with the test files. */
export function findTestedModules(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const name of readdirSync(`${root}${folder}`).filter((file) => file.endsWith(".test.ts"))) {
    const source = readFileSync(`${root}${folder}${name}`, "utf8");
    for (const module of new Set(source.match(/\boidcc-[a-z0-9-]+\b/g))) {
      found.set(module, [...(found.get(module) ?? []), `${folder}${name}`]);
    }
  }
  return found;
}
