/** Decides whether a list has something to search and filter. */

import type { ClientError } from "@latchkey/react";
import { useState } from "react";
import { isDenied } from "./error-panel.tsx";

/**
 * Whether a list shows its search and filters. It doesn't if the list is denied, turned off, or has never had any rows.
 * Other errors may depend on the search, or be temporary.
 * @param rows `null` while loading
 */
export function useShowsFilters(
  isFiltered: boolean,
  rows: readonly unknown[] | null,
  error: ClientError | null,
): boolean {
  // The rows of a cleared filter stay until the list has loaded again, and so does the button that cleared it.
  const [wasFiltered, setWasFiltered] = useState(isFiltered);
  if (isFiltered && !wasFiltered) setWasFiltered(true);
  if (isDenied(error) || error?.status === 404) return false;
  return wasFiltered || rows === null || rows.length > 0;
}
