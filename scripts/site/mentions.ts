/** Finds the sections of the docs that explain each error code. */

import { anchorOf } from "../../docs/blocks.ts";

/** Pages that only list codes, and folders of such pages. */
const lists: readonly string[] = [
  "README.md",
  "docs/index.md",
  "docs/reference/troubleshooting.md",
  "docs/auditors/security",
  "docs/auditors/fuzzing.md",
  "docs/operations/benchmarks.md",
];
const maxMentions = 3;

/** Maps each code to the sections that name it. */
export function mentionsIn(docs: ReadonlyMap<string, string>): Map<string, Mention[]> {
  const found = new Map<string, Mention[]>();
  for (const [path, markdown] of docs) {
    if (lists.some((list) => path.startsWith(list))) continue;
    for (const { code, title, anchor } of sectionsNaming(markdown)) {
      const mention = { title, page: path.slice("docs/".length), anchor };
      const known = found.get(code) ?? [];
      if (known.length < maxMentions && !known.some((other) => isSame(other, mention))) {
        found.set(code, [...known, mention]);
      }
    }
  }
  return found;
}

/** A section that names an error code. */
export interface Mention {
  /** `Passwords: Ask for the password again` */
  readonly title: string;
  /** Path in the docs folder. */
  readonly page: string;
  readonly anchor: string;
}

function isSame(one: Mention, other: Mention): boolean {
  return one.page === other.page && one.anchor === other.anchor;
}

function sectionsNaming(markdown: string): (Omit<Mention, "page"> & { readonly code: string })[] {
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
