/** Arabic in the gallery, and the way back to English, so that states find buttons by their English text. */

import { en, type Locale } from "@latchkey/ui/locales";
import { ar } from "@latchkey/ui/locales/ar";

export const arabic: Locale = ar;

/** A text in both languages, with its placeholders. */
interface Pair {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly english: string;
}

const plain = new Map<string, Set<string>>();
const filled: Pair[] = [];
collect(ar, en);

/**
 * Returns each line of a page in English. A line that stands for several English texts becomes several lines, because
 * Arabic has one text for "Ban user" and "Banned a user". Lines that aren't a text of their own stay as they are.
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
  return matches.length > 0 ? [...new Set(matches)] : [line];
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
function collect(translated: unknown, english: unknown): void {
  if (typeof translated === "string") {
    if (typeof english === "string") add(translated, english);
  } else if (typeof translated === "object" && translated !== null) {
    const source = english as Readonly<Record<string, unknown>> | undefined;
    for (const [key, value] of Object.entries(translated)) collect(value, source?.[key] ?? source?.other);
  }
}

function add(translated: string, english: string): void {
  const names = translated.match(/\{\w+\}/g) ?? [];
  if (names.length === 0) {
    plain.set(translated, new Set([...(plain.get(translated) ?? []), english]));
    return;
  }
  const parts = translated.split(/\{\w+\}/);
  // Only placeholders: every line would match.
  if (parts.every((part) => part.trim() === "")) return;
  const literals = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  filled.push({ pattern: new RegExp(`^${literals.join("(.+)")}$`, "u"), names, english });
}
