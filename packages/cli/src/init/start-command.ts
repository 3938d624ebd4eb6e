/** Decides how `init` starts an app to check it. */

import type { PackageManager } from "../project/project.ts";
import type { Choices } from "./choices.ts";
import type { Plan } from "./plan.ts";
import { findServer } from "./server.ts";

const verbs: Readonly<Record<PackageManager, readonly string[]>> = {
  npm: ["npm", "run"],
  pnpm: ["pnpm"],
  yarn: ["yarn"],
  bun: ["bun", "run"],
};

/** Returns the command that runs a script of the app. */
export function runScript(manager: PackageManager, script: string): readonly string[] {
  return [...verbs[manager], script];
}

/** Returns the command that starts the app, or `null` if that's unclear or a manual step is still needed. */
export function startCommand({ project, framework, isNew }: Choices, plan: Plan): readonly string[] | null {
  if (!plan.isComplete || plan.changes.length === 0) return null;
  const { scripts = {} } = project.manifest ?? {};
  const { packageManager, vite } = project;
  // A Vite app with its own server often has a "dev" script that starts only Vite.
  if (vite && !plan.startsServer && scripts["dev:api"] === undefined) return null;
  if (isNew || scripts.dev !== undefined) return runScript(packageManager, "dev");
  const server = framework === "next" ? null : findServer(project, framework);
  if (!server) return null;
  // Otherwise "start" can run a build that's out of date.
  if (scripts.start?.includes(server.path)) return runScript(packageManager, "start");
  return /\.[cm]?js$/.test(server.path) ? ["node", server.path] : null;
}
