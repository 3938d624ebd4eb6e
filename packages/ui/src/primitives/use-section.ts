/** Keeps the current section of a settings page in the URL. */

import { useSyncExternalStore } from "react";

/**
 * Returns the id of the current section, or the first id if the URL names no section. During server rendering, that's
 * the first one, because servers don't get the fragment.
 * @param base path of the page, such as `/account` for `/account/security`. Without it, the id is the fragment, such as
 *   `#security`.
 */
export function useSection(ids: readonly string[], base?: string): string {
  const first = ids[0] ?? "";
  return useSyncExternalStore(
    listen,
    () => ids.find((id) => id === idInUrl(base)) ?? first,
    () => first,
  );
}

/** Returns what follows the section's id in the fragment, such as `a` for `#teams/a`. `null` if nothing follows it. */
export function useSubsection(): string | null {
  return useSyncExternalStore(
    listen,
    () => readFragment()[1] ?? null,
    () => null,
  );
}

const readFragment = (): readonly string[] => location.hash.slice(1).split("/");

function idInUrl(base: string | undefined): string | undefined {
  if (base === undefined) return readFragment()[0];
  const start = `${base.replace(/\/$/, "")}/`;
  return location.pathname.startsWith(start) ? location.pathname.slice(start.length).split("/")[0] : undefined;
}

function listen(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  addEventListener("popstate", changed);
  return () => {
    removeEventListener("hashchange", changed);
    removeEventListener("popstate", changed);
  };
}
