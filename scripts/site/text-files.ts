/** Writes the site's pages as plain Markdown next to the HTML, with a list of them in `llms.txt`. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { contents, type Group } from "../../docs/contents.ts";
import { forReading } from "./pages.ts";
import type { SidebarItem } from "./sidebar.ts";
import type { WrittenSite } from "./write.ts";

const summary = `# Latchkey

> Authentication for TypeScript that runs in your app and keeps users, sessions, and organizations in your own database. It
> comes with a typed client, React hooks, and prebuilt components.
`;

/** The groups that `llms-full.txt` leaves out, because app developers don't need them. */
const left: readonly string[] = ["For auditors"];

/**
 * @param folder the folder with the built site
 */
export function writeTextFiles(folder: string, { sidebar, markdown }: WrittenSite): void {
  for (const [path, text] of markdown) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, readable(path, text));
  }
  writeFileSync(join(folder, "llms.txt"), pageList(sidebar));
  writeFileSync(join(folder, "llms-full.txt"), fullText(markdown));
}

/** The list of all pages, with links to their Markdown. */
export function pageList(sidebar: readonly SidebarItem[]): string {
  const seen = new Set<string>();
  const sections = sidebar.map(({ text, items = [] }) => {
    const own = pageItems(items).filter(({ link }) => !seen.has(link));
    for (const { link } of own) seen.add(link);
    return `## ${text}\n\n${own.map((page) => `- [${page.text}](${page.link}.md)`).join("\n")}\n`;
  });
  return [summary, ...sections].join("\n");
}

/** The pages below a group, once each. A group can lead to its own page or to one of another group. */
function pageItems(items: readonly SidebarItem[]): { readonly text: string; readonly link: string }[] {
  const all = items.flatMap(({ text, link, items: below }) => [
    ...(link === undefined ? [] : [{ text, link }]),
    ...pageItems(below ?? []),
  ]);
  return all.filter(({ link }, at) => all.findIndex((other) => other.link === link) === at);
}

/** All written pages except those of left-out groups, in the order of the navigation. */
function fullText(markdown: WrittenSite["markdown"]): string {
  const pagesOf = (group: Group): readonly string[] => [...group.pages, ...(group.groups ?? []).flatMap(pagesOf)];
  const paths = contents.filter(({ title }) => !left.includes(title)).flatMap(pagesOf);
  const texts = paths.map((path) => `<!-- /${path}.md -->\n\n${forReading(markdown.get(`${path}.md`) ?? "").trim()}\n`);
  return `${summary}\n${texts.join("\n")}`;
}

/** A page without front matter. The home page's front matter becomes its introduction. */
function readable(path: string, text: string): string {
  const body = forReading(text).replace(/^---\n[\s\S]*?\n---\n+/, "");
  return path === "index.md" ? `${summary}\n${body}` : body;
}
