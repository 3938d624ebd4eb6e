/** What becomes of a page of docs on the site, where the rest of the repository is not at hand. */

import type { Page } from "./reference/page.ts";

/** Links that leave the docs become text; a code block with a title gets a tab that shows it. */
export function onSite(markdown: string): string {
  const within = outsideCode(markdown, (prose) =>
    prose.replace(/\[([^\]]+)\]\((?:\.\.\/)+(?:examples|packages|scripts)\/[^)]*\)/g, "$1"),
  );
  return within.replace(/^```(\w+) title=(\S+)\n([\s\S]*?)^```$/gm, "::: code-group\n```$1 [$2]\n$3```\n:::");
}

/** The index, with links to what is made instead of the sentence that tells of it. */
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
