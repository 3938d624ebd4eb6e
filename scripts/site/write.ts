/** Writes the folder that the site is built from: the docs pages and the generated pages. */

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pages, titleOf } from "../../docs/blocks.ts";
import { onSite } from "./pages.ts";
import { generateReference, referenceItems } from "./reference/generate.ts";
import { targetsOf } from "./reference/targets.ts";
import { type SidebarItem, sidebarOf } from "./sidebar.ts";
import { tokensOf } from "./tokens.ts";

const root: string = fileURLToPath(new URL("../../", import.meta.url));
const cache: string = join(root, "scripts/site/.cache");

/** Data for VitePress's configuration. */
export interface SiteFacts {
  readonly sidebar: readonly SidebarItem[];
  /** Maps each linked name to its reference page and anchor. */
  readonly targets: Readonly<Record<string, string>>;
}

/** The written pages, for files that are built from them. */
export interface WrittenSite {
  readonly sidebar: readonly SidebarItem[];
  /** Every page's Markdown as it's read, by its path, such as `guides/billing.md`. */
  readonly markdown: ReadonlyMap<string, string>;
}

export function writeSite(): WrittenSite {
  rmSync(join(cache, "pages"), { recursive: true, force: true });
  const docs = pages();
  const reference = generateReference(docs);
  const written = [...docs].filter(([path]) => path !== "README.md");
  const markdown = new Map([
    ...written.map(([path, text]) => [path.slice("docs/".length), text] as const),
    ...reference.pages.map((page) => [page.path, page.markdown] as const),
  ]);
  for (const [path, text] of markdown) writePage(`pages/${path}`, onSite(text));
  cpSync(join(root, "docs/pictures"), join(cache, "pages/pictures"), { recursive: true });
  // The home page's picture is in its front matter, which can only name public files.
  for (const theme of ["light", "dark"]) {
    cpSync(join(root, `docs/pictures/home-${theme}.webp`), join(cache, `pages/public/home-${theme}.webp`));
  }
  writePage("tokens.css", tokensOf(readFileSync(join(root, "packages/ui/src/styles/tokens.css"), "utf8")));
  const titles = new Map([
    ...[...markdown].map(([path, text]) => [withoutSuffix(path), titleOf(text)] as const),
    ...reference.pages.map(({ path, title }) => [withoutSuffix(path), title] as const),
  ]);
  const sidebar = sidebarOf(titles, referenceItems(reference));
  writePage("site.json", JSON.stringify({ sidebar, targets: targetsOf(reference.pages) } satisfies SiteFacts));
  return { sidebar, markdown };
}

/**
 * @param path path in the docs folder, such as `providers/apple.md`
 */
export function copyPage(path: string): void {
  writePage(`pages/${path}`, onSite(readFileSync(join(root, "docs", path), "utf8")));
}

function withoutSuffix(path: string): string {
  return path.replace(/\.md$/, "");
}

function writePage(path: string, text: string): void {
  const file = join(cache, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
