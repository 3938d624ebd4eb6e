/** Fills in the generated parts of the provider pages, between their markers. */

import { commonOptions, factsOf, ids, optionsOf } from "./facts.ts";

/** The pages with generated parts, and the text for each marker. */
export const generated: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map<string, Record<string, string>>(
  [
    ["docs/guides/social-sign-in.md", { options: commonOptions() }],
    ...ids.map((id) => [`docs/guides/providers/${id}.md`, { facts: factsOf(id), options: optionsOf(id) }] as const),
  ],
);

/**
 * Returns the page with updated generated parts.
 * @throws {Error} if a marker is missing
 */
export function fill(page: string, markdown: string): string {
  return Object.entries(generated.get(page) ?? {}).reduce((text, [name, content]) => {
    const [begin, end] = [`<!-- ${name}: npx tsx scripts/providers/write.ts -->\n\n`, `\n\n<!-- /${name} -->`];
    const from = text.indexOf(begin);
    const to = text.indexOf(end, from);
    if (from === -1 || to === -1) throw new Error(`${page} has no markers for ${name}: ${begin}…${end}`);
    return text.slice(0, from + begin.length) + content + text.slice(to);
  }, markdown);
}
