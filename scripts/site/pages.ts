/** Adapts docs pages for the site, which doesn't include the rest of the repository. */

import { inEachManager } from "./package-managers.ts";

/**
 * Adapts a page for VitePress: files get a tab with their name, and commands to install get one per package manager.
 */
export function onSite(markdown: string): string {
  return (
    forReading(markdown)
      .replace(/^```(\w+) title=(\S+)\n([\s\S]*?)^```$/gm, "::: code-group\n```$1 [$2]\n$3```\n:::")
      // Files without text between them share their tabs.
      .replace(/^```\n:::\n\n::: code-group\n/gm, "```\n")
      .replace(/^```sh\n([\s\S]*?)^```$/gm, (block, code: string) => inEachManager(code) ?? block)
  );
}

/**
 * A page as plain Markdown, without links to files that the site doesn't have. A link that only has the file's name as its
 * text becomes the file's path.
 */
export function forReading(markdown: string): string {
  const toFile = /\[([^\]]+)\]\((?:\.\.\/)+((?:examples|packages|scripts)\/[^)]*|[A-Z]+\.md)\)/g;
  return outsideCode(markdown, (prose) =>
    prose.replace(toFile, (_, text: string, path: string) => (path.endsWith(`/${text}`) ? `\`${path}\`` : text)),
  );
}

function outsideCode(markdown: string, change: (prose: string) => string): string {
  return markdown
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join("");
}
