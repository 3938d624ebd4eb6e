/** The app that the command is run in, as its files tell: nothing is run to find out. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { evaluate } from "../source/evaluate.ts";
import { moduleOf } from "../source/module.ts";
import { parse } from "../source/parse.ts";
import { at, type Static } from "../source/values.ts";

/** What the app's server is made with. */
export type Framework = "next" | "express" | "fastify" | "hono" | "node";

/** The programs that install packages. */
export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

/** An app's folder. */
export interface Project {
  readonly folder: string;
  /** `package.json`; `null` where there is none yet. */
  readonly manifest: Manifest | null;
  readonly framework: Framework;
  readonly manager: PackageManager;
  /** Vite builds its pages. */
  readonly vite: boolean;
  readonly react: boolean;
  readonly typescript: boolean;
  /** Its `.js` and `.ts` files are ES modules. */
  readonly esm: boolean;
}

/** What is read of `package.json`. */
export interface Manifest {
  readonly name?: string;
  readonly type?: string;
  readonly main?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The frameworks that are known, the one that has the others in it first. */
export const frameworks: readonly Framework[] = ["next", "express", "fastify", "hono", "node"];

/** @throws {Error} a `package.json` that is no JSON */
export function readProject(folder: string): Project {
  const manifest = readManifest(folder);
  const has = (name: string): boolean => versionOf(manifest, name) !== null;
  return {
    folder,
    manifest,
    framework: frameworks.find(has) ?? "node",
    manager: managerOf(folder),
    vite: has("vite") && !has("next"),
    react: has("react"),
    // A new app is in TypeScript.
    typescript: manifest === null || has("typescript") || existsSync(join(folder, "tsconfig.json")),
    esm: manifest === null || manifest.type === "module",
  };
}

/** The version range of a package that the app uses; `null` if it does not. */
export function versionOf(manifest: Manifest | null, name: string): string | null {
  return manifest?.dependencies?.[name] ?? manifest?.devDependencies?.[name] ?? null;
}

/** The text of a file of the app; `null` if it is not there. */
export function textOf(folder: string, path: string): string | null {
  const file = join(folder, path);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** Whether there is nothing here that an app could be made of. */
export function isEmpty({ folder }: Project): boolean {
  return readdirSync(folder).every((name) => name.startsWith(".") || /^(?:readme|licen[cs]e)/i.test(name));
}

/** A compiler option of `tsconfig.json`. Of a base configuration nothing is known. */
export function compilerOption(folder: string, name: string): Static {
  return at(configurationAt(folder, "tsconfig.json"), "compilerOptions", name);
}

/** A configuration file of TypeScript, which may have comments. */
export function configurationAt(folder: string, path: string): Static {
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
    throw new Error(`package.json is no JSON: ${(cause as Error).message}`, { cause });
  }
}

const lockfiles: readonly (readonly [string, PackageManager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
];

/** By the nearest lockfile: in a workspace it lies further up. */
function managerOf(folder: string): PackageManager {
  for (let place = resolve(folder); ; place = dirname(place)) {
    const found = lockfiles.find(([file]) => existsSync(join(place, file)));
    if (found) return found[1];
    if (dirname(place) === place) return "npm";
  }
}
