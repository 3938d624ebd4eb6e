/** Adapts docs pages for the site, which doesn't include the rest of the repository. */

import type { Page } from "./reference/page.ts";

/** Turns links out of the docs into text, and gives code blocks with a title a tab that shows it. */
export function onSite(markdown: string): string {
  const within = outsideCode(markdown, (prose) =>
    prose.replace(/\[([^\]]+)\]\((?:\.\.\/)+(?:examples|packages|scripts)\/[^)]*\)/g, "$1"),
  );
  return within.replace(/^```(\w+) title=(\S+)\n([\s\S]*?)^```$/gm, "::: code-group\n```$1 [$2]\n$3```\n:::");
}

/** Returns the index page with links to the generated pages, replacing the sentence about them. */
export function indexWith(markdown: string, overviews: readonly Page[], exports: readonly Page[]): string {
  const link = ({ path, title }: Page): string => `[${title}](${path})`;
  const reference = `| page | read it to |
|---|---|
${overviews.map((page) => `| ${link(page)} | ${page.about} |`).join("\n")}
| Exports: ${exports.map(link).join(", ")} | know everything that a package exports |
`;
  return onSite(markdown.replace(/(^## Reference\n\n)[\s\S]*?\n(?=\n## )/m, `$1${reference}`));
}

function outsideCode(markdown: string, change: (prose: string) => string): string {
  return markdown
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join("");
}
