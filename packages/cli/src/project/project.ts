/** Detects the app in a folder from its files, without running anything. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { evaluate } from "../source/evaluate.ts";
import { moduleOf } from "../source/module.ts";
import { parse } from "../source/parse.ts";
import { type StaticValue, valueAt } from "../source/values.ts";

/** The framework of the app's server. */
export type Framework = "next" | "express" | "fastify" | "hono" | "node";

/** The supported package managers. */
export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

/** An app's folder. */
export interface Project {
  readonly folder: string;
  /** The contents of `package.json`, or `null` if it doesn't exist. */
  readonly manifest: Manifest | null;
  readonly framework: Framework;
  readonly packageManager: PackageManager;
  /** Whether the app uses Vite. */
  readonly vite: boolean;
  readonly react: boolean;
  readonly typescript: boolean;
  /** Whether its `.js` and `.ts` files are ES modules. */
  readonly esm: boolean;
}

/** The fields of `package.json` that are read. */
export interface Manifest {
  readonly name?: string;
  readonly type?: string;
  readonly main?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The supported frameworks, in order of detection. Next.js comes first because its apps can include the others. */
export const frameworks: readonly Framework[] = ["next", "express", "fastify", "hono", "node"];

/** @throws {Error} if `package.json` isn't valid JSON */
export function readProject(folder: string): Project {
  const manifest = readManifest(folder);
  const has = (name: string): boolean => versionOf(manifest, name) !== null;
  return {
    folder,
    manifest,
    framework: frameworks.find(has) ?? "node",
    packageManager: managerOf(folder),
    vite: has("vite") && !has("next"),
    react: has("react"),
    // A new app uses TypeScript.
    typescript: manifest === null || has("typescript") || existsSync(join(folder, "tsconfig.json")),
    esm: manifest === null || manifest.type === "module",
  };
}

/** The version range of a package, or `null` if the app doesn't depend on it. */
export function versionOf(manifest: Manifest | null, name: string): string | null {
  return manifest?.dependencies?.[name] ?? manifest?.devDependencies?.[name] ?? null;
}

/** The text of a file in the app, or `null` if it doesn't exist. */
export function textOf(folder: string, path: string): string | null {
  const file = join(folder, path);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** Whether the folder has no files apart from hidden ones, a readme, and a license. */
export function isEmpty({ folder }: Project): boolean {
  return readdirSync(folder).every((name) => name.startsWith(".") || /^(?:readme|licen[cs]e)/i.test(name));
}

/** A compiler option from a configuration file. Base configurations aren't read. */
export function compilerOption(folder: string, name: string, file = "tsconfig.json"): StaticValue {
  return valueAt(configurationAt(folder, file), "compilerOptions", name);
}

/** Reads a TypeScript configuration file, which can contain comments. */
export function configurationAt(folder: string, path: string): StaticValue {
  const text = textOf(folder, path);
  if (text === null) return undefined;
  const module = moduleOf(parse("tsconfig.js", `export default ${text}`));
  const exported = module.exports.get("default");
  if (!exported || typeof exported === "string") return undefined;
  return evaluate(exported, { module, variable: () => undefined });
}

function readManifest(folder: string): Manifest | null {
  const text = textOf(folder, "package.json");
  if (text === null) return null;
  try {
    return JSON.parse(text) as Manifest;
  } catch (cause) {
    throw new Error(`package.json isn't valid JSON: ${(cause as Error).message}`, { cause });
  }
}

const lockfiles: readonly (readonly [string, PackageManager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
];

/** Uses the nearest lockfile, which is further up in a workspace. */
function managerOf(folder: string): PackageManager {
  for (let place = resolve(folder); ; place = dirname(place)) {
    const found = lockfiles.find(([file]) => existsSync(join(place, file)));
    if (found) return found[1];
    if (dirname(place) === place) return "npm";
  }
}
