/** Finds the configuration file that has the app's path aliases. */

import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { configurationAt } from "../project/project.ts";
import { at, isList } from "../source/values.ts";

/**
 * The `tsconfig.json`, else `jsconfig.json`, nearest to the auth file. If it has references and no paths, as
 * in an app made with Vite, the first of them that has some.
 */
export function findTsconfig(file: string): string | null {
  for (let place = dirname(resolve(file)); ; place = dirname(place)) {
    const found = ["tsconfig.json", "jsconfig.json"].map((name) => join(place, name)).find((path) => existsSync(path));
    if (found) return [found, ...referencesOf(found)].find(hasPaths) ?? found;
    if (dirname(place) === place) return null;
  }
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

function hasPaths(path: string): boolean {
  return at(configuration(path), "compilerOptions", "paths") !== undefined;
}

function configuration(path: string): ReturnType<typeof configurationAt> {
  try {
    return configurationAt(dirname(path), basename(path));
  } catch {
    // The loader says what is wrong with it.
    return undefined;
  }
}
