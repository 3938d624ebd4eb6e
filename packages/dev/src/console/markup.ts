/** HTML that is escaped unless it was made here. */

import { escapeHtml } from "@latchkey/core";

/** Text that is HTML already. Only `html` and `trusted` make one. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template. `null` and `false` stand for nothing. */
export type Content = string | number | Markup | null | false | readonly Content[];

/** A piece of a page. Every value in it is escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(parts.map((part, at) => part + render(values[at] ?? null)).join(""));
}

/** Text of this package's own, such as a stylesheet, which escaping would break. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

function render(value: Content): string {
  if (value === null || value === false) return "";
  if (value instanceof Markup) return value.text;
  return typeof value === "object" ? value.map(render).join("") : escapeHtml(String(value));
}
