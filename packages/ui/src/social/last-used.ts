/** Remembers which sign-in method was used last in this browser. Only its id is stored, never who used it. */

import { useSyncExternalStore } from "react";
import { useCapabilities } from "../provider/use-capabilities.ts";

const storageKey = "latchkey.last-used";

/** The id that represents email and password. */
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

/**
 * Returns the id of the sign-in method that was used last. `null` on a server. If the server keeps its own record in a
 * cookie that scripts can read, that record takes precedence.
 */
export function useLastMethod(): string | null {
  // The type is declared here, so that a copy of this file doesn't need the package of a plugin that the app may lack.
  const plugin = useCapabilities()?.plugins["last-login-method"] as { readonly cookieName?: string } | undefined;
  const cookie = plugin?.cookieName;
  return useSyncExternalStore(ignore, () => (cookie === undefined ? read() : readCookie(cookie)), onServer);
}

// Doesn't render again when the value changes, because a button shouldn't move while it's being pressed.
const ignore = (): (() => void) => () => {};
const onServer = (): null => null;

/** The server's names for a sign-in with a password. */
const passwordNames: readonly string[] = ["email", "username"];

function readCookie(name: string): string | null {
  const line = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  const method = line?.slice(name.length + 1) ?? "";
  return passwordNames.includes(method) ? passwordMethod : method || null;
}

function read(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
