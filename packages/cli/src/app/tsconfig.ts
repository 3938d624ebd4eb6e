/** Finds the app's path aliases. */

import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { configurationAt } from "../project/project.ts";
import { at, isList, isObject, type Static } from "../source/values.ts";

/** Where the loader finds path aliases. */
export interface Aliases {
  /** A file of that name, absolute: the loader reads it, with what it extends. */
  readonly tsconfig: string | null;
  /** Prefix → folder. For files of other names, which the loader doesn't read. */
  readonly alias: Readonly<Record<string, string>>;
}

/**
 * The aliases of the `tsconfig.json`, else `jsconfig.json`, nearest to the auth file. If it has references and no paths, as in
 * an app made with Vite, those of the first reference that has some.
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
  const references = at(configuration(path), "references");
  if (!isList(references)) return [];
  return references.flatMap((reference) => {
    const named = at(reference, "path");
    if (typeof named !== "string") return [];
    const target = resolve(dirname(path), named);
    if (!existsSync(target)) return [];
    return [statSync(target).isDirectory() ? join(target, "tsconfig.json") : target];
  });
}

/** Of a file, or of a file of the app that it extends; `null` if there are none. */
function aliasesOf(path: string, depth: number = 0): Record<string, string> | null {
  const found = configuration(path);
  const paths = at(found, "compilerOptions", "paths");
  if (isObject(paths)) {
    const baseUrl = at(found, "compilerOptions", "baseUrl");
    const base = resolve(dirname(path), typeof baseUrl === "string" ? baseUrl : ".");
    return Object.fromEntries(Object.entries(paths).flatMap(([pattern, targets]) => aliasOf(pattern, targets, base)));
  }
  // Files that extend each other have no end.
  if (depth > 5) return null;
  const extended = at(found, "extends");
  for (const one of isList(extended) ? extended : [extended]) {
    if (typeof one !== "string" || !one.startsWith(".")) continue;
    const base = resolve(dirname(path), one.endsWith(".json") ? one : `${one}.json`);
    const inherited = aliasesOf(base, depth + 1);
    if (inherited) return inherited;
  }
  return null;
}

/** `@/*` in the file is `@` for the loader. */
function aliasOf(pattern: string, targets: Static, base: string): [string, string][] {
  const [target] = isList(targets) ? targets : [];
  const name = pattern.replace(/\/\*$/, "");
  if (typeof target !== "string" || name === "" || name.includes("*")) return [];
  return [[name, resolve(base, target.replace(/\/?\*$/, ""))]];
}

function configuration(path: string): Static {
  try {
    return configurationAt(dirname(path), basename(path));
  } catch {
    // The loader says what is wrong with it.
    return undefined;
  }
}
