/** Tabs of one browser tell each other which path was called. */

/** The one key in localStorage. */
export const tabKey = "latchkey.call";

/** Tells the other tabs. */
export function tellTabs(path: string): void {
  try {
    // Browsers tell of changes only: the rest makes each value a new one.
    localStorage.setItem(tabKey, `${path} ${Math.random()}`);
  } catch {
    // No storage here, or it is forbidden: other tabs find out when they get the focus.
  }
}

/** The path in what another tab told. */
export function touchedPath(message: string | null): string {
  return message?.split(" ")[0] ?? "";
}
