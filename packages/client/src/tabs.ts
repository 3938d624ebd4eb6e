/** Tells other tabs of the same browser that a call changed something. */

/** The localStorage key used for the messages. */
export const tabStorageKey = "latchkey.change";

/** Notifies the other tabs of a change. */
export function notifyTabs(): void {
  try {
    // Browsers only send storage events for changed values.
    localStorage.setItem(tabStorageKey, `${Math.random()}`);
  } catch {
    // Storage is missing or blocked. Other tabs update when they get focus.
  }
}
