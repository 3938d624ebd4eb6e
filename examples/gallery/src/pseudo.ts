/** Translates the gallery's pseudo-language back to English, so that states find buttons by their English text. */

import { en, type Locale, pseudolocalize } from "@latchkey/ui/locales";

export const pseudo: Locale = pseudolocalize(en);

const accents = "áçďéĝĥîĵļñöřšţûŵýžÁÇĎÉĜĤÎĴĻÑÖŘŠŢÛŴÝŽ";
const plain = "acdeghijlnorstuwyzACDEGHIJLNORSTUWYZ";
const padding = /(?: (?:one|two|three|four|five|six|seven|eight|nine|ten))+$/;
const marked = /\[([^[\]]*)\]/g;

/** Translates a text from the pseudo-language to English. Data stays unchanged. */
export function toEnglish(text: string): string {
  let before = "";
  let result = text;
  // A text can be filled into another one, so the innermost comes first.
  while (result !== before) {
    before = result;
    result = result.replace(marked, (_, inner: string) => unaccent(inner.replace(padding, "")));
  }
  return result;
}

/** Removes all text that's in the pseudo-language. */
export function withoutTranslated(text: string): string {
  let before = "";
  let result = text;
  while (result !== before) {
    before = result;
    result = result.replace(marked, " ");
  }
  return result.trim();
}

function unaccent(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, (letter) => plain[accents.indexOf(letter)] ?? letter);
}
