/** Builds HTML. All values are escaped, except HTML that was built here. */

import { escapeHtml } from "@latchkey/core";

/** Text that's already HTML. Created only by `html` and `rawHtml`. */
export class SafeHtml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The values allowed in a template. `null` and `false` render nothing. */
export type HtmlValue = string | number | SafeHtml | null | false | readonly HtmlValue[];

/** Builds a part of a page. Escapes every value. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): SafeHtml {
  return new SafeHtml(parts.map((part, at) => part + render(values[at] ?? null)).join(""));
}

/** Marks this package's own text, such as a stylesheet, as safe. Never pass user input. */
export function rawHtml(text: string): SafeHtml {
  return new SafeHtml(text);
}

function render(value: HtmlValue): string {
  if (value === null || value === false) return "";
  if (value instanceof SafeHtml) return value.text;
  return typeof value === "object" ? value.map(render).join("") : escapeHtml(String(value));
}
