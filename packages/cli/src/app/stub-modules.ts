/** Stubs for modules that the app imports, used while the command loads the app. */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { sqlite } from "@latchkey/sql/sqlite";

/**
 * @param file the auth file, from which drivers are resolved
 */
export function stubModules(file: string): Record<string, unknown> {
  const load = createRequire(file);
  const variables = { ...process.env };
  return {
    // The real module throws outside of a bundler for React Server Components.
    "server-only": {},
    // Modules that only exist in SvelteKit's bundler.
    "$env/dynamic/private": { env: variables },
    "$env/dynamic/public": { env: variables },
    "$env/static/private": variables,
    "$env/static/public": variables,
    "@latchkey/sql/sqlite": { sqlite: (path: string) => sqlite(existingFileOrMemory(path)) },
    libsql: stubDriver(() => load("libsql")),
    "better-sqlite3": stubDriver(() => load("better-sqlite3")),
  };
}

type Constructor = new (...args: readonly unknown[]) => object;

/** A SQLite driver that doesn't create files. Opening a missing file would leave an empty database behind. */
function stubDriver(load: () => unknown): unknown {
  const real = (): Constructor => load() as Constructor;
  const open = ([path, ...rest]: readonly unknown[]): object =>
    Reflect.construct(real(), [existingFileOrMemory(path), ...rest]);
  const module: unknown = new Proxy(function Database() {}, {
    construct: (_, args: readonly unknown[]) => open(args),
    apply: (_, __, args: readonly unknown[]) => open(args),
    get: (_, name) => (name === "default" ? module : name === "__esModule" ? true : Reflect.get(real(), name)),
  });
  return module;
}

/** Keeps an existing database, because the app can read its own tables from it at startup. */
function existingFileOrMemory<T>(path: T | string): T | string {
  if (typeof path !== "string" || path === "" || path === ":memory:") return path;
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path) || existsSync(path.replace(/^file:/, ""))) return path;
  return ":memory:";
}
