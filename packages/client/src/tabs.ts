/** Tells other tabs of the same browser which path was called. */

/** The localStorage key used for the messages. */
export const tabStorageKey = "latchkey.call";

/** Notifies the other tabs of a call. */
export function notifyTabs(path: string): void {
  try {
    // Browsers only send storage events for changed values, so each value gets a random part.
    localStorage.setItem(tabStorageKey, `${path} ${Math.random()}`);
  } catch {
    // Storage is missing or blocked. Other tabs update when they get focus.
  }
}

/** Extracts the path from another tab's message. */
export function parseTabMessage(message: string | null): string {
  return message?.split(" ")[0] ?? "";
}
