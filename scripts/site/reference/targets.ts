/** Finds link targets for code on the pages: exported names, options, endpoints, and error codes. */

import type { Page } from "./page.ts";

/**
 * Maps each name to `/reference/…md#anchor`. For equal names the first page wins, so core comes before packages that
 * re-export from it.
 */
export function targetsOf(pages: readonly Page[]): Record<string, string> {
  const targets = new Map<string, string>();
  for (const page of [...pages].sort((one, other) => rankOf(one) - rankOf(other))) {
    for (const [name, anchor] of page.names ?? []) {
      if (!targets.has(name)) targets.set(name, `/${page.path}#${anchor}`);
    }
  }
  return Object.fromEntries(targets);
}

function rankOf({ title }: Page): number {
  return title.startsWith("@latchkey/core") ? 1 : title.startsWith("@latchkey/") ? 2 : 0;
}
