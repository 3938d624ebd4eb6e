/** Finds link targets for code on the pages: exported names, options, endpoints, and error codes. */

import { anchorOf } from "../../../docs/blocks.ts";
import type { Page } from "./page.ts";

/** Names that are distinct enough to link anywhere, such as `createAuth` but not `update`. */
const distinct = /^(?:[a-z]+[A-Z]|[A-Z][a-z]+[A-Z])\w*$/;

/**
 * Maps each name to `/reference/…md#anchor`. For equal names the first page wins, so core comes before packages that
 * re-export from it.
 */
export function targetsOf(pages: readonly Page[]): Record<string, string> {
  const targets = new Map<string, string>();
  const add = (name: string, target: string): void => {
    if (!targets.has(name)) targets.set(name, target);
  };
  for (const page of [...pages].sort((one, other) => rankOf(one) - rankOf(other))) {
    for (const heading of headingsOf(page.markdown)) {
      const target = `/${page.path}#${anchorOf(heading)}`;
      if (page.path.endsWith("endpoints.md")) {
        if (/^[A-Z]+ \//.test(heading)) {
          add(heading, target);
          add(heading.replace(/^[A-Z]+ /, ""), target);
        }
      } else if (page.path.endsWith("errors.md")) add(heading, target);
      else if (!page.path.endsWith("configuration.md") && distinct.test(heading)) add(heading, target);
    }
    if (page.path.endsWith("configuration.md")) for (const [option, target] of optionsOf(page)) add(option, target);
  }
  return Object.fromEntries(targets);
}

function rankOf({ title }: Page): number {
  return title.startsWith("@latchkey/core") ? 1 : title.startsWith("@latchkey/") ? 2 : 0;
}

function headingsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^### (.+)$/gm)].map(([, heading = ""]) => heading);
}

/**
 * Maps options such as `session.cookieCache.maxAge` to their table. Only those of `createAuth`, because pages write
 * them this way.
 */
function optionsOf({ path, markdown }: Page): [string, string][] {
  const section = /^## createAuth$[\s\S]*?(?=^## )/m.exec(markdown)?.[0] ?? "";
  return section.split(/^### /m).flatMap((table, at) => {
    const [heading = ""] = table.split("\n", 1);
    if (at === 0) return [];
    const target = `/${path}#${anchorOf(heading)}`;
    return [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]): [string, string] => [`${heading}.${name}`, target]);
  });
}
