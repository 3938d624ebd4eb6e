/** The sidebar, from docs/index.md: its headings are the groups, its tables name the pages. */

import { anchorOf } from "../../docs/blocks.ts";

export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}

/** @throws {Error} the index names no page */
export function sidebarOf(index: string): SidebarItem[] {
  const groups = index.split(/^## /m).slice(1).flatMap(groupOf);
  if (groups.length === 0) throw new Error("docs/index.md: no heading with a table of pages below it.");
  return groups;
}

function groupOf(section: string): SidebarItem[] {
  const [text = "", ...lines] = section.split("\n");
  const items = lines.flatMap((line) => itemsOf(/^\| (.+?) \|/.exec(line)?.[1] ?? "", `/index.md#${anchorOf(text)}`));
  return items.length === 0 ? [] : [{ text, items }];
}

/**
 * `[Mail](mail.md)` is one page; `Providers: [Apple](…), …` are several under one name, which leads to the list of them:
 * a group that opens and leads nowhere would be a button within a button.
 */
function itemsOf(cell: string, list: string): SidebarItem[] {
  const links = [...cell.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g)].map(([, text = "", path = ""]) => ({
    text,
    link: `/${path}`,
  }));
  const [, name] = /^(\w[^[\]:]*): \[/.exec(cell) ?? [];
  return name === undefined ? links : [{ text: name, link: list, collapsed: true, items: links }];
}
