/** Formats Markdown for the generated pages. */

import type { Docstring } from "./declarations.ts";

/** Formats a table row. Escapes pipes and replaces line breaks with spaces. */
export function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ")).join(" | ")} |`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), `|${"---|".repeat(head.length)}`, ...rows.map(row)].join("\n");
}

/** Formats text as code, even if it contains backticks. */
export function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

export function block(text: string, language = "ts"): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** Formats a whole docstring: text, parameters, return value, and errors. */
export function formatDocstring({ text, params, returns, throws, see, deprecated }: Docstring): string {
  const facts = [
    ...params.filter((param) => param.text !== "").map((param) => `- ${code(param.name)}: ${joinLines(param.text)}`),
    ...(returns ? [`- Returns ${joinLines(returns)}`] : []),
    ...throws.map((one) => `- Throws ${code(one.type)}${one.text === "" ? "" : `: ${joinLines(one.text)}`}`),
    ...see.map((one) => `- See ${linkURLs(one)}`),
  ];
  return [
    ...(deprecated === null ? [] : [`**Deprecated.** ${joinLines(deprecated)}`]),
    ...(text === "" ? [] : [text]),
    ...(facts.length === 0 ? [] : [facts.join("\n")]),
  ].join("\n\n");
}

/** Joins lines with spaces. */
export function joinLines(text: string): string {
  return text.replace(/\s*\n\s*/g, " ").trim();
}

function linkURLs(text: string): string {
  return text.replace(/https:\/\/\S+/g, (url) => `<${url}>`);
}
