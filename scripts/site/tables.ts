/**
 * Prepares tables for narrow windows. A table that doesn't fit scrolls in a box. On a phone, the style sheet shows each
 * row of a table with more than two columns as a list, with the column's title before each cell.
 */

import type { MarkdownRenderer } from "vitepress";

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

export function responsiveTables(md: MarkdownRenderer): void {
  md.core.ruler.push("responsive-tables", ({ tokens }) => {
    for (const [at, token] of tokens.entries()) {
      if (token.type === "table_open") prepareTable(tokens.slice(at, closingOf(tokens, at)));
    }
  });
  // The box can be focused, so that it can be scrolled with the keyboard.
  md.renderer.rules.table_open = (tokens, at, options, _env, renderer) =>
    `<div class="wide" tabindex="0">\n${renderer.renderToken(tokens, at, options)}`;
  md.renderer.rules.table_close = () => "</table>\n</div>\n";
  breakLongCode(md);
}

/**
 * Lets error codes, paths, and option names in cells break after punctuation. Otherwise, one of them widens the table.
 */
function breakLongCode(md: MarkdownRenderer): void {
  const render = md.renderer.rules.code_inline;
  if (!render) throw new Error("There's no rule for code.");
  md.renderer.rules.code_inline = (tokens, at, ...rest) => {
    const html = render(tokens, at, ...rest);
    return tokens[at]?.meta?.isInCell ? html.replaceAll(/(?<=\w[_./])(?=\w)(?![^<]*>)/g, "<wbr>") : html;
  };
}

/** A list of a row's cells isn't a table to browsers, so the roles are set. */
const roles: Readonly<Record<string, string>> = {
  table_open: "table",
  thead_open: "rowgroup",
  tbody_open: "rowgroup",
  tr_open: "row",
  th_open: "columnheader",
  td_open: "cell",
};

const maxColumns = 2;

function prepareTable(tokens: readonly Token[]): void {
  hideEmptyHeaders(tokens);
  for (const code of tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === "code_inline"))
    code.meta = { ...code.meta, isInCell: true };
  const titles = tokens.flatMap((token, at) => (token.type === "th_open" ? [textOf(tokens[at + 1])] : []));
  if (titles.length <= maxColumns) return;
  tokens[0]?.attrSet("class", "stacked");
  let column = 0;
  for (const token of tokens) {
    const role = roles[token.type];
    if (role !== undefined && token.tag !== "td") token.attrSet("role", role);
    if (token.type === "tr_open") column = 0;
    if (token.type !== "td_open") continue;
    token.attrSet("role", "cell");
    token.attrSet("data-title", titles[column] ?? "");
    column += 1;
  }
}

/** Screen readers would announce an empty heading. */
function hideEmptyHeaders(tokens: readonly Token[]): void {
  for (const [at, token] of tokens.entries()) {
    if (token.type !== "th_open" || tokens[at + 1]?.content !== "") continue;
    token.tag = "td";
    const close = tokens[at + 2];
    if (close?.type === "th_close") close.tag = "td";
  }
}

function textOf(token: Token | undefined): string {
  return (token?.children ?? []).map(({ content }) => content).join("");
}

function closingOf(tokens: readonly Token[], from: number): number {
  return tokens.findIndex(({ type }, at) => at > from && type === "table_close");
}
