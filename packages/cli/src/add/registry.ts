/** The screens that `@latchkey/ui` brings as files to copy: its `dist/registry`, as the app has it installed. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** An item of the registry, as far as it is needed here. */
export interface Item {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Packages with their ranges: `radix-ui@^1.4.3`. */
  readonly dependencies: readonly string[];
  readonly registryDependencies: readonly string[];
  readonly files: readonly { readonly target: string; readonly content: string }[];
  readonly docs: string;
}

/** @throws {Error} the app has no `@latchkey/ui` */
export function findRegistry(folder: string): string {
  const found = packageFolder(folder);
  const registry = found === null ? null : join(found, "dist/registry");
  if (registry !== null && existsSync(registry)) return registry;
  throw new Error(
    registry === null
      ? "@latchkey/ui is not installed here, from which the screens are copied. Install it as a development dependency."
      : "The @latchkey/ui that is installed has no screens to copy. Install a newer one.",
  );
}

/** In the nearest `node_modules`, as an import in the app would find it. */
function packageFolder(folder: string): string | null {
  for (let place = resolve(folder); ; place = dirname(place)) {
    const found = join(place, "node_modules/@latchkey/ui");
    if (existsSync(found)) return found;
    if (dirname(place) === place) return null;
  }
}

/** Everything that can be copied by name, what screens share left out. */
export function listScreens(registry: string): readonly Item[] {
  return readdirSync(registry)
    .filter((file) => file.endsWith(".json") && file !== "registry.json")
    .map((file) => readItem(registry, basename(file, ".json")))
    .filter(({ title }) => !title.startsWith("Shared"));
}

/**
 * The items of these names with all that they need, each once.
 * @throws {Error} there is none of a name
 */
export function readWhole(registry: string, names: readonly string[]): readonly Item[] {
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
  // A name, and no path.
  if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
    throw new Error(`There is no screen "${name}". latchkey add --list says which there are.`);
  }
  return JSON.parse(readFileSync(file, "utf8")) as Item;
}
