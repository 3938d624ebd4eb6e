/** Renders an email as plain text. */

import type { Content } from "./content.ts";

/** The same text as the HTML, with the link on its own line. */
export function toPlainText({ heading, greeting, paragraphs, code, link, ignoreNote, footer }: Content): string {
  const parts = [
    heading,
    greeting,
    ...paragraphs,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(link ? [`${link.button}:\n${link.url}`] : []),
    ignoreNote,
    // Email clients treat what follows this line as a signature (RFC 3676, section 4.3).
    `-- \n${footer}`,
  ];
  return `${parts.join("\n\n")}\n`;
}
