/** Determines a command's plugins and database: from flags, then the auth file, then the environment. */

import type { Schema } from "@latchkey/core/database";
import type { SubstringIndexes } from "@latchkey/sql";
import { loadApp } from "../app/load-app.ts";
import { isFile } from "../database/open.ts";
import type { Terminal } from "../terminal.ts";
import { type AuthFile, findAuthFile } from "./auth-file.ts";
import { type Environment, readEnvironment } from "./environment.ts";
import { readSubstringIndexes } from "./substring-indexes.ts";

/** Flags that override what is read from the app. */
export interface TargetFlags {
  readonly auth?: string | undefined;
  readonly plugins?: string | undefined;
  readonly database?: string | undefined;
}

/** What could be read about an app. */
export interface Target {
  readonly environment: Environment;
  readonly authFile: AuthFile | null;
  /** Ids of the plugins: all of them if the app was loaded, or else only the official ones. */
  readonly plugins: readonly string[];
  /** The app's own tables. `null` if the app wasn't loaded. */
  readonly schema: Schema | null;
  /** The `substringIndexes` option of the app's database adapter, as far as it's known. */
  readonly substringIndexes: SubstringIndexes;
  /** A SQLite file or a URL. `null` if it's unknown. */
  readonly database: string | null;
}

/** The flags of every command with a target, for `parseArgs`. */
export const targetOptions = {
  auth: { type: "string" },
  plugins: { type: "string" },
  database: { type: "string" },
} as const;

/** The help text for these flags. */
export const targetHelp = `  --database  a SQLite file, postgres://…, or mysql://…  (default: from the auth file or DATABASE_URL)
  --plugins   official plugins, such as organization,two-factor, instead of loading the app
  --auth      the file that calls createAuth             (default: auth.ts, src/auth.ts, lib/auth.ts, …)`;

/**
 * Reads the app without running it. Prints plugins that can't be identified from the source to standard error.
 * @throws {Error} if a named auth file isn't one, or can't be parsed
 */
export function readTarget(terminal: Terminal, flags: TargetFlags): Target {
  const target = readSource(terminal, flags);
  const { authFile } = target;
  for (const text of flags.plugins === undefined ? (authFile?.unknownPlugins ?? []) : []) {
    terminal.error(
      `${authFile?.path}: can't tell from the source which plugin ${text} is, so it's left out. Name official plugins with --plugins.`,
    );
  }
  return target;
}

/**
 * Loads the app's auth file in a child process to get its tables. Nothing is loaded with `--plugins` or without an auth
 * file.
 *
 * @throws {AppLoadError} if the app's auth file can't be loaded
 * @throws {Error} like {@link readTarget}
 */
export async function loadTarget(terminal: Terminal, flags: TargetFlags): Promise<Target> {
  const target = readSource(terminal, flags);
  const { authFile, environment } = target;
  if (!authFile || flags.plugins !== undefined) return target;
  return { ...target, ...(await loadApp(authFile, terminal.folder, environment)) };
}

/**
 * Reads the app without running it.
 * @throws {Error} like {@link readTarget}
 */
export function readSource(
  { folder, environment: process }: Pick<Terminal, "folder" | "environment">,
  flags: TargetFlags,
): Target {
  const environment = readEnvironment(folder, process);
  const authFile = findAuthFile(folder, environment.read, flags.auth);
  const named = flags.plugins
    ?.split(",")
    .map((id) => id.trim())
    .filter(Boolean);
  return {
    environment,
    authFile,
    plugins: named ?? authFile?.plugins.map(({ id }) => id) ?? [],
    schema: null,
    substringIndexes: authFile ? readSubstringIndexes(authFile.options) : {},
    database: flags.database ?? authFile?.database ?? databaseServerUrl(environment) ?? null,
  };
}

/**
 * The database server from the environment. A file is ignored, because it could belong to another library, or its path
 * could be relative to another folder.
 */
export function databaseServerUrl({ read }: Environment): string | undefined {
  const address = read("DATABASE_URL");
  return address !== undefined && !isFile(address) ? address : undefined;
}

/** @throws {Error} if the location of the database is unknown */
export function databaseOf({ database, authFile }: Target): string {
  if (database) return database;
  const place = authFile
    ? `${authFile.path} doesn't name the database in a way that can be read`
    : "no auth file was found";
  throw new Error(`--database is missing, and ${place}. Pass a SQLite file, postgres://…, or mysql://….`);
}
