/** Modules that the app's own files get in place of the real ones, while the command loads it. */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { sqlite } from "@latchkey/sql/sqlite";

/** @param file the auth file, from which drivers are looked for */
export function standInModules(file: string): Record<string, unknown> {
  const load = createRequire(file);
  const variables = { ...process.env };
  return {
    // It throws outside of a bundler for React Server Components.
    "server-only": {},
    // Modules that only SvelteKit's bundler has.
    "$env/dynamic/private": { env: variables },
    "$env/dynamic/public": { env: variables },
    "$env/static/private": variables,
    "$env/static/public": variables,
    "@latchkey/sql/sqlite": { sqlite: (path: string) => sqlite(withoutFile(path)) },
    libsql: driver(() => load("libsql")),
    "better-sqlite3": driver(() => load("better-sqlite3")),
  };
}

type Constructor = new (...args: readonly unknown[]) => object;

/** A SQLite driver that doesn't create a file: opening one that isn't there would leave an empty database behind. */
function driver(load: () => unknown): unknown {
  const real = (): Constructor => load() as Constructor;
  const open = ([path, ...rest]: readonly unknown[]): object => Reflect.construct(real(), [withoutFile(path), ...rest]);
  const module: unknown = new Proxy(function Database() {}, {
    construct: (_, args: readonly unknown[]) => open(args),
    apply: (_, __, args: readonly unknown[]) => open(args),
    get: (_, name) => (name === "default" ? module : name === "__esModule" ? true : Reflect.get(real(), name)),
  });
  return module;
}

/** A database that is there stays: the app may read its own tables from it on start. */
function withoutFile<T>(path: T | string): T | string {
  if (typeof path !== "string" || path === "" || path === ":memory:") return path;
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path) || existsSync(path.replace(/^file:/, ""))) return path;
  return ":memory:";
}
