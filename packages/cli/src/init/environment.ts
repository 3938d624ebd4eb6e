/** The environment file, and that it is not published. What stands there is never changed. */

import { parseEnv } from "node:util";
import type { Environment } from "../project/environment.ts";
import { isIgnored } from "../project/ignored.ts";
import { textOf } from "../project/project.ts";
import { makeSecret } from "../secret.ts";
import type { Change } from "./changes.ts";
import type { Choices } from "./choices.ts";

/**
 * @param url where browsers reach the app while it is developed
 * @param auth the text of the auth file: variables that it does not read are not written
 */
export function planEnvironment(choices: Choices, url: string, auth: string, { read }: Environment): Change[] {
  const { project, framework } = choices;
  const { folder } = project;
  const path = framework === "next" && textOf(folder, ".env.local") !== null ? ".env.local" : ".env";
  const before = textOf(folder, path);
  const known = { ...parseEnv(textOf(folder, ".env") ?? ""), ...parseEnv(before ?? "") } as Record<string, string>;
  const lines = variablesOf(choices, url)
    .filter(([name]) => !Object.hasOwn(known, name))
    // An address that only this process has, with its password, is not for a file.
    .filter(([name, value]) => name !== "DATABASE_URL" || value === "" || read(name) !== value)
    // Of NODE_ENV the app has decided something: a file without it means that it comes from elsewhere.
    .filter(([name]) => (name === "NODE_ENV" ? before === null : auth.includes(`process.env.${name}`)))
    .map(([name, value]) => `${name}=${value}`);
  const ignored = planIgnored(choices, path);
  return lines.length === 0 ? ignored : [{ path, before, after: appended(before, lines) }, ...ignored];
}

function variablesOf({ framework, database, databaseAddress, plugins }: Choices, url: string): [string, string][] {
  const variables: [string, string][] = [
    ["AUTH_SECRET", makeSecret()],
    ["AUTH_URL", url],
  ];
  if (database === "sqlite") variables.push(["DATABASE_FILE", databaseAddress ?? "app.db"]);
  else variables.push(["DATABASE_URL", databaseAddress ?? ""]);
  if (plugins.includes("billing")) variables.push(["BILLING_WEBHOOK_SECRET", ""]);
  // Next sets it by itself, and refuses it in a file.
  if (framework !== "next") variables.push(["NODE_ENV", "development"]);
  return variables;
}

function planIgnored({ project, isNew, database, databaseAddress }: Choices, environmentFile: string): Change[] {
  const file = database === "sqlite" ? (databaseAddress ?? "app.db") : null;
  const wanted = [
    ...(isNew ? [["node_modules/x", "node_modules"]] : []),
    [environmentFile, environmentFile],
    // With the two files that stand beside it while it is open.
    ...(file !== null && /^[\w./-]+$/.test(file) && !/^\.?\.?\//.test(file) ? [[file, `${file}*`]] : []),
  ] as const;
  const lines = wanted.filter(([path]) => !isIgnored(project.folder, path as string)).map(([, rule]) => rule as string);
  if (lines.length === 0) return [];
  const before = textOf(project.folder, ".gitignore");
  return [{ path: ".gitignore", before, after: appended(before, lines) }];
}

function appended(before: string | null, lines: readonly string[]): string {
  const head = before === null || before === "" || before.endsWith("\n") ? (before ?? "") : `${before}\n`;
  return `${head}${lines.join("\n")}\n`;
}
