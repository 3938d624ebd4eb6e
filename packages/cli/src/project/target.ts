/** What a command is about: which plugins, which database. By flags, else by the auth file, else by the environment. */

import type { Schema } from "@latchkey/core/database";
import { askApp } from "../app/ask.ts";
import { isFile } from "../database/open.ts";
import type { Terminal } from "../terminal.ts";
import { type AuthFile, findAuthFile } from "./auth-file.ts";
import { type Environment, readEnvironment } from "./environment.ts";

/** Flags that say what cannot be read, or must be read otherwise. */
export interface TargetFlags {
  readonly auth?: string | undefined;
  readonly plugins?: string | undefined;
  readonly database?: string | undefined;
}

/** An app, as far as it could be read. */
export interface Target {
  readonly environment: Environment;
  readonly authFile: AuthFile | null;
  /** Ids of the plugins: all of them if the app was loaded, otherwise the official ones. */
  readonly plugins: readonly string[];
  /** The app's own tables; `null` if the app wasn't loaded. */
  readonly schema: Schema | null;
  /** A SQLite file or an address; `null`: nothing says where. */
  readonly database: string | null;
}

/** The flags that every command with a target takes, for `parseArgs`. */
export const targetOptions = {
  auth: { type: "string" },
  plugins: { type: "string" },
  database: { type: "string" },
} as const;

/** What the help says of them. */
export const targetHelp = `  --database  a SQLite file, postgres://… or mysql://…   (else: the auth file, DATABASE_URL)
  --plugins   ids of official plugins: organization,two-factor. The app isn't loaded then  (else: the auth file)
  --auth      the file that calls createAuth               (else: auth.ts, src/auth.ts, lib/auth.ts, …)`;

/**
 * Reads the app without running it. Plugins that can't be told from the source are named on standard error.
 * @throws {Error} a named auth file that is none; one that cannot be parsed
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
 * Reads the app and asks it for its tables, in a process that loads its auth file. With `--plugins`, and if there is no auth
 * file, nothing is loaded.
 *
 * @throws {AppNotLoaded} if the app's auth file can't be loaded
 * @throws {Error} as {@link readTarget}
 */
export async function loadTarget(terminal: Terminal, flags: TargetFlags): Promise<Target> {
  const target = readSource(terminal, flags);
  const { authFile, environment } = target;
  if (!authFile || flags.plugins !== undefined) return target;
  return { ...target, ...(await askApp(authFile, terminal.folder, environment)) };
}

/** Reads the app without running it. @throws {Error} as {@link readTarget} */
export function readSource({ folder, environment: process }: Terminal, flags: TargetFlags): Target {
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
    database: flags.database ?? authFile?.database ?? serverIn(environment) ?? null,
  };
}

/**
 * The database server that the environment names. A file there may be another library's, and its path may be meant from
 * another folder: it is not guessed at.
 */
export function serverIn({ read }: Environment): string | undefined {
  const address = read("DATABASE_URL");
  return address !== undefined && !isFile(address) ? address : undefined;
}

/** @throws {Error} nothing says where the database is */
export function databaseOf({ database, authFile }: Target): string {
  if (database) return database;
  const place = authFile
    ? `${authFile.path} does not say where the database is in a way that can be read`
    : "no auth file was found";
  throw new Error(`--database is missing, and ${place}. Give a SQLite file, postgres://… or mysql://….`);
}
