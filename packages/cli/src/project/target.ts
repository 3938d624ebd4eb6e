/** What a command is about: which plugins, which database. By flags, else by the auth file, else by the environment. */

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
  /** Ids of the official plugins. */
  readonly plugins: readonly string[];
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
  --plugins   ids of the plugins: organization,two-factor  (else: the auth file)
  --auth      the file that calls createAuth               (else: auth.ts, src/auth.ts, lib/auth.ts, …)`;

/** @throws {Error} a named auth file that is none; one that cannot be parsed */
export function readTarget({ folder, environment: process, error }: Terminal, flags: TargetFlags): Target {
  const environment = readEnvironment(folder, process);
  const authFile = findAuthFile(folder, environment.read, flags.auth);
  const named = flags.plugins
    ?.split(",")
    .map((id) => id.trim())
    .filter(Boolean);
  for (const text of named ? [] : (authFile?.unknownPlugins ?? [])) {
    error(
      `${authFile?.path}: which plugin ${text} is cannot be read. Its tables are left out; name official ones with --plugins.`,
    );
  }
  return {
    environment,
    authFile,
    plugins: named ?? authFile?.plugins.map(({ id }) => id) ?? [],
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
