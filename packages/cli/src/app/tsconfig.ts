/** Finds the app's path aliases. */

import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { configurationAt } from "../project/project.ts";
import { isList, isObject, type StaticValue, valueAt } from "../source/values.ts";

/** The path aliases for the loader. */
export interface Aliases {
  /** Absolute path of a `tsconfig.json`. The loader reads it, including what it extends. */
  readonly tsconfig: string | null;
  /** Maps each prefix to a folder. Used for files with other names, which the loader doesn't read. */
  readonly alias: Readonly<Record<string, string>>;
}

/**
 * Returns the aliases of the `tsconfig.json` or `jsconfig.json` nearest to the auth file. If that file has references
 * and no paths, as in apps created with Vite, returns those of the first reference with paths.
 */
export function findAliases(file: string): Aliases {
  for (let place = dirname(resolve(file)); ; place = dirname(place)) {
    const found = ["tsconfig.json", "jsconfig.json"].map((name) => join(place, name)).find((path) => existsSync(path));
    if (found) return aliasesIn([found, ...referencesOf(found)].find((path) => aliasesOf(path)) ?? found);
    if (dirname(place) === place) return { tsconfig: null, alias: {} };
  }
}

function aliasesIn(path: string): Aliases {
  if (basename(path) === "tsconfig.json") return { tsconfig: path, alias: {} };
  return { tsconfig: null, alias: aliasesOf(path) ?? {} };
}

function referencesOf(path: string): string[] {
  const references = valueAt(readTsconfig(path), "references");
  if (!isList(references)) return [];
  return references.flatMap((reference) => {
    const named = valueAt(reference, "path");
    if (typeof named !== "string") return [];
    const target = resolve(dirname(path), named);
    if (!existsSync(target)) return [];
    return [statSync(target).isDirectory() ? join(target, "tsconfig.json") : target];
  });
}

/** The aliases of a file, or of an app file that it extends. `null` if there are none. */
function aliasesOf(path: string, depth: number = 0): Record<string, string> | null {
  const found = readTsconfig(path);
  const paths = valueAt(found, "compilerOptions", "paths");
  if (isObject(paths)) {
    const baseUrl = valueAt(found, "compilerOptions", "baseUrl");
    const base = resolve(dirname(path), typeof baseUrl === "string" ? baseUrl : ".");
    return Object.fromEntries(Object.entries(paths).flatMap(([pattern, targets]) => aliasOf(pattern, targets, base)));
  }
  // Guards against files that extend each other.
  if (depth > 5) return null;
  const extended = valueAt(found, "extends");
  for (const one of isList(extended) ? extended : [extended]) {
    if (typeof one !== "string" || !one.startsWith(".")) continue;
    const base = resolve(dirname(path), one.endsWith(".json") ? one : `${one}.json`);
    const inherited = aliasesOf(base, depth + 1);
    if (inherited) return inherited;
  }
  return null;
}

/** Converts a pattern such as `@/*` to the loader's prefix `@`. */
function aliasOf(pattern: string, targets: StaticValue, base: string): [string, string][] {
  const [target] = isList(targets) ? targets : [];
  const name = pattern.replace(/\/\*$/, "");
  if (typeof target !== "string" || name === "" || name.includes("*")) return [];
  return [[name, resolve(base, target.replace(/\/?\*$/, ""))]];
}

function readTsconfig(path: string): StaticValue {
  try {
    return configurationAt(dirname(path), basename(path));
  } catch {
    // The loader reports what's wrong with it.
    return undefined;
  }
}
