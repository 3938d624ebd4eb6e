/** Keeps the current section of a settings page in the fragment of the URL. */

import { useSyncExternalStore } from "react";

/**
 * Returns the id in the fragment, such as `security` for `#security`, or the first id if it names no section.
 * During server rendering, that's the first one, because servers don't get the fragment.
 */
export function useSection(ids: readonly string[]): string {
  const first = ids[0] ?? "";
  return useSyncExternalStore(
    listen,
    () => ids.find((id) => id === readFragment()[0]) ?? first,
    () => first,
  );
}

/** Returns what follows the section's id in the fragment, such as `a` for `#teams/a`. `null` without it. */
export function useSubsection(): string | null {
  return useSyncExternalStore(
    listen,
    () => readFragment()[1] ?? null,
    () => null,
  );
}

const readFragment = (): readonly string[] => location.hash.slice(1).split("/");

function listen(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  addEventListener("popstate", changed);
  return () => {
    removeEventListener("hashchange", changed);
    removeEventListener("popstate", changed);
  };
}
