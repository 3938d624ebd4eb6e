/** Links the first mention of a name on a page to its reference. */

import type { MarkdownRenderer } from "vitepress";

type Token = ReturnType<MarkdownRenderer["parse"]>[number];
type State = Parameters<Parameters<MarkdownRenderer["core"]["ruler"]["push"]>[1]>[0];

/**
 * @param targets maps each name to a page and anchor
 */
export function codeLinks(targets: Readonly<Record<string, string>>): (md: MarkdownRenderer) => void {
  return (md) => {
    md.core.ruler.push("code-links", (state) => {
      if ((state.env as { relativePath?: string }).relativePath?.startsWith("reference/")) return;
      linkNames(state, targets);
    });
  };
}

function linkNames(state: State, targets: Readonly<Record<string, string>>): void {
  const seen = new Set<string>();
  for (const [at, token] of state.tokens.entries()) {
    if (token.type !== "inline" || state.tokens[at - 1]?.type === "heading_open") continue;
    let depth = 0;
    token.children = (token.children ?? []).flatMap((child) => {
      if (child.type === "link_open") depth += 1;
      if (child.type === "link_close") depth -= 1;
      const name = child.type === "code_inline" && depth === 0 ? nameIn(child.content) : "";
      const target = Object.hasOwn(targets, name) && !seen.has(name) ? targets[name] : undefined;
      if (target === undefined) return [child];
      seen.add(name);
      return wrapped(state, child, target);
    });
  }
}

/** Extracts `createAuth` from `createAuth(…)`. */
function nameIn(code: string): string {
  return code.replace(/\(.*\)$/s, "");
}

function wrapped(state: State, token: Token, target: string): Token[] {
  const open = new state.Token("link_open", "a", 1);
  open.attrSet("href", target);
  open.attrSet("class", "reference");
  return [open, token, new state.Token("link_close", "a", -1)];
}
