/** A section of the console's main page. */

import { type HtmlValue, html, type SafeHtml } from "./html.ts";

/** A section's title and rows, and the text that it shows without rows. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly SafeHtml[];
  readonly empty: HtmlValue;
  readonly action?: HtmlValue;
  /** Shown between the title and the rows. */
  readonly top?: HtmlValue;
}

/** The list must contain no whitespace. The text after it is shown by `:empty`. */
export function section({ id, title, rows, empty, action = null, top = null }: Section): SafeHtml {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<div class="head"><h2 id="${id}-title">${title}</h2>${action}</div>
${top}<div class="scroll" tabindex="0" role="group" aria-labelledby="${id}-title"><ul class="rows" id="${id}-list" data-live="list" data-length="${rows.length}">${rows}</ul><p class="empty">${empty}</p></div>
</section>`;
}

/** Formats JSON with line breaks. Returns other text unchanged. */
export function formatJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
