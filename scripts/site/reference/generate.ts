/** Generates all pages that come from the sources. */

import { fileURLToPath } from "node:url";
import { openApiDocument } from "@latchkey/core/openapi";
import { makeApp } from "../../openapi/app.ts";
import { mentionsIn } from "../mentions.ts";
import type { GeneratedItems } from "../sidebar.ts";
import { configurationPages } from "./configuration.ts";
import { endpointPages } from "./endpoints.ts";
import { errorPages } from "./errors.ts";
import { exportPages } from "./exports.ts";
import type { Page, PageGroup } from "./page.ts";
import { pluginSchemas, schemaWith } from "./schemas.ts";
import { readSources } from "./sources.ts";
import { tablesPage } from "./tables.ts";

const root: string = fileURLToPath(new URL("../../../", import.meta.url));

/** The generated pages. */
export interface Reference {
  readonly groups: readonly PageGroup[];
  readonly tables: Page;
  /** All of them. */
  readonly pages: readonly Page[];
}

/**
 * @param docs the written pages by their path, for links from error codes to them
 */
export function generateReference(docs: ReadonlyMap<string, string>): Reference {
  const sources = readSources(root);
  const document = openApiDocument(makeApp("http://localhost:3000"));
  const errors = errorPages(sources, { document, mentions: mentionsIn(docs) });
  const groups = [configurationPages(sources), endpointPages(document, errors.pathOf), errors, exportPages(sources)];
  const tables = tablesPage(sources, schemaWith(), pluginSchemas());
  return { groups, tables, pages: [...groups.flatMap(({ overview, pages }) => [overview, ...pages]), tables] };
}

/** The generated pages for the navigation. */
export function referenceItems({ groups, tables }: Reference): GeneratedItems {
  return {
    groups: groups.map(({ title, overview, pages }) => ({
      title,
      overview: pathOf(overview),
      pages: pages.map(pathOf),
    })),
    pages: [pathOf(tables)],
  };
}

function pathOf({ path }: Page): string {
  return path.replace(/\.md$/, "");
}
