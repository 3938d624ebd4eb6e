/** Which file belongs to which item of the registry: every file to one, so that no two items can write the same. */

import type { Exported, Source } from "./sources.ts";

/** A screen, or what screens share. */
export interface Group {
  /** `sign-in`. */
  readonly name: string;
  /** Of the component; `null` where the item is what others share. */
  readonly component: string | null;
  /** What of it an app imports. */
  readonly path: string | null;
  readonly files: readonly string[];
  /** Names of the groups that its files import from. */
  readonly needs: readonly string[];
}

/** What every screen needs: provider, primitives, texts, stylesheet. */
export const base = "latchkey";

/** @throws {Error} a file that no screen uses; items that need each other */
export function groupFiles(sources: ReadonlyMap<string, Source>, faces: readonly Exported[]): readonly Group[] {
  const screens = faces.filter(isScreen);
  const pathOf = new Map(screens.map(({ name, path }) => [name, path]));
  const reach = new Map([...sources.keys()].map((path) => [path, closure(sources, [path])]));
  const owner = new Map<string, string>();
  const share = (paths: Iterable<string>, plugin: string | null): void => {
    for (const path of paths)
      if (!owner.has(path)) owner.set(path, path.startsWith(`${plugin}/`) && plugin ? plugin : base);
  };

  const shared = faces.filter((one) => !isScreen(one));
  for (const { path, plugin } of shared) share(reach.get(path) ?? [], plugin);
  share(
    [...sources.keys()].filter((path) => path.startsWith("primitives/")),
    null,
  );
  // Of what is left, a file that one screen alone reaches is its own; what several reach goes, with all that it needs, to
  // what they share.
  const rest = [...sources.keys()].filter((path) => !owner.has(path) && !path.endsWith("index.ts"));
  const single = new Map<string, string>();
  for (const path of rest) {
    const users = screens.filter((screen) => reach.get(screen.path)?.has(path));
    const nearest = users.filter((user) => !users.some((other) => isInside(other, user, reach)));
    const [first] = nearest;
    if (!first) throw new Error(`${path} belongs to no screen.`);
    if (nearest.every((one) => one.path === first.path)) single.set(path, kebab(first.name));
    else share(reach.get(path) ?? [], pluginOf(users));
  }
  for (const [path, screen] of single) if (!owner.has(path)) owner.set(path, screen);

  const names = [
    base,
    ...new Set(shared.flatMap(({ plugin }) => plugin ?? [])),
    ...screens.map(({ name }) => kebab(name)),
  ];
  const components = new Map(screens.map(({ name }) => [kebab(name), name]));
  const groups = names.map((name) => {
    const component = components.get(name) ?? null;
    const path = component === null ? null : (pathOf.get(component) ?? null);
    const files = [...owner].filter(([, group]) => group === name).map(([file]) => file);
    const imported = [...files.flatMap((file) => sources.get(file)?.imports ?? []), ...(path ? [path] : [])];
    const needs = [...new Set(imported.map((file) => owner.get(file) as string))].filter((one) => one !== name);
    return { name, component, path, files, needs: needs.sort() };
  });
  refuseCircles(groups);
  return groups;
}

/** A component that is more than a part of others, and not what goes around them. */
export function isScreen({ name, path }: Exported): boolean {
  return /^[A-Z]/.test(name) && !/^(?:primitives|provider)\//.test(path);
}

/** One uses the other: what belongs to the inner one is not the outer one's. */
function isInside(inner: Exported, outer: Exported, reach: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return inner.path !== outer.path && reach.get(outer.path)?.has(inner.path) === true;
}

/** The one plugin whose screens these are. */
function pluginOf(users: readonly Exported[]): string | null {
  const [plugin = null, ...others] = new Set(users.map((user) => user.plugin));
  return others.length === 0 ? plugin : null;
}

function closure(sources: ReadonlyMap<string, Source>, from: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    const source = sources.get(path);
    if (!source) throw new Error(`${path} is imported, and is not there.`);
    found.add(path);
    source.imports.forEach(visit);
  };
  from.forEach(visit);
  return found;
}

function refuseCircles(groups: readonly Group[]): void {
  const byName = new Map(groups.map((group) => [group.name, group]));
  const visit = (name: string, above: readonly string[]): void => {
    if (above.includes(name))
      throw new Error(`Items of the registry need each other: ${[...above, name].join(" → ")}.`);
    for (const need of byName.get(name)?.needs ?? []) visit(need, [...above, name]);
  };
  for (const { name } of groups) visit(name, []);
}

/** `SignIn` → `sign-in`. */
export function kebab(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
}
