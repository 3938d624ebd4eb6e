/** Builds the sidebar from docs/index.md. Its headings become groups and its tables list the pages. */

import { anchorOf } from "../../docs/blocks.ts";

export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}

/** @throws {Error} if the index has no pages */
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
 * Reads a table cell. `[Mail](mail.md)` is one page. `Providers: [Apple](…), …` is several pages under one name, which
 * links to their list, because a group without a link would be rendered as a button inside a button.
 */
function itemsOf(cell: string, list: string): SidebarItem[] {
  const links = [...cell.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g)].map(([, text = "", path = ""]) => ({
    text,
    link: `/${path}`,
  }));
  const [, name] = /^(\w[^[\]:]*): \[/.exec(cell) ?? [];
  return name === undefined ? links : [{ text: name, link: list, collapsed: true, items: links }];
}
