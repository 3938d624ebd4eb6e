/** Writes results to a page of the docs. */

import { readFileSync, writeFileSync } from "node:fs";

const benchmarks: URL = new URL("../../docs/operations/benchmarks.md", import.meta.url);

/**
 * Replaces the text between `<!-- name: begin -->` and `<!-- name: end -->`.
 * @throws {Error} if the page lacks the markers
 */
export function writeBetweenMarkers(name: string, text: string, page: URL = benchmarks): void {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const before = readFileSync(page, "utf8");
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${page.pathname} doesn't have its markers: ${begin} … ${end}`);
  writeFileSync(page, `${before.slice(0, from + begin.length)}\n\n${text}\n\n${before.slice(to)}`);
}
