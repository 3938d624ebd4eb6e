/** The shortcut for searching a list. */

import type { KeyboardEvent } from "react";

/**
 * Returns a handler for the element around a list and its search field: `/` moves focus to the field. It only works
 * while focus is inside, and not while the user types.
 */
export function searchKey(enabled: boolean): ((event: KeyboardEvent<HTMLElement>) => void) | undefined {
  return enabled ? focusSearch : undefined;
}

function focusSearch(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  // Dialogs are inside the list in React's tree, but not in the document.
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest("input, select, textarea"))
    return;
  const field = currentTarget.querySelector<HTMLInputElement>("input[type=search]");
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
}
