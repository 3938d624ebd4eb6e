/** Reads the query string of the current page. */

import { useSyncExternalStore } from "react";

/**
 * Returns the query parameters.
 * @param given a query string to use instead of the page's
 * @returns `null` during server rendering and hydration, when the page's query isn't known
 */
export function useSearchParams(given: string | undefined): URLSearchParams | null {
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
