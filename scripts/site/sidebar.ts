/** Builds the sidebar from docs/contents.ts. */

import { contents, type Group } from "../../docs/contents.ts";

export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}

/** The generated pages in the "Reference" group, which come before the written ones. */
export interface GeneratedItems {
  readonly groups: readonly Group[];
  /** Paths without `.md`. */
  readonly pages: readonly string[];
}

/**
 * @param titles each page's title, by its path without `.md`
 * @throws {Error} if a listed page is missing or has no title
 */
export function sidebarOf(titles: ReadonlyMap<string, string>, generated: GeneratedItems): SidebarItem[] {
  return contents.map((group) => {
    const item = groupItem(group, titles);
    if (group.title !== "Reference") return item;
    const groups = generated.groups.map((one) => groupItem(one, titles));
    return { ...item, items: [...groups, ...pageItems(generated.pages, titles), ...(item.items ?? [])] };
  });
}

function groupItem({ title, overview, pages, groups = [] }: Group, titles: ReadonlyMap<string, string>): SidebarItem {
  return {
    text: title,
    // A collapsed group without a link would be a button inside a button.
    ...(overview === undefined ? {} : { link: `/${overview}`, collapsed: true }),
    items: [...pageItems(pages, titles), ...groups.map((group) => groupItem(group, titles))],
  };
}

function pageItems(paths: readonly string[], titles: ReadonlyMap<string, string>): SidebarItem[] {
  return paths.map((path) => {
    const title = titles.get(path) ?? "";
    if (title === "")
      throw new Error(`docs/contents.ts lists ${path}, but docs/${path}.md doesn't exist or has no title.`);
    return { text: title, link: `/${path}` };
  });
}
