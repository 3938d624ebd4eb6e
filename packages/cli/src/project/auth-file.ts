/** The file that calls `createAuth`, read without running it. */

import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Node } from "@babel/types";
import { calleeOf, evaluate, type ReadVariable } from "../source/evaluate.ts";
import { type Module, moduleOf } from "../source/module.ts";
import { parse, walk } from "../source/parse.ts";
import { at, isList, Made, type Static, Unknown } from "../source/values.ts";

/** An auth file, and what it says. */
export interface AuthFile {
  /** Relative to the app's folder. */
  readonly path: string;
  /** What `createAuth` is given. */
  readonly options: Static;
  /** The official plugins, each with its first argument. */
  readonly plugins: readonly UsedPlugin[];
  /** Entries of `plugins` that cannot be told from the source. */
  readonly unknownPlugins: readonly string[];
  /** Where the database is; `null` if that cannot be told. */
  readonly database: string | null;
  /** Names of the packages that it imports. */
  readonly packages: readonly string[];
  readonly text: string;
}

/** A plugin of an app. */
export interface UsedPlugin {
  /** As in the name of its package: `two-factor`. */
  readonly id: string;
  readonly options: Static;
}

const folders = ["", "src", "lib", "src/lib", "server", "src/server", "app", "src/app", "utils", "src/utils"] as const;
const endings = ["ts", "mts", "js", "mjs"] as const;

/** Where the auth file is looked for, in this order. */
export const authFilePlaces: readonly string[] = folders.flatMap((folder) =>
  endings.map((ending) => join(folder, `auth.${ending}`)),
);

/**
 * Finds and reads the auth file of an app.
 *
 * @param named the file, if the user named one
 * @returns `null` if no file at the usual places calls `createAuth` of `@latchkey/core`
 * @throws {Error} a named file that is not there, or does not call it; a file that cannot be parsed
 */
export function findAuthFile(folder: string, variable: ReadVariable, named?: string): AuthFile | null {
  const candidates = named === undefined ? authFilePlaces : [relative(folder, join(folder, named))];
  for (const path of candidates) {
    if (!existsSync(join(folder, path))) continue;
    const found = readAuthFile(folder, path, variable);
    if (found) return found;
  }
  if (named === undefined) return null;
  throw new Error(`--auth is ${named}: there is no such file, or it does not call createAuth of @latchkey/core.`);
}

function readAuthFile(folder: string, path: string, variable: ReadVariable): AuthFile | null {
  const file = join(folder, path);
  const found = readAuthText(file, readFileSync(file, "utf8"), variable);
  return found && { ...found, path };
}

/**
 * Reads the text of an auth file.
 * @param path where it lies, or will; what it imports is looked for from there
 * @returns `null` if it does not call `createAuth` of `@latchkey/core`
 */
export function readAuthText(path: string, text: string, variable: ReadVariable): AuthFile | null {
  const module = moduleOf(parse(path, text));
  const call = findCall(module);
  if (!call) return null;
  const options = evaluate(call, { module, variable });
  const plugins = at(options, "plugins");
  const listed = isList(plugins) ? plugins : plugins === undefined ? [] : [plugins];
  return {
    path,
    options,
    plugins: listed.flatMap((entry) => official(entry) ?? []),
    unknownPlugins: listed.filter((entry) => official(entry) === null).map(described),
    database: databaseIn(at(options, "database")),
    packages: [...new Set([...module.imports.values()].flatMap(({ from }) => packageOf(from) ?? []))],
    text,
  };
}

/** What the first call of `createAuth` is given. */
function findCall(module: Module): Node | null {
  let found: Node | null = null;
  walk(module.source.tree.program, (node) => {
    if (found || node.type !== "CallExpression") return;
    const { from, name } = calleeOf(node.callee, { module });
    if (from === "@latchkey/core" && name === "createAuth") found = node.arguments[0] ?? null;
  });
  return found;
}

function official(entry: Static): UsedPlugin | null {
  if (!(entry instanceof Made) || entry.from === null) return null;
  const id = /^@latchkey\/([a-z-]+)$/.exec(entry.from)?.[1];
  return id === undefined ? null : { id, options: entry.args[0] };
}

function described(entry: Static): string {
  if (entry instanceof Made) return `${entry.name}(…)`;
  return entry instanceof Unknown ? entry.text : String(entry);
}

/** Looks through the calls that a database is made with for the file or the address. */
function databaseIn(value: Static): string | null {
  if (!(value instanceof Made)) return null;
  const [first] = value.args;
  const named = [first, at(first, "connectionString"), at(first, "uri"), at(first, "url")];
  const address = named.find((one) => typeof one === "string" && one !== "") as string | undefined;
  if (address !== undefined && isAddress(address, value.from ?? "")) return address;
  for (const argument of value.args) {
    const inner = databaseIn(argument) ?? databaseIn(at(argument, "dialect")) ?? databaseIn(at(argument, "pool"));
    if (inner !== null) return inner;
  }
  return null;
}

/** A bare word is a file where it is given to a driver of SQLite; to a function of the app's it may be anything. */
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
