/** The README and the pages of the docs: their titles, code blocks, links, and anchors. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * A code block and the name of the file that it's written to. With `title=`, other blocks on the page can import it.
 */
export interface Block {
  readonly page: string;
  readonly file: string;
  readonly code: string;
}

/** The repository's root folder, with a trailing slash. */
export const root: string = fileURLToPath(new URL("..", import.meta.url));

/** The example folder that a page shows, such as `hono` for `docs/get-started/hono.md`. */
export function exampleOf(page: string): string | undefined {
  const name = /^docs\/get-started\/(.+)\.md$/.exec(page)?.[1];
  return name !== undefined && existsSync(`${root}examples/${name}`) ? name : undefined;
}

/** The README and every page, by name. */
export function pages(): Map<string, string> {
  // Skip hidden folders, where tests create temporary files.
  const names = readdirSync(`${root}docs`, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith("."))
    .flatMap((entry) => (entry.isDirectory() ? namesIn(entry.name) : [entry.name]))
    .filter((name) => name.endsWith(".md"))
    .sort();
  return new Map(
    ["README.md", ...names.map((name) => `docs/${name}`)].map((name) => [name, readFileSync(root + name, "utf8")]),
  );
}

/** The files in a docs folder, including subfolders. */
function namesIn(folder: string): string[] {
  const names = readdirSync(`${root}docs/${folder}`, { recursive: true, encoding: "utf8" });
  return names.map((name) => `${folder}/${name.replaceAll("\\", "/")}`);
}

/**
 * Returns a page's TypeScript blocks.
 * @throws {Error} if two blocks have the same title, or a block is indented or never closed
 */
export function blocksOf(page: string, markdown: string): Block[] {
  const fences = [...markdown.matchAll(/^```(tsx?)(?: title=(\S+))?\n([\s\S]*?)^```$/gm)];
  if (fences.length !== [...markdown.matchAll(/^\s*```tsx?\b/gm)].length) {
    throw new Error(
      `${page}: a block of TypeScript is indented, not closed, or has more than a title behind its language.`,
    );
  }
  const blocks = fences.map(([, language = "ts", title, code = ""], at) => ({
    page,
    file: title ?? `block-${at}.${language}`,
    code,
  }));
  const twice = blocks.find(({ file }, at) => blocks.findIndex((other) => other.file === file) !== at);
  if (twice) throw new Error(`${page}: two blocks are called ${twice.file}.`);
  return blocks;
}

/** Targets of a page's links within the repository. */
export function linksOf(markdown: string): string[] {
  return [...proseOf(markdown).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target = ""]) => target);
}

/** The anchors of a page's headings. Repeated ones get a number. */
export function anchorsOf(markdown: string): string[] {
  const seen = new Map<string, number>();
  return [...proseOf(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => {
    const anchor = anchorOf(heading);
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

/** A page's title as plain text, or an empty string if the page has no top-level heading or several. */
export function titleOf(markdown: string): string {
  const [first, ...others] = [...proseOf(markdown).matchAll(/^# (.+)$/gm)];
  return others.length > 0 ? "" : (first?.[1] ?? "").replaceAll("`", "");
}

/** The anchor of a heading, as Git hosts generate it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

/** A page without its code. */
function proseOf(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, "");
}
