import { waitFor } from "@testing-library/react";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { expect } from "vitest";

/**
 * A user who waits until an element can be clicked. A modal dialog blocks the pointer on the whole page, and only its
 * next render unblocks its own content, so a test can find a button a moment before it accepts clicks.
 */
export function patientUser(): UserEvent {
  const user = userEvent.setup({ delay: null });
  return Object.assign(user, {
    click: waitForPointer(user.click),
    type: waitForPointer(user.type),
    selectOptions: waitForPointer(user.selectOptions),
  });
}

function waitForPointer<T extends readonly unknown[]>(
  act: (element: Element, ...rest: T) => Promise<void>,
): (element: Element, ...rest: T) => Promise<void> {
  return async (element, ...rest) => {
    // Without the check, tests with a fake clock would wait for a timer.
    if (isBlocked(element)) await waitFor(() => expect(isBlocked(element)).toBe(false));
    await act(element, ...rest);
  };
}

/** Whether the element, or the closest ancestor that decides it, ignores the pointer. */
function isBlocked(element: Element): boolean {
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
    const pointerEvents = getComputedStyle(ancestor).pointerEvents;
    if (pointerEvents && pointerEvents !== "inherit") return pointerEvents === "none";
  }
  return false;
}
