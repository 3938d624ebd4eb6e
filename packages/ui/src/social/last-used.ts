/** Remembers which sign-in method was used last in this browser. Only its id is stored, never who used it. */

import { useSyncExternalStore } from "react";

const storageKey = "latchkey.last-used";

/** The id that stands for email and password. */
export const passwordMethod = "password";

/** Stores the id of a provider, or `passwordMethod`. */
export function rememberMethod(id: string): void {
  try {
    localStorage.setItem(storageKey, id);
  } catch {
    // Storage can be disabled.
  }
}

/** Forgets the method, because the sign-in with it failed. */
export function forgetMethod(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Storage can be disabled.
  }
}

/** Returns the id of the method that was used last, as of when the page was opened. `null` on a server. */
export function useLastMethod(): string | null {
  return useSyncExternalStore(ignore, read, onServer);
}

// A button that moves while it's being pressed would be confusing.
const ignore = (): (() => void) => () => {};
const onServer = (): null => null;

function read(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
