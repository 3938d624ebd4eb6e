/** A made-up language that shows which texts aren't translatable and which layouts are too tight. */

import { isGroup } from "./overrides.ts";

/**
 * Returns the texts in a pseudo-language: accented, about 40% longer, and in brackets, such as `[Šîĝñ îñ one]`. On a
 * page that uses it, text without brackets is hard-coded, and text without its closing bracket is cut off. Placeholders
 * and `language` stay unchanged.
 */
export function pseudolocalize<T extends object>(texts: T): T {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(texts)) {
    if (key === "language") result[key] = value;
    else if (typeof value === "string") result[key] = pseudoText(value);
    else if (isGroup(value)) result[key] = pseudolocalize(value);
    else result[key] = mapForms(value as Readonly<Record<string, string>>);
  }
  return result as T;
}

function mapForms(forms: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(forms).map(([form, text]) => [form, pseudoText(text)]));
}

function pseudoText(text: string): string {
  // The capturing group keeps the placeholders in the result.
  const parts = text.split(/(\{\w+\})/);
  const accented = parts.map((part) => (part.startsWith("{") ? part : part.replace(/[a-z]/gi, accent))).join("");
  return `[${accented}${padding(text.length)}]`;
}

const plain = "acdeghijlnorstuwyzACDEGHIJLNORSTUWYZ";
const accents = "áçďéĝĥîĵļñöřšţûŵýžÁÇĎÉĜĤÎĴĻÑÖŘŠŢÛŴÝŽ";

function accent(letter: string): string {
  return accents[plain.indexOf(letter)] ?? letter;
}

const words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Words, because layouts may break lines between them. */
function padding(length: number): string {
  let text = "";
  for (let index = 0; text.length < length * 0.4; index++) text += ` ${words[index % words.length]}`;
  return text;
}
