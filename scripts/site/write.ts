/** Writes the folder that the site is built from: the docs pages and the generated pages. */

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openApiDocument } from "@latchkey/core/openapi";
import { pages } from "../../docs/blocks.ts";
import { makeApp } from "../openapi/app.ts";
import { mentionsIn } from "./mentions.ts";
import { indexWith, onSite } from "./pages.ts";
import { endpointsPage } from "./reference/endpoints.ts";
import { errorsPage } from "./reference/errors.ts";
import { exportPages } from "./reference/exports.ts";
import { optionsPage } from "./reference/options.ts";
import type { Page } from "./reference/page.ts";
import { readSources } from "./reference/sources.ts";
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

/** The generated pages, by kind. */
interface GeneratedPages {
  readonly overviews: readonly Page[];
  readonly exports: readonly Page[];
}

export function writeSite(): void {
  rmSync(join(cache, "pages"), { recursive: true, force: true });
  const docs = pages();
  const made = generatePages(docs);
  const all = [...made.overviews, ...made.exports];
  for (const { path, markdown } of all) writePage(`pages/${path}`, markdown);
  for (const [path, markdown] of docs) {
    if (path === "docs/index.md") writePage("pages/index.md", indexWith(markdown, made.overviews, made.exports));
    else if (path !== "README.md") copyPage(path.slice("docs/".length));
  }
  cpSync(join(root, "docs/pictures"), join(cache, "pages/pictures"), { recursive: true });
  writePage("tokens.css", tokensOf(readFileSync(join(root, "packages/ui/src/styles/tokens.css"), "utf8")));
  const sidebar = [...sidebarOf(docs.get("docs/index.md") ?? ""), referenceGroup(made)];
  writePage("site.json", JSON.stringify({ sidebar, targets: targetsOf(all) } satisfies SiteFacts));
}

/**
 * @param path path in the docs folder, such as `providers/apple.md`
 */
export function copyPage(path: string): void {
  writePage(`pages/${path}`, onSite(readFileSync(join(root, "docs", path), "utf8")));
}

function generatePages(docs: ReadonlyMap<string, string>): GeneratedPages {
  const sources = readSources(root);
  const document = openApiDocument(makeApp("http://localhost:3000"));
  return {
    overviews: [
      optionsPage(sources),
      endpointsPage(document),
      errorsPage(sources, { document, mentions: mentionsIn(docs) }),
    ],
    exports: exportPages(sources),
  };
}

function referenceGroup({ overviews, exports }: GeneratedPages): SidebarItem {
  const item = ({ path, title }: Page): SidebarItem => ({ text: title, link: `/${path}` });
  return {
    text: "Reference",
    items: [
      ...overviews.map(item),
      { text: "Exports", link: "/index.md#reference", collapsed: true, items: exports.map(item) },
    ],
  };
}

function writePage(path: string, text: string): void {
  const file = join(cache, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
