/** Translates the gallery's Arabic texts back to English, so that states find buttons by their English text. */

import { en, type Locale } from "@latchkey/ui/locales";
import { ar } from "@latchkey/ui/locales/ar";

export const arabic: Locale = ar;

/** A text in both languages, with its placeholders. */
interface Pair {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly english: string;
}

/** Plural forms that can express their number in words. */
const numbers: Readonly<Record<string, string>> = { zero: "0", one: "1", two: "2" };

const plain = new Map<string, Set<string>>();
const filled: Pair[] = [];
collect(ar, en);

/**
 * Returns each line of a page in English. Arabic has a single text for "Ban user" and "Banned a user", so a line can
 * become several lines. Lines that match no text stay unchanged.
 */
export function fromArabic(text: string): string {
  return text.split("\n").flatMap(lineFromArabic).join("\n");
}

function lineFromArabic(line: string): readonly string[] {
  const text = line.trim();
  const known = plain.get(text);
  if (known) return [...known];
  const matches = filled.flatMap(({ pattern, names, english }) => {
    const values = pattern.exec(text)?.slice(1);
    return values ? fillAll(english, names, values) : [];
  });
  if (matches.length > 0) return [...new Set(matches)];
  // A row shows its facts in one line. The space before a dot can be non-breaking.
  if (/\s· /.test(text))
    return [
      text
        .split(/(\s· )/)
        .map((part) => (/^\s· $/.test(part) ? part : fromArabic(part)))
        .join(""),
    ];
  // Components add an ellipsis to some texts, such as while loading.
  if (text.endsWith("…")) return lineFromArabic(text.slice(0, -1)).map((one) => `${one}…`);
  const [first, rest] = splitSentence(text);
  return rest === "" ? [line] : lineFromArabic(rest).map((one) => `${fromArabic(first)}. ${one}`);
}

/** Two texts in one line, such as the number of a step and what to do there. */
function splitSentence(text: string): readonly [first: string, rest: string] {
  const at = text.indexOf(". ");
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 2)];
}

/** Fills a text with each value in English, because values are texts too, such as the name of a row. */
function fillAll(english: string, names: readonly string[], values: readonly string[]): readonly string[] {
  return names.reduce<readonly string[]>(
    (results, name, at) => {
      const candidates = lineFromArabic(values[at] ?? "");
      return results.flatMap((result) => candidates.map((candidate) => result.replace(name, () => candidate)));
    },
    [english],
  );
}

/** Both locales have the same keys, except that Arabic has more plural forms. */
function collect(translated: unknown, english: unknown, key = ""): void {
  if (typeof translated === "string") {
    if (typeof english !== "string") return;
    const number = translated.includes("{count}") ? undefined : numbers[key];
    add(translated, number === undefined ? english : english.replace("{count}", number));
  } else if (typeof translated === "object" && translated !== null) {
    const source = english as Readonly<Record<string, unknown>> | undefined;
    for (const [key, value] of Object.entries(translated)) collect(value, source?.[key] ?? source?.other, key);
  }
}

function add(translated: string, english: string): void {
  const names = translated.match(/\{\w+\}/g) ?? [];
  if (names.length === 0) {
    plain.set(translated, new Set([...(plain.get(translated) ?? []), english]));
    return;
  }
  const parts = translated.split(/\{\w+\}/);
  // A text of placeholders alone would match every line.
  if (parts.every((part) => part.trim() === "")) return;
  const literals = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  filled.push({ pattern: new RegExp(`^${literals.join("(.+)")}$`, "u"), names, english });
}
