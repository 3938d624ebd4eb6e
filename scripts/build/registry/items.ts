/** Assigns every file to exactly one registry item, so that no two items write the same file. */

import type { Exported, Source } from "./sources.ts";

/** A component, or files that components share. */
export interface Group {
  /** The item's name, such as `sign-in`. */
  readonly name: string;
  /** Name of the component. `null` for a shared item. */
  readonly component: string | null;
  /** The file that an app imports from this item. */
  readonly path: string | null;
  readonly files: readonly string[];
  /** Names of the groups that its files import from. */
  readonly needs: readonly string[];
}

/** The item that every component needs: provider, primitives, texts, and stylesheet. */
export const base = "latchkey";

/** @throws {Error} if a file isn't used by any component, or items depend on each other */
export function groupFiles(sources: ReadonlyMap<string, Source>, entryPoints: readonly Exported[]): readonly Group[] {
  const screens = entryPoints.filter(isScreen);
  const pathOf = new Map(screens.map(({ name, path }) => [name, path]));
  const reach = new Map([...sources.keys()].map((path) => [path, closure(sources, [path])]));
  const owner = new Map<string, string>();
  const shared = entryPoints.filter((one) => !isScreen(one));
  const plugins = new Set(shared.map(({ plugin }) => plugin));
  // A file stays with the plugin whose folder it's in, even if another plugin imports it.
  const share = (paths: Iterable<string>, plugin: string | null): void => {
    for (const path of paths) {
      const [folder = ""] = path.split("/");
      if (!owner.has(path)) owner.set(path, plugin && plugins.has(folder) ? folder : base);
    }
  };

  for (const { path, plugin } of shared) share(reach.get(path) ?? [], plugin);
  share(
    [...sources.keys()].filter((path) => path.startsWith("primitives/")),
    null,
  );
  // A remaining file that only one component uses belongs to that component. Files that several use, and everything
  // those files need, become a shared item.
  const rest = [...sources.keys()].filter((path) => !owner.has(path) && !path.endsWith("index.ts"));
  const single = new Map<string, string>();
  for (const path of rest) {
    const users = screens.filter((screen) => reach.get(screen.path)?.has(path));
    const nearest = users.filter((user) => !users.some((other) => isInside(other, user, reach)));
    const [first] = nearest;
    if (!first) throw new Error(`${path} isn't used by any component.`);
    if (nearest.every((one) => one.path === first.path)) single.set(path, itemName(first));
    else share(reach.get(path) ?? [], pluginOf(users));
  }
  for (const [path, screen] of single) if (!owner.has(path)) owner.set(path, screen);

  const names = [base, ...new Set(shared.flatMap(({ plugin }) => plugin ?? [])), ...screens.map(itemName)];
  const components = new Map(screens.map((screen) => [itemName(screen), screen.name]));
  const groups = names.map((name) => {
    const component = components.get(name) ?? null;
    const path = component === null ? null : (pathOf.get(component) ?? null);
    const files = [...owner].filter(([, group]) => group === name).map(([file]) => file);
    const imported = [...files.flatMap((file) => sources.get(file)?.imports ?? []), ...(path ? [path] : [])];
    const needs = [...new Set(imported.map((file) => owner.get(file) as string))].filter((one) => one !== name);
    return { name, component, path, files, needs: needs.sort() };
  });
  rejectCycles(groups);
  return groups;
}

/** Whether the export is a component, and not a primitive or the provider. */
export function isScreen({ name, path }: Exported): boolean {
  return /^[A-Z]/.test(name) && !/^(?:primitives|provider)\//.test(path);
}

/** The name of a component's item. Files that a plugin's components share have the plugin's own name. */
function itemName({ name, plugin }: Exported): string {
  return kebab(name) === plugin ? `${plugin}-pages` : kebab(name);
}

/** Whether `outer` uses `inner`. Files of the inner component then don't belong to the outer one. */
function isInside(inner: Exported, outer: Exported, reach: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return inner.path !== outer.path && reach.get(outer.path)?.has(inner.path) === true;
}

/** The plugin that all of these components belong to, if there's only one. */
function pluginOf(users: readonly Exported[]): string | null {
  const [plugin = null, ...others] = new Set(users.map((user) => user.plugin));
  return others.length === 0 ? plugin : null;
}

function closure(sources: ReadonlyMap<string, Source>, from: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    const source = sources.get(path);
    if (!source) throw new Error(`${path} is imported but doesn't exist.`);
    found.add(path);
    source.imports.forEach(visit);
  };
  from.forEach(visit);
  return found;
}

function rejectCycles(groups: readonly Group[]): void {
  const byName = new Map(groups.map((group) => [group.name, group]));
  const visit = (name: string, above: readonly string[]): void => {
    if (above.includes(name)) throw new Error(`Registry items depend on each other: ${[...above, name].join(" → ")}.`);
    for (const need of byName.get(name)?.needs ?? []) visit(need, [...above, name]);
  };
  for (const { name } of groups) visit(name, []);
}

/** Converts `SignIn` to `sign-in`. */
export function kebab(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
}
