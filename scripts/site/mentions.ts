/** Finds the sections of the docs that explain each error code. */

import { anchorOf } from "../../docs/blocks.ts";

/** Pages that only list codes. */
const lists: readonly string[] = [
  "README.md",
  "docs/index.md",
  "docs/security.md",
  "docs/fuzzing.md",
  "docs/benchmarks.md",
];
const maxMentions = 3;

/** Maps each code to links to the sections that name it, for pages in `reference/`. */
export function mentionsIn(docs: ReadonlyMap<string, string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, markdown] of docs) {
    if (lists.includes(path)) continue;
    for (const { code, title, anchor } of sectionsNaming(markdown)) {
      const link = `[${title}](../${path.slice("docs/".length)}${anchor === "" ? "" : `#${anchor}`})`;
      const links = found.get(code) ?? [];
      if (links.length < maxMentions && !links.includes(link)) found.set(code, [...links, link]);
    }
  }
  return found;
}

interface Mention {
  readonly code: string;
  /** `Passwords: Asked for again` */
  readonly title: string;
  readonly anchor: string;
}

function sectionsNaming(markdown: string): Mention[] {
  const sections = markdown.replace(/^```[\s\S]*?^```$/gm, "").split(/^(?=#{1,6} )/m);
  const page = headingOf(sections[0] ?? "");
  return sections.flatMap((section, at) => {
    const heading = headingOf(section);
    const place = at === 0 ? { title: page, anchor: "" } : { title: `${page}: ${heading}`, anchor: anchorOf(heading) };
    return [...section.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`/g)].map(([, code = ""]) => ({ code, ...place }));
  });
}

function headingOf(section: string): string {
  return /^#+ (.+)$/m.exec(section)?.[1] ?? "";
}
