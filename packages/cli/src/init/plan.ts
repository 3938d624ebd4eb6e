/** Plans everything that `latchkey init` does, without writing anything. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AuthFile, findAuthFile, readAuthText } from "../project/auth-file.ts";
import type { Environment } from "../project/environment.ts";
import { compilerOption, textOf } from "../project/project.ts";
import { isList } from "../source/values.ts";
import type { Change } from "./changes.ts";
import { type Choices, pluginIds } from "./choices.ts";
import { planEnvironment } from "./environment.ts";
import { bundledImport, type Layout, layoutOf, nodeImport } from "./layout.ts";
import { planNewApp } from "./manifest.ts";
import { missingPackages, type Packages } from "./packages.ts";
import { nextAuthPagesStyles, viteAuthPagesStyles } from "./page-styles.ts";
import { nextFolderOf, nextPageTemplate, nextProviderTemplate, pagesOf, viteAuthPagesTemplate } from "./screens.ts";
import { addMount, findServer, isMounted, manualMountSteps, portOf, type ServerFile } from "./server.ts";
import { authTemplate, clientTemplate, nextRouteTemplate, nodeServerTemplate } from "./templates.ts";
import { planProxy, vitePort } from "./vite.ts";
import { planDevScript, planServerTypes, planWrap, serverScript } from "./vite-app.ts";

/** The planned work. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly packages: Packages;
  /** Steps for the user, for changes that the command can't make safely. */
  readonly manualSteps: readonly string[];
  /** Path of the auth file, new or existing. */
  readonly auth: string;
  /** Whether the server needs no further manual step. */
  readonly isComplete: boolean;
  /** Whether `dev` starts the server too. */
  readonly startsServer: boolean;
  /** Where the app runs if nothing else is configured. */
  readonly url: string;
}

interface PlanBuilder {
  readonly choices: Choices;
  readonly layout: Layout;
  readonly server: ServerFile | null;
  readonly changes: Change[];
  readonly manualSteps: string[];
}

/**
 * @param named the auth file, if the user named one
 * @throws {Error} if another library's file is at the path for the auth file
 */
export function planInit(given: Choices, environment: Environment, named: string | undefined): Plan {
  const { project, framework } = given;
  const server = framework === "next" ? null : findServer(project, framework);
  const found = findAuth(project, environment, named);
  // An existing auth file decides which plugins the client gets.
  const choices = found
    ? { ...given, plugins: found.plugins.map(({ id }) => id).filter((id) => pluginIds.includes(id)) }
    : given;
  const defaults = layoutOf(choices, server?.path ?? null);
  const layout = { ...defaults, auth: found?.path.replaceAll("\\", "/") ?? named ?? defaults.auth };
  const work: PlanBuilder = {
    choices,
    layout,
    server,
    changes: choices.isNew ? planNewApp(project.folder) : [],
    manualSteps: [],
  };

  const port = (server && portOf(server, environment.read)) ?? 3000;
  const url = `http://localhost:${project.vite ? vitePort(project.folder) : port}`;
  const auth = found ?? planAuth(work, url, environment);
  if (framework === "next") planNext(work);
  const isServed = framework === "next" || planServer(work);
  const isForwarded = !project.vite || planVite(work, `http://localhost:${port}`);
  work.changes.push(...planEnvironment(choices, url, auth.text, environment));
  const startsServer = choices.isNew || work.changes.some(({ after }) => after.includes(`"${serverScript}"`));
  const packages = missingPackages(choices, {
    auth: auth.packages,
    hasClient: layout.client !== null,
    startsServer: startsServer && !choices.isNew,
  });
  return {
    changes: work.changes,
    manualSteps: work.manualSteps,
    packages,
    auth: layout.auth,
    isComplete: isServed && isForwarded,
    startsServer,
    url,
  };
}

/**
 * Finds the app's auth file.
 * @param named its path, if the user named it. The file doesn't have to exist.
 */
export function findAuth(
  { folder }: Choices["project"],
  { read }: Environment,
  named: string | undefined,
): AuthFile | null {
  if (named !== undefined && !existsSync(join(folder, named))) return null;
  return findAuthFile(folder, read, named);
}

/** Adds a file unless it already exists. */
function addFile({ choices, changes }: PlanBuilder, path: string, after: string): void {
  if (textOf(choices.project.folder, path) === null) changes.push({ path, before: null, after });
}

function planAuth(work: PlanBuilder, url: string, { read }: Environment): AuthFile {
  const { choices, layout } = work;
  if (textOf(choices.project.folder, layout.auth) !== null) {
    throw new Error(
      `${layout.auth} already exists and doesn't call createAuth from @latchkey/core. Choose another file with --auth ${layout.auth.replace("auth.", "latchkey.")}`,
    );
  }
  const text = authTemplate(choices, url);
  addFile(work, layout.auth, text);
  const written = readAuthText(layout.auth, text, read);
  if (!written) throw new Error(`${layout.auth} couldn't be read back. This is a bug in @latchkey/cli.`);
  return written;
}

function planNext(work: PlanBuilder): void {
  const { choices, layout } = work;
  const [script, page] = choices.project.typescript ? ["ts", "tsx"] : ["js", "jsx"];
  const route = `${layout.pages}/api/auth/[...all]/route.${script}`;
  addFile(work, route, nextRouteTemplate(choices, bundledImport(route, layout.auth)));
  if (layout.client === null) return;
  addFile(work, layout.client, clientTemplate(choices, bundledImport(layout.client, layout.auth)));
  if (!choices.screens) return;
  const provider = layout.client.replace(/auth-client\.[jt]s$/, `auth-ui.${page}`);
  if (textOf(choices.project.folder, provider) === null) {
    addFile(work, provider, nextProviderTemplate(choices, bundledImport(provider, layout.client)));
    addFile(work, provider.replace(/[jt]sx$/, "css"), nextAuthPagesStyles);
    work.manualSteps.push(`Add <AccountMenu /> from ${provider} to your layout. It links to the account pages.`);
  }
  for (const one of pagesOf(choices)) {
    const path = `${layout.pages}/${nextFolderOf(one)}/page.${page}`;
    addFile(work, path, nextPageTemplate(choices, one, bundledImport(path, provider)));
  }
}

/** Returns whether the handler is mounted without a manual step. */
function planServer(work: PlanBuilder): boolean {
  const { choices, layout, server, manualSteps, changes } = work;
  const { project, framework } = choices;
  if (!server) {
    if (framework === "node") {
      const path = `server.${layout.auth.split(".").at(-1)}`;
      const authImport = nodeImport(choices.isNew ? newProject(choices) : project, path, layout.auth);
      addFile(work, path, nodeServerTemplate(authImport, project.vite ? "API: " : ""));
      if (project.vite) {
        planServerStart(work, path);
        const types = planServerTypes(project, [layout.auth, path]);
        if (types) changes.push(types);
      }
      return true;
    }
    manualSteps.push(
      `Couldn't find the file that creates the ${framework} app. Add this after the app is created:\n\n${manualMountSteps(project, framework, `./${layout.auth}`)}`,
    );
    return false;
  }
  const path = server.path.replaceAll("\\", "/");
  if (project.vite && !isStarted(project, path)) planServerStart(work, path);
  const authImport = nodeImport(project, path, layout.auth);
  if (isMounted(server, authImport)) return true;
  const after = addMount(server, project, framework, authImport);
  if (after !== null) changes.push({ path: server.path, before: server.text, after });
  else
    manualSteps.push(
      `Couldn't tell where ${server.path} creates the app. Add this there, before body parsers:\n\n${manualMountSteps(project, framework, authImport)}`,
    );
  return after !== null;
}

/** Makes the `dev` script of a Vite app start the server too. */
function planServerStart({ choices, changes, manualSteps }: PlanBuilder, server: string): void {
  const script = planDevScript(choices.project, server);
  if (script) changes.push(script);
  else manualSteps.push(`Start ${server} together with Vite, for example in the "dev" script.`);
}

/** Whether a script starts the server. */
function isStarted({ manifest }: Choices["project"], server: string): boolean {
  const stem = server.replace(/(?:\/index)?\.[cm]?[jt]s$/, "");
  return Object.values(manifest?.scripts ?? {}).some((script) => script.includes(stem));
}

/** A new app's imports need extensions. Its `tsconfig.json` isn't written yet, so that can't be read from it. */
function newProject({ project }: Choices): Choices["project"] {
  return { ...project, typescript: false };
}

/** Returns whether Vite forwards API requests without a manual step. */
function planVite(work: PlanBuilder, target: string): boolean {
  const { choices, layout, manualSteps, changes } = work;
  const proxy = planProxy(choices.project.folder, target);
  if (proxy && "change" in proxy) changes.push(proxy.change);
  const isForwarded = !(proxy && "manualStep" in proxy);
  if (proxy && "manualStep" in proxy) manualSteps.push(proxy.manualStep);
  if (layout.client === null) return isForwarded;
  const types = hasNodeTypes(choices) ? bundledImport(layout.client, layout.auth) : null;
  addFile(work, layout.client, clientTemplate(choices, types));
  if (!choices.screens) return isForwarded;
  const path = `src/auth-pages.${choices.project.typescript ? "tsx" : "jsx"}`;
  if (textOf(choices.project.folder, path) !== null) return isForwarded;
  addFile(work, path, viteAuthPagesTemplate(choices, bundledImport(path, layout.client)));
  addFile(work, "src/auth-pages.css", viteAuthPagesStyles);
  const wrap = planWrap(choices.project, { path, from: "./auth-pages" });
  if (wrap === null)
    manualSteps.push(
      `Wrap what your app renders: import { AuthPages } from "./auth-pages", then <AuthPages><App /></AuthPages>.`,
    );
  else if (wrap !== "imported") changes.push(wrap);
  return isForwarded;
}

/**
 * Whether the app's code can import the auth file's types. That requires Node.js types, which Vite's templates don't
 * include.
 */
function hasNodeTypes({ project: { folder } }: Choices): boolean {
  const lists = ["tsconfig.json", "tsconfig.app.json"].map((file) => compilerOption(folder, "types", file));
  return lists.every((types) => !isList(types) || types.includes("node"));
}
