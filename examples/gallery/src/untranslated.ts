/** Finds texts on the page that can't be translated. */

import { isValidElement } from "react";
import { withoutTranslated } from "./pseudo.ts";

/** Elements that only hold data: names and emails, codes, times, the values of fields, and the initials of people. */
const dataElements = "bdi, code, pre, time, textarea, .lk-avatar, svg, script, style, .unseen";
const attributes = ["aria-label", "aria-description", "placeholder", "title", "alt"] as const;

/** Texts that are data wherever they are. Keep it short, and prefer `<bdi>`, `<time>`, and `<code>` in components. */
const data: readonly RegExp[] = [
  // Emails, hosts, and paths.
  /\S+@\S+/g,
  /(https?:\/\/)?[\w-]+(\.[\w-]+)+(\/\S*)?/g,
  /\/[\w/-]+/g,
  // Dates, times, and durations, which Intl formats in the language of the texts.
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b/g,
  /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\b/g,
  /\bat(?= \d{1,2}:\d\d)/g,
  /\b\d*\s?(AM|PM|UTC)\b/g,
  /\b(in )?\d+ (second|minute|hour|day|week|month|quarter|year)s?( ago)?\b/g,
  /\b(now|today|yesterday|tomorrow|last|next|this) ?(second|minute|hour|day|week|month|quarter|year)?\b/gi,
  // Countries with their calling codes, which Intl names.
  /[A-Z][a-z]+( [A-Z][a-z]+)* \(\+\d+\)/g,
  // Currencies, units, and sizes.
  /\b(USD|EUR|kB|MB|GB)\b/g,
  // Roles and resources that the app defines.
  /\b(user|admin|[Pp]roject)\b/g,
  // Labels of fields that the app defines.
  /\b(Company name|Company|Team size|Birthday|Newsletter)\b/g,
  // Names of browsers, systems, providers, and protocols.
  /\b(Chrome|Firefox|Safari|Edge|Opera|Windows|macOS|iOS|iPhone|iPad|Android|Linux)\b/g,
  /\b(Okta|Microsoft Entra ID|(Google )?Workspace|OpenID Connect|SAML( 2\.0)?)\b/g,
  /\b(GitHub|Google|Microsoft|Apple|Facebook|Discord|LinkedIn|GitLab|Spotify|Twitch|Slack)\b/g,
];

/**
 * Returns the visible texts and labels that aren't in the pseudo-language.
 * @param known strings from the server's responses and the state itself
 */
export function findUntranslated(known: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  const longest = [...known].filter((one) => one.trim().length > 1).sort((a, b) => b.length - a.length);
  for (const text of pageTexts()) {
    let rest = withoutTranslated(text);
    for (const one of longest) rest = rest.replaceAll(one, "\n");
    for (const pattern of data) rest = rest.replace(pattern, " ");
    if (rest.split(/\s{2,}|\n|,/).some((piece) => isText(piece.trim(), longest))) found.add(text.trim());
  }
  return [...found];
}

/** Single letters are keys and initials. Benefit notes are Markdown, so the page only shows pieces of the string. */
function isText(piece: string, known: readonly string[]): boolean {
  return /\p{L}{2}/u.test(piece) && !known.some((one) => one.includes(piece));
}

function* pageTexts(): Generator<string> {
  for (const element of document.body.querySelectorAll("*")) {
    if (!element.closest(dataElements)) yield ownText(element);
  }
  for (const element of document.querySelectorAll(attributes.map((name) => `[${name}]`).join())) {
    for (const name of attributes) {
      const value = element.getAttribute(name);
      if (value) yield value;
    }
  }
}

/** The element's own text, without its children's. A name in the middle of a text is a child element. */
function ownText({ childNodes }: Element): string {
  return [...childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : "\n")).join("");
}

/** Collects all strings in a response or an element's props. */
export function collectStrings(value: unknown, into: Set<string>, seen: Set<object> = new Set()): void {
  if (typeof value === "string") into.add(value);
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  const inner = isValidElement(value) ? (value.props as object) : value;
  for (const one of Object.values(inner)) collectStrings(one, into, seen);
}
