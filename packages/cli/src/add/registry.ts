/** Reads the components that `@latchkey/ui` offers for copying, from `dist/registry` in the installed package. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** The parts of a registry item that are used here. */
export interface Item {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Packages with their version ranges, such as `radix-ui@^1.4.3`. */
  readonly dependencies: readonly string[];
  readonly registryDependencies: readonly string[];
  readonly files: readonly { readonly target: string; readonly content: string }[];
  readonly docs: string;
}

/** @throws {Error} if the app doesn't have `@latchkey/ui` */
export function findRegistry(folder: string): string {
  const found = packageFolder(folder);
  const registry = found === null ? null : join(found, "dist/registry");
  if (registry !== null && existsSync(registry)) return registry;
  throw new Error(
    registry === null
      ? "@latchkey/ui isn't installed. Components are copied from it, so install it as a development dependency."
      : "The installed version of @latchkey/ui has no components to copy. Install a newer one.",
  );
}

/** Searches the nearest `node_modules`, as an import in the app would. */
function packageFolder(folder: string): string | null {
  for (let place = resolve(folder); ; place = dirname(place)) {
    const found = join(place, "node_modules/@latchkey/ui");
    if (existsSync(found)) return found;
    if (dirname(place) === place) return null;
  }
}

/** Lists all items that can be copied by name, excluding the shared ones. */
export function listScreens(registry: string): readonly Item[] {
  return readdirSync(registry)
    .filter((file) => file.endsWith(".json") && file !== "registry.json")
    .map((file) => readItem(registry, basename(file, ".json")))
    .filter(({ title }) => !title.startsWith("Shared"));
}

/**
 * Returns the named items and all their dependencies, each once.
 * @throws {Error} if there's no item with one of the names
 */
export function readWithDependencies(registry: string, names: readonly string[]): readonly Item[] {
  const found = new Map<string, Item>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    const item = readItem(registry, name);
    found.set(name, item);
    for (const address of item.registryDependencies) visit(basename(address, ".json"));
  };
  for (const name of names) visit(name);
  return [...found.values()];
}

function readItem(registry: string, name: string): Item {
  const file = join(registry, `${name}.json`);
  // Only plain names, so that a name can't be a path.
  if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
    throw new Error(`There's no component "${name}". To list them, run: latchkey add --list`);
  }
  return JSON.parse(readFileSync(file, "utf8")) as Item;
}
