/** Reads query parameters once and removes them from the address bar. */

import { useEffect, useState } from "react";
import { useSearchParams } from "./use-search-params.ts";

/** Removes parameters from the page's URL, so that a reload, a shared link, or a referrer doesn't have them. */
export function removeParams(names: readonly string[]): void {
  const url = new URL(location.href);
  if (!names.some((name) => url.searchParams.has(name))) return;
  for (const name of names) url.searchParams.delete(name);
  history.replaceState(history.state, "", url);
}

/**
 * Returns the query parameters as they were when the page opened, and removes the named ones from the URL.
 * @param override a query string to use instead of the page's, which then stays unchanged
 * @returns `null` during server rendering and hydration, when the page's query isn't known
 */
export function useConsumedParams(names: readonly string[], override: string | undefined): URLSearchParams | null {
  const current = useSearchParams(override);
  const hasAny = current !== null && names.some((name) => current.has(name));
  const text = current?.toString();
  const [kept, setKept] = useState<string | null>(null);
  const key = names.join();
  useEffect(() => {
    if (!hasAny || override !== undefined || text === undefined) return;
    setKept(text);
    removeParams(key.split(","));
  }, [hasAny, override, text, key]);
  if (hasAny || override !== undefined) return current;
  return kept === null ? current : new URLSearchParams(kept);
}
