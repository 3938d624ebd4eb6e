/** Reads the file that calls `createAuth`, without running it. */

import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Node } from "@babel/types";
import { calleeOf, evaluate, type ReadVariable } from "../source/evaluate.ts";
import { type Module, moduleOf } from "../source/module.ts";
import { parse, walk } from "../source/parse.ts";
import { CallValue, isList, type StaticValue, UnknownValue, valueAt } from "../source/values.ts";

/** An auth file with its static values. */
export interface AuthFile {
  /** Relative to the app's folder. */
  readonly path: string;
  /** The argument of `createAuth`. */
  readonly options: StaticValue;
  /** The official plugins, each with its first argument. */
  readonly plugins: readonly UsedPlugin[];
  /** Entries of `plugins` that can't be identified from the source. */
  readonly unknownPlugins: readonly string[];
  /** The database's path or URL, or `null` if the source doesn't show it. */
  readonly database: string | null;
  /** Names of imported packages. */
  readonly packages: readonly string[];
  readonly text: string;
}

/** An app's plugin. */
export interface UsedPlugin {
  /** The id, as in its package name: `two-factor`. */
  readonly id: string;
  readonly options: StaticValue;
}

const folders = ["", "src", "lib", "src/lib", "server", "src/server", "app", "src/app", "utils", "src/utils"] as const;
const extensions = ["ts", "mts", "js", "mjs"] as const;

/** Paths that are searched for the auth file, in this order. */
export const authFilePaths: readonly string[] = folders.flatMap((folder) =>
  extensions.map((ending) => join(folder, `auth.${ending}`)),
);

/**
 * Finds and reads an app's auth file.
 *
 * @param named the file, if the user named one
 * @returns `null` if no file at these paths calls `createAuth` from `@latchkey/core`
 * @throws {Error} if a named file doesn't exist or doesn't call `createAuth`, or if a file can't be parsed
 */
export function findAuthFile(folder: string, variable: ReadVariable, named?: string): AuthFile | null {
  const candidates = named === undefined ? authFilePaths : [relative(folder, join(folder, named))];
  for (const path of candidates) {
    if (!existsSync(join(folder, path))) continue;
    const found = readAuthFile(folder, path, variable);
    if (found) return found;
  }
  if (named === undefined) return null;
  throw new Error(`--auth is ${named}, which doesn't exist or doesn't call createAuth from @latchkey/core.`);
}

function readAuthFile(folder: string, path: string, variable: ReadVariable): AuthFile | null {
  const file = join(folder, path);
  const found = readAuthText(file, readFileSync(file, "utf8"), variable);
  return found && { ...found, path };
}

/**
 * Reads the text of an auth file.
 * @param path its path, even if it doesn't exist yet, from which imports are resolved
 * @returns `null` if it doesn't call `createAuth` from `@latchkey/core`
 */
export function readAuthText(path: string, text: string, variable: ReadVariable): AuthFile | null {
  const module = moduleOf(parse(path, text));
  const call = findCall(module);
  if (!call) return null;
  const options = evaluate(call, { module, variable });
  const plugins = valueAt(options, "plugins");
  const listed = isList(plugins) ? plugins : plugins === undefined ? [] : [plugins];
  return {
    path,
    options,
    plugins: listed.flatMap((entry) => officialPlugin(entry) ?? []),
    unknownPlugins: listed.filter((entry) => officialPlugin(entry) === null).map(describeEntry),
    database: databaseIn(valueAt(options, "database")),
    packages: [...new Set([...module.imports.values()].flatMap(({ from }) => packageOf(from) ?? []))],
    text,
  };
}

/** Returns the argument of the first `createAuth` call. */
function findCall(module: Module): Node | null {
  let found: Node | null = null;
  walk(module.source.tree.program, (node) => {
    if (found || node.type !== "CallExpression") return;
    const { from, name } = calleeOf(node.callee, { module });
    if (from === "@latchkey/core" && name === "createAuth") found = node.arguments[0] ?? null;
  });
  return found;
}

function officialPlugin(entry: StaticValue): UsedPlugin | null {
  if (!(entry instanceof CallValue) || entry.from === null) return null;
  const id = /^@latchkey\/([a-z-]+)$/.exec(entry.from)?.[1];
  return id === undefined ? null : { id, options: entry.args[0] };
}

function describeEntry(entry: StaticValue): string {
  if (entry instanceof CallValue) return `${entry.name}(…)`;
  return entry instanceof UnknownValue ? entry.text : String(entry);
}

/** Searches the nested calls that create the database for a path or URL. */
function databaseIn(value: StaticValue): string | null {
  if (!(value instanceof CallValue)) return null;
  const [first] = value.args;
  const named = [first, valueAt(first, "connectionString"), valueAt(first, "uri"), valueAt(first, "url")];
  const address = named.find((one) => typeof one === "string" && one !== "") as string | undefined;
  if (address !== undefined && isAddress(address, value.from ?? "")) return address;
  for (const argument of value.args) {
    const inner =
      databaseIn(argument) ?? databaseIn(valueAt(argument, "dialect")) ?? databaseIn(valueAt(argument, "pool"));
    if (inner !== null) return inner;
  }
  return null;
}

/** A plain word is a file if it's passed to a SQLite driver. Passed to an app's function, it could be anything. */
function isAddress(text: string, from: string): boolean {
  return /^(?:postgres(?:ql)?|mysql|mariadb|sqlite|file):/.test(text) || /sqlite|libsql/.test(from);
}

function packageOf(specifier: string): string | null {
  if (/^(?:[./#~]|@\/|node:|bun:)/.test(specifier)) return null;
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
