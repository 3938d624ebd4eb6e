/** The shortcut for submitting a form. */

import type { KeyboardEvent } from "react";

/**
 * Handles Ctrl+Enter and Cmd+Enter around forms: it submits the one that has focus, even from a text area, a
 * checkbox, or a select. Links and buttons still handle Enter themselves.
 */
export function submitWithKeys(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  // While the user composes Japanese or Chinese text, Enter belongs to the input method.
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  // A dialog in a component handles the key first. A field can use it too, such as to add an email to a list.
  if (event.defaultPrevented || !(target instanceof Element) || target.closest("a, button")) return;
  const form = target.closest("form");
  if (!form) return;
  event.preventDefault();
  // Submits by clicking the button, which does nothing while it's busy or blocked.
  const button = [...form.elements].find(
    (element) => element instanceof HTMLButtonElement && element.type === "submit",
  );
  if (button instanceof HTMLButtonElement) button.click();
  else form.requestSubmit();
}
