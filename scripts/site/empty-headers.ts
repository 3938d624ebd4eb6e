/** Turns empty table headers into ordinary cells, because screen readers would announce an empty heading. */

import type { MarkdownRenderer } from "vitepress";

export function emptyHeaders(md: MarkdownRenderer): void {
  md.core.ruler.push("empty-headers", ({ tokens }) => {
    for (const [at, token] of tokens.entries()) {
      if (token.type !== "th_open" || tokens[at + 1]?.content !== "") continue;
      token.tag = "td";
      const close = tokens[at + 2];
      if (close?.type === "th_close") close.tag = "td";
    }
  });
}
