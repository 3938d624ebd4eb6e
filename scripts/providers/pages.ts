/** Puts the tables into the pages: what stands between two marks is made, the rest is written. */

import { commonOptions, factsOf, ids, optionsOf } from "./facts.ts";

/** The pages with made parts, and what belongs between which marks. */
export const made: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map<string, Record<string, string>>([
  ["docs/social-sign-in.md", { options: commonOptions() }],
  ...ids.map((id) => [`docs/providers/${id}.md`, { facts: factsOf(id), options: optionsOf(id) }] as const),
]);

/**
 * The page with its made parts as they have to be.
 * @throws {Error} a mark is missing
 */
export function fill(page: string, markdown: string): string {
  return Object.entries(made.get(page) ?? {}).reduce((text, [name, content]) => {
    const [begin, end] = [`<!-- ${name}: npx tsx scripts/providers/write.ts -->\n\n`, `\n\n<!-- /${name} -->`];
    const from = text.indexOf(begin);
    const to = text.indexOf(end, from);
    if (from === -1 || to === -1) throw new Error(`${page} has no place for ${name}: ${begin}…${end}`);
    return text.slice(0, from + begin.length) + content + text.slice(to);
  }, markdown);
}
