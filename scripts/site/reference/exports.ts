/** Generates a page for each entry point of each package, with all of its exports. */

import { anchorOf } from "../../../docs/blocks.ts";
import { docstringOf, type Kind, kindOf, signatureOf } from "./declarations.ts";
import { block, code, formatDocstring, table } from "./markdown.ts";
import { linkTo, type Page, type PageGroup } from "./page.ts";
import type { Entry, Export, Sources } from "./sources.ts";

const groups: readonly (readonly [Kind, string])[] = [
  ["function", "Functions"],
  ["options", "Options"],
  ["value", "Values"],
  ["type", "Types"],
];

/** Converts `@latchkey/sql/ddl` to `reference/packages/sql-ddl.md`. */
function pathOf({ specifier }: Entry): string {
  return `reference/packages/${specifier.replace("@latchkey/", "").replaceAll("/", "-")}.md`;
}

const overviewPath = "reference/packages.md";

/** Names that are distinct enough to link anywhere, such as `createAuth` but not `update`. */
const distinct = /^(?:[a-z]+[A-Z]|[A-Z][a-z]+[A-Z])\w*$/;

export function exportPages(sources: Sources): PageGroup {
  const pages = pagesOf(sources);
  const names = [...new Set(pages.map(packageOf))];
  const sections = names.map((name) => {
    const own = pages.filter((page) => packageOf(page) === name);
    const rows = own.map((page) => [`[${code(page.title)}](${linkTo(page, overviewPath)})`, page.about]);
    return `## ${name}\n\n${table(["Import", "Main exports"], rows)}`;
  });
  const about = "Every export of every package.";
  const markdown = `# Packages

Each page lists what you can import from a package or one of its subpaths, with signatures.

${sections.join("\n\n")}
`;
  return {
    title: "Packages",
    overview: { path: overviewPath, title: "Packages", about, markdown },
    pages,
  };
}

/** Converts `@latchkey/sql/ddl` to `sql`. */
function packageOf({ title }: Page): string {
  return title.split("/")[1] ?? title;
}

function pagesOf(sources: Sources): Page[] {
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
        about: mainExports(found),
        markdown: [`# ${entry.specifier}`, ...sections].join("\n\n"),
        names: found.filter(({ name }) => distinct.test(name)).map(({ name }) => [name, anchorOf(name)]),
      },
    ];
  });
}

const maxMain = 4;

/** The first functions of an entry, or its other exports if it has none. */
function mainExports(found: readonly Export[]): string {
  const functions = found.filter(({ name, declarations: [first] }) => first && kindOf(first, name) === "function");
  const main = functions.length > 0 ? functions : found;
  const named = main.slice(0, maxMain).map(({ name }) => code(name));
  const more = found.length - named.length;
  return more > 0 ? `${named.join(", ")}, and ${more} more` : named.join(", ");
}

function section({ name, declarations }: Export): string {
  const documented = declarations.find((one) => docstringOf(one).text !== "") ?? declarations[0];
  const about = documented ? formatDocstring(docstringOf(documented)) : "";
  const signature = block(declarations.map((one) => signatureOf(one, name)).join("\n\n"));
  return [`### ${name}`, ...(about === "" ? [] : [about]), signature].join("\n\n");
}
