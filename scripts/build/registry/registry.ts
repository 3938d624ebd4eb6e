/**
 * Builds a registry of components to copy, in the format of `npx shadcn add`, with one item per component. It's part of
 * the package, so that copies match the installed version and need no network.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { joinStyles } from "../styles.ts";
import { base, type Group, groupFiles } from "./items.ts";
import { docOf, readEntryPoints, readSources, type Source } from "./sources.ts";

/** A file of an item, as the schema defines it. */
export interface ItemFile {
  readonly path: string;
  readonly type: "registry:component" | "registry:file";
  /** Path in the app. */
  readonly target: string;
  readonly content: string;
}

/** An item: a component, or files that components share. See https://ui.shadcn.com/schema/registry-item.json */
export interface Item {
  readonly $schema: string;
  readonly name: string;
  readonly type: "registry:block";
  readonly title: string;
  readonly description: string;
  /** Packages with their version ranges. */
  readonly dependencies: readonly string[];
  /** Paths or URLs of other items. */
  readonly registryDependencies: readonly string[];
  readonly files: readonly ItemFile[];
  /** Printed after the item is added. */
  readonly docs: string;
}

/** Returns the path or URL of an item, by its name. */
export type AddressOf = (name: string) => string;

/** Paths of the items in an app that has the package. `shadcn` accepts paths too. */
export const installed: AddressOf = (name) => `./node_modules/@latchkey/ui/dist/registry/${name}.json`;

/** Target folder in the app's source folder. */
const target = "components/latchkey";

/**
 * @param folder path of `packages/ui`
 */
export function readItems(folder: string, addressOf: AddressOf = installed): readonly Item[] {
  const sources = readSources(join(folder, "src"));
  const ranges = readRanges(folder);
  return groupFiles(sources, readEntryPoints(join(folder, "src"))).map((group) => {
    const files = group.files.map((path) => sources.get(path) as Source);
    return {
      $schema: "https://ui.shadcn.com/schema/registry-item.json",
      name: group.name,
      type: "registry:block",
      title: group.component ? group.component.replace(/(?<=[a-z])(?=[A-Z])/g, " ") : `Shared: ${group.name}`,
      description: describe(group, sources),
      dependencies: [...new Set(files.flatMap(({ packages }) => packages))]
        .filter(isToInstall)
        .map(withVersions(ranges))
        .sort(),
      registryDependencies: group.needs.map(addressOf),
      files: [...files.map(fileOf), ...(group.name === base ? [stylesheet(folder)] : [])],
      docs: docsOf(group),
    };
  });
}

/** Writes each item and the list of all items. */
export function writeRegistry(folder: string, out: string, addressOf?: AddressOf): void {
  const items = readItems(folder, addressOf);
  mkdirSync(out, { recursive: true });
  const write = (name: string, content: object): void =>
    writeFileSync(join(out, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
  for (const item of items) write(item.name, item);
  write("registry", {
    $schema: "https://ui.shadcn.com/schema/registry.json",
    name: "latchkey",
    homepage: "@latchkey/ui",
    items: items.map(({ $schema, ...item }) => ({ ...item, files: item.files.map(({ content, ...file }) => file) })),
  });
}

function describe({ name, component, path }: Group, sources: ReadonlyMap<string, Source>): string {
  if (component === null) {
    return name === base
      ? "The provider, texts, primitives and the stylesheet that every screen uses."
      : `What the screens of ${name} share, and their part of the provider.`;
  }
  const doc = docOf(sources.get(path as string) as Source, component);
  if (doc === null) throw new Error(`${path}: ${component} has no doc comment, which describes its item.`);
  return doc;
}

function docsOf({ component, path }: Group): string {
  const how = `Import ${target}/styles.css once, and put AuthUiProvider of ${target}/provider/provider around the app.`;
  return component && path ? `${component} is in ${target}/${path}. ${how}` : how;
}

function fileOf({ path, text }: Source): ItemFile {
  return { path: `src/${path}`, type: "registry:component", target: `${target}/${path}`, content: text };
}

function stylesheet(folder: string): ItemFile {
  const content = joinStyles(join(folder, "src/styles"));
  return { path: "src/styles.css", type: "registry:file", target: `${target}/styles.css`, content };
}

/** Whether to list the package as a dependency. Apps that use the components already have React. */
const isToInstall = (name: string): boolean => name !== "react" && name !== "react-dom";

function readRanges(folder: string): ReadonlyMap<string, string> {
  const { version, dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly version: string;
    readonly dependencies: Readonly<Record<string, string>>;
  };
  // All packages of the workspace are published with the same version.
  return new Map([...Object.entries(dependencies), ["@latchkey", `^${version}`]]);
}

const withVersions =
  (ranges: ReadonlyMap<string, string>) =>
  (name: string): string => {
    const range = ranges.get(name) ?? (name.startsWith("@latchkey/") ? ranges.get("@latchkey") : undefined);
    if (range === undefined) throw new Error(`${name} isn't a dependency of @latchkey/ui.`);
    return `${name}@${range}`;
  };
