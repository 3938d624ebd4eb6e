/** Plans the environment file and its `.gitignore` entry. Existing lines never change. */

import { parseEnv } from "node:util";
import { randomBytes } from "@latchkey/core/crypto";
import type { Environment } from "../project/environment.ts";
import { isIgnored, isTracked } from "../project/gitignore.ts";
import { textOf } from "../project/project.ts";
import { makeSecret } from "../secret.ts";
import type { Change } from "./changes.ts";
import type { Choices } from "./choices.ts";

/**
 * The environment file that Vite reads in development only. In Vite apps, `NODE_ENV` isn't in `.env`, because `vite
 * build` would then create a development build of the page.
 */
export const viteModeFile = ".env.development.local";

/**
 * @throws {Error} if git tracks the file that the secret belongs in
 * @param url where browsers reach the app during development
 * @param auth the text of the auth file. Variables that it doesn't read aren't written.
 */
export function planEnvironment(choices: Choices, url: string, auth: string, { read }: Environment): Change[] {
  const { project, framework } = choices;
  const { folder } = project;
  // Vite projects often commit `.env`, and ignore `*.local`.
  const isLocal = project.vite || (framework === "next" && textOf(folder, ".env.local") !== null);
  const path = isLocal ? ".env.local" : ".env";
  const before = textOf(folder, path);
  const known = { ...parseEnv(textOf(folder, ".env") ?? ""), ...parseEnv(before ?? "") } as Record<string, string>;
  const lines = variablesOf(choices, url)
    .filter(([name]) => !Object.hasOwn(known, name))
    // Don't write a database URL that's only set in this process. It can contain a password.
    .filter(([name, value]) => name !== "DATABASE_URL" || value === "" || read(name) !== value)
    // An existing file without `NODE_ENV` means that the app sets it elsewhere.
    .filter(([name]) => (name === "NODE_ENV" ? before === null : auth.includes(`process.env.${name}`)))
    .map(([name, value]) => `${name}=${value}`);
  if (lines.length > 0 && isTracked(folder, path)) {
    throw new Error(
      `${path} is committed to git, so the secret in it would be published. Run "git rm --cached ${path}" first.`,
    );
  }
  const changes = lines.length === 0 ? [] : [{ path, before, after: appendLines(before, lines) }];
  const files = project.vite ? [...changes, ...planViteMode(folder)] : changes;
  return [...files, ...planGitignore(choices, [path, ...(project.vite ? [viteModeFile] : [])])];
}

function planViteMode(folder: string): Change[] {
  const before = textOf(folder, viteModeFile);
  return before === null ? [{ path: viteModeFile, before, after: "NODE_ENV=development\n" }] : [];
}

function variablesOf(
  { framework, project, database, databaseAddress, plugins }: Choices,
  url: string,
): [string, string][] {
  const variables: [string, string][] = [
    ["AUTH_SECRET", makeSecret()],
    ["AUTH_URL", url],
  ];
  if (database === "sqlite") variables.push(["DATABASE_FILE", databaseAddress ?? "app.db"]);
  else variables.push(["DATABASE_URL", databaseAddress ?? ""]);
  // This secret is made up, so that the app starts before you have a payment provider.
  if (plugins.includes("billing"))
    variables.push(["BILLING_WEBHOOK_SECRET", `whsec_${Buffer.from(randomBytes(32)).toString("base64")}`]);
  // These values are made up, too. Google rejects sign-ins until you replace them.
  if (plugins.includes("one-tap"))
    variables.push(
      ["GOOGLE_CLIENT_ID", "your-client-id.apps.googleusercontent.com"],
      ["GOOGLE_CLIENT_SECRET", "your-client-secret"],
    );
  // Next.js sets `NODE_ENV` itself and doesn't allow it in a file.
  if (framework !== "next" && !project.vite) variables.push(["NODE_ENV", "development"]);
  return variables;
}

function planGitignore(
  { project, isNew, database, databaseAddress }: Choices,
  environmentFiles: readonly string[],
): Change[] {
  const file = database === "sqlite" ? (databaseAddress ?? "app.db") : null;
  const needed = [
    ...(isNew ? [["node_modules/x", "node_modules"]] : []),
    ...environmentFiles.map((file) => [file, file]),
    // The pattern includes SQLite's two extra files, which exist while the database is open.
    ...(file !== null && /^[\w./-]+$/.test(file) && !/^\.?\.?\//.test(file) ? [[file, `${file}*`]] : []),
  ] as const;
  const lines = needed.filter(([path]) => !isIgnored(project.folder, path as string)).map(([, rule]) => rule as string);
  if (lines.length === 0) return [];
  const before = textOf(project.folder, ".gitignore");
  return [{ path: ".gitignore", before, after: appendLines(before, lines) }];
}

function appendLines(before: string | null, lines: readonly string[]): string {
  const head = before === null || before === "" || before.endsWith("\n") ? (before ?? "") : `${before}\n`;
  return `${head}${lines.join("\n")}\n`;
}
