/** Generates a page for each entry point of each package, with all of its exports. */

import { docstringOf, type Kind, kindOf, signatureOf } from "./declarations.ts";
import { block, described } from "./markdown.ts";
import type { Page } from "./page.ts";
import type { Entry, Export, Sources } from "./sources.ts";

const groups: readonly (readonly [Kind, string])[] = [
  ["function", "Functions"],
  ["options", "Options"],
  ["value", "Values"],
  ["type", "Types"],
];

/** Converts `@latchkey/sql/ddl` to `reference/sql-ddl.md`. */
export function pathOf({ specifier }: Entry): string {
  return `reference/${specifier.replace("@latchkey/", "").replaceAll("/", "-")}.md`;
}

export function exportPages(sources: Sources): Page[] {
  return sources.entries.flatMap((entry) => {
    const found = sources.exportsOf(entry);
    if (found.length === 0) return [];
    const sections = groups.flatMap(([kind, title]) => {
      const members = found.filter(({ name, declarations: [first] }) => first && kindOf(first, name) === kind);
      return members.length === 0 ? [] : [`## ${title}\n\n${members.map(section).join("\n\n")}`];
    });
    return [
      {
        path: pathOf(entry),
        title: entry.specifier,
        about: `see what ${entry.specifier} exports`,
        markdown: [`# ${entry.specifier}`, ...sections].join("\n\n"),
      },
    ];
  });
}

function section({ name, declarations }: Export): string {
  const documented = declarations.find((one) => docstringOf(one).text !== "") ?? declarations[0];
  const about = documented ? described(docstringOf(documented)) : "";
  const signature = block(declarations.map((one) => signatureOf(one, name)).join("\n\n"));
  return [`### ${name}`, ...(about === "" ? [] : [about]), signature].join("\n\n");
}
