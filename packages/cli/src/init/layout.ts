/** Where files go in an app, and how they import each other. */

import { existsSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { compilerOption, type Project } from "../project/project.ts";
import type { Choices } from "./choices.ts";

/** Paths, relative to the app's folder. */
export interface Layout {
  readonly auth: string;
  /** `null`: no browser half is written. */
  readonly client: string | null;
  /** Next's `app` folder. */
  readonly pages: string;
}

/** @param server the file that makes the server; `null`: none was found */
export function layoutOf({ project, framework }: Choices, server: string | null): Layout {
  const has = (path: string): boolean => existsSync(join(project.folder, path));
  if (framework === "next") {
    const base = has("src/app") || (has("src") && !has("app")) ? "src/" : "";
    const shared = has(`${base}lib`) ? `${base}lib/` : base;
    return {
      auth: `${shared}auth.${ending(project)}`,
      client: `${shared}auth-client.${browserEnding(project)}`,
      pages: `${base}app`,
    };
  }
  const folder = server === null ? "" : `${posix.join(dirname(server).replaceAll("\\", "/"), "/")}`;
  const beside = folder === "./" || folder === "/" ? "" : folder;
  return {
    auth: `${beside}auth.${ending(project)}`,
    client: project.vite ? `src/auth-client.${browserEnding(project)}` : null,
    pages: "",
  };
}

function ending({ typescript, esm, framework }: Project): string {
  if (typescript) return "ts";
  // Next compiles what it imports, whatever kind of module it is.
  return esm || framework === "next" ? "js" : "mjs";
}

function browserEnding({ typescript }: Project): string {
  return typescript ? "ts" : "js";
}

/** How one file of the browser, or of Next, imports another: what builds them finds the ending. */
export function bundledImport(from: string, to: string): string {
  return relativeTo(from, to.replace(/\.[cm]?tsx?$/, ""));
}

/** How a file that Node runs imports another. */
export function nodeImport({ folder, typescript, esm }: Project, from: string, to: string): string {
  const path = relativeTo(from, to);
  if (!typescript) return path;
  if (compilerOption(folder, "allowImportingTsExtensions") === true) return path;
  const module = String(compilerOption(folder, "module") ?? "");
  const bare = path.replace(/\.ts$/, "");
  return esm || /^node/i.test(module) ? `${bare}.js` : bare;
}

function relativeTo(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}
