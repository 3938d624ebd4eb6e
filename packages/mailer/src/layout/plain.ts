/** A mail as plain text. */

import type { Content } from "./content.ts";

/** The same words as in the HTML, the link on a line of its own. */
export function toPlainText({ heading, greeting, paragraphs, code, link, ignore, footer }: Content): string {
  const parts = [
    heading,
    greeting,
    ...paragraphs,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(link ? [`${link.button}:\n${link.url}`] : []),
    ignore,
    // Mail clients fold what comes after this line (RFC 3676, section 4.3).
    `-- \n${footer}`,
  ];
  return `${parts.join("\n\n")}\n`;
}
