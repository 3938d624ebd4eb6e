/** What stands behind the `?` of the page's address. */

import { useSyncExternalStore } from "react";

/**
 * @param given instead of the page's own
 * @returns `null` while a server renders, and while the browser takes its page over: it is not known there
 */
export function useSearch(given: string | undefined): URLSearchParams | null {
  const own = useSyncExternalStore<string | null>(listen, read, unknown);
  const search = given ?? own;
  return search === null ? null : new URLSearchParams(search);
}

function listen(changed: () => void): () => void {
  addEventListener("popstate", changed);
  return () => removeEventListener("popstate", changed);
}

const read = (): string => location.search;
const unknown = (): null => null;
