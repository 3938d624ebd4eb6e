/** Decides where files go in an app and how they import each other. */

import { existsSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { compilerOption, type Project } from "../project/project.ts";
import type { Choices } from "./choices.ts";

/** File paths, relative to the app's folder. */
export interface Layout {
  readonly auth: string;
  /** `null` if no client file is created. */
  readonly client: string | null;
  /** The `app` folder of Next.js. */
  readonly pages: string;
}

/**
 * @param server the file that creates the server, or `null` if none was found
 */
export function layoutOf({ project, framework }: Choices, server: string | null): Layout {
  const has = (path: string): boolean => existsSync(join(project.folder, path));
  if (framework === "next") {
    const base = has("src/app") || (has("src") && !has("app")) ? "src/" : "";
    const shared = has(`${base}lib`) ? `${base}lib/` : base;
    return {
      auth: `${shared}auth.${sourceExtension(project)}`,
      client: `${shared}auth-client.${browserExtension(project)}`,
      pages: `${base}app`,
    };
  }
  const folder = server === null ? "" : `${posix.join(dirname(server).replaceAll("\\", "/"), "/")}`;
  const beside = folder === "./" || folder === "/" ? "" : folder;
  return {
    auth: `${beside}auth.${sourceExtension(project)}`,
    client: project.vite ? `src/auth-client.${browserExtension(project)}` : null,
    pages: "",
  };
}

function sourceExtension({ typescript, esm, framework }: Project): string {
  if (typescript) return "ts";
  // Next.js compiles its imports, so the module type doesn't matter.
  return esm || framework === "next" ? "js" : "mjs";
}

function browserExtension({ typescript }: Project): string {
  return typescript ? "ts" : "js";
}

/** The import specifier between two bundled files. Bundlers add the extension. */
export function bundledImport(from: string, to: string): string {
  return relativeTo(from, to.replace(/\.[cm]?tsx?$/, ""));
}

/** The import specifier between two files that Node.js runs. */
export function nodeImport({ folder, typescript, esm }: Project, from: string, to: string): string {
  const path = relativeTo(from, to);
  if (!typescript) return path;
  const takesExtensions = ["tsconfig.json", "tsconfig.node.json"].some(
    (file) => compilerOption(folder, "allowImportingTsExtensions", file) === true,
  );
  if (takesExtensions) return path;
  const module = String(compilerOption(folder, "module") ?? "");
  const bare = path.replace(/\.ts$/, "");
  return esm || /^node/i.test(module) ? `${bare}.js` : bare;
}

function relativeTo(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}
