/** Decides which packages an app needs and how to install them. */

import { type PackageManager, versionOf } from "../project/project.ts";
import type { Choices } from "./choices.ts";

/** Package names. */
export interface Packages {
  readonly runtime: readonly string[];
  readonly development: readonly string[];
}

/** Facts of the plan that decide which packages are needed. */
interface Needs {
  /** The packages that the auth file imports. */
  readonly auth: readonly string[];
  /** Whether a client file is created. */
  readonly hasClient: boolean;
  /** Whether `npm run dev` starts both Vite and the server. */
  readonly startsServer: boolean;
}

/** Returns the packages that the app doesn't have yet. */
export function missingPackages(choices: Choices, { auth, hasClient, startsServer }: Needs): Packages {
  const { project, framework, isNew } = choices;
  const react = project.react || framework === "next";
  const runtime = [
    ...auth,
    // Hashes passwords if Node.js doesn't include argon2. Without it, a sign-in takes several times as long.
    "@node-rs/argon2",
    ...(framework === "next" || framework === "hono" ? [] : ["@latchkey/node"]),
    ...(hasClient ? ["@latchkey/client", ...(react ? ["@latchkey/react"] : [])] : []),
    ...(choices.screens && hasClient ? ["@latchkey/ui"] : []),
  ];
  const development = [
    ...(project.typescript && choices.database === "postgres" ? ["@types/pg"] : []),
    ...(isNew ? ["tsx", "typescript", "@types/node"] : []),
    ...(startsServer ? ["concurrently", ...(project.typescript ? ["tsx", "@types/node"] : [])] : []),
  ];
  const isMissing = (name: string): boolean => versionOf(project.manifest, name) === null;
  return { runtime: [...new Set(runtime)].filter(isMissing), development: [...new Set(development)].filter(isMissing) };
}

const verbs: Readonly<Record<PackageManager, readonly [string, string]>> = {
  npm: ["install", "--save-dev"],
  pnpm: ["add", "--save-dev"],
  yarn: ["add", "--dev"],
  bun: ["add", "--dev"],
};

/** Returns the install commands, each as a program with its arguments. */
export function installCommands({ runtime, development }: Packages, manager: PackageManager): string[][] {
  const [verb, flag] = verbs[manager];
  return [
    ...(runtime.length > 0 ? [[manager, verb, ...runtime]] : []),
    ...(development.length > 0 ? [[manager, verb, flag, ...development]] : []),
  ];
}
