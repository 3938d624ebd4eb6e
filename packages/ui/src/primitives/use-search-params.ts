/** Reads and changes the query string of the current page. */

import { useSyncExternalStore } from "react";

/** Tells the components of a page that one of them changed the query string, because `replaceState` doesn't. */
const changedEvent = "latchkey:search";

/**
 * Returns the query parameters.
 * @param override a query string to use instead of the page's
 * @returns `null` during server rendering and hydration, when the page's query isn't known
 */
export function useSearchParams(override?: string): URLSearchParams | null {
  const pageSearch = useSyncExternalStore<string | null>(listen, read, readNothing);
  const search = override ?? pageSearch;
  return search === null ? null : new URLSearchParams(search);
}

/** Changes single parameters without a new entry in the history. `null` and an empty string remove a parameter. */
export function replaceSearchParams(changes: Readonly<Record<string, string | null>>): void {
  const params = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  const search = params.size > 0 ? `?${params}` : "";
  // Routers keep their own data in the state.
  history.replaceState(history.state, "", `${location.pathname}${search}${location.hash}`);
  dispatchEvent(new Event(changedEvent));
}

function listen(changed: () => void): () => void {
  addEventListener("popstate", changed);
  addEventListener(changedEvent, changed);
  return () => {
    removeEventListener("popstate", changed);
    removeEventListener(changedEvent, changed);
  };
}

const read = (): string => location.search;
const readNothing = (): null => null;
