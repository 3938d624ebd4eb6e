/**
 * The screens as files to copy: a registry in the format that `npx shadcn add` reads, one item a screen, made of the
 * sources. It goes into the package, so that a copy is of the version that is installed, and needs no network.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { base, type Group, groupFiles } from "./items.ts";
import { docOf, readFaces, readSources, type Source } from "./sources.ts";

/** A file of an item, as the schema has it. */
export interface ItemFile {
  readonly path: string;
  readonly type: "registry:component" | "registry:file";
  /** In the app. */
  readonly target: string;
  readonly content: string;
}

/** An item: a screen, or what screens share. See https://ui.shadcn.com/schema/registry-item.json */
export interface Item {
  readonly $schema: string;
  readonly name: string;
  readonly type: "registry:block";
  readonly title: string;
  readonly description: string;
  /** Packages with their ranges. */
  readonly dependencies: readonly string[];
  /** Addresses of other items. */
  readonly registryDependencies: readonly string[];
  readonly files: readonly ItemFile[];
  /** Printed once it is there. */
  readonly docs: string;
}

/** Where the items can be had, by the name of each. */
export type AddressOf = (name: string) => string;

/** Where an app that has the package finds them: `shadcn` takes a path, too. */
export const installed: AddressOf = (name) => `./node_modules/@latchkey/ui/dist/registry/${name}.json`;

/** Where copies go, in the app's folder of sources. */
const target = "components/latchkey";

/** @param folder of `packages/ui` */
export function readItems(folder: string, addressOf: AddressOf = installed): readonly Item[] {
  const sources = readSources(join(folder, "src"));
  const ranges = readRanges(folder);
  return groupFiles(sources, readFaces(join(folder, "src"))).map((group) => {
    const files = group.files.map((path) => sources.get(path) as Source);
    return {
      $schema: "https://ui.shadcn.com/schema/registry-item.json",
      name: group.name,
      type: "registry:block",
      title: group.component ? group.component.replace(/(?<=[a-z])(?=[A-Z])/g, " ") : `Shared: ${group.name}`,
      description: describe(group, sources),
      dependencies: [...new Set(files.flatMap(({ packages }) => packages))]
        .filter(isToInstall)
        .map(ranged(ranges))
        .sort(),
      registryDependencies: group.needs.map(addressOf),
      files: [...files.map(fileOf), ...(group.name === base ? [stylesheet(folder)] : [])],
      docs: docsOf(group),
    };
  });
}

/** Writes each item, and the list of all of them. */
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

/** The stylesheets of a folder, in the order of their names. */
export function joinStyles(folder: string): string {
  const sheets = readdirSync(folder).filter((name) => name.endsWith(".css"));
  return sheets
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

/** An app that shows screens has React. */
const isToInstall = (name: string): boolean => name !== "react" && name !== "react-dom";

function readRanges(folder: string): ReadonlyMap<string, string> {
  const { version, dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly version: string;
    readonly dependencies: Readonly<Record<string, string>>;
  };
  // All packages of the workspace are published under one version.
  return new Map([...Object.entries(dependencies), ["@latchkey", `^${version}`]]);
}

const ranged =
  (ranges: ReadonlyMap<string, string>) =>
  (name: string): string => {
    const range = ranges.get(name) ?? (name.startsWith("@latchkey/") ? ranges.get("@latchkey") : undefined);
    if (range === undefined) throw new Error(`${name} is no dependency of @latchkey/ui.`);
    return `${name}@${range}`;
  };
