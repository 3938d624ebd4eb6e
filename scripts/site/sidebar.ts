/** The sidebar, from docs/index.md: its headings are the groups, its tables name the pages. */

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
  const items = lines.flatMap((line) => itemsOf(/^\| (.+?) \|/.exec(line)?.[1] ?? ""));
  return items.length === 0 ? [] : [{ text, collapsed: false, items }];
}

/** `[Mail](mail.md)` is one page; `Providers: [Apple](…), …` are several under one name. */
function itemsOf(cell: string): SidebarItem[] {
  const links = [...cell.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g)].map(([, text = "", path = ""]) => ({
    text,
    link: `/${path}`,
  }));
  const [, name] = /^(\w[^[\]:]*): \[/.exec(cell) ?? [];
  return name === undefined ? links : [{ text: name, collapsed: true, items: links }];
}
