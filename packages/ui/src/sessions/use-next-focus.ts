/** Keeps the focus in a list of rows whose buttons remove them. */

import { type RefObject, useRef, useState } from "react";
import { useFocusEffect } from "../primitives/use-focus-effect.ts";

/** Moves the focus between the buttons of rows. */
export interface NextFocus {
  /** The ref of a row's button. */
  refOf(key: string): (button: HTMLButtonElement | null) => void;
  /** Call it before a row disappears. The next row gets focus, or else the one before it, or the list. */
  leave(key: string): void;
  /** Call it when a row that was left reappears. Its button gets focus back, unless the user has moved on. */
  comeBack(key: string): void;
  /** Focuses the button of a row that's about to appear. */
  enter(key: string | undefined): void;
}

/** @param list gets focus if no row has a button. Give it `tabIndex={-1}`. */
export function useNextFocus(list: RefObject<HTMLElement | null>, keys: readonly string[]): NextFocus {
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const [entering, setEntering] = useState<string>();
  const [returning, setReturning] = useState<{ readonly key: string }>();
  /** Where `leave` moved the focus. */
  const focusAfterLeave = useRef<Element | null>(null);
  useFocusEffect(() => {
    if (entering !== undefined) buttons.current.get(entering)?.focus();
  }, [entering]);
  useFocusEffect(() => {
    const { activeElement: now } = document;
    // A list with a single row was gone, and the focus with it.
    const hasStayed = now === focusAfterLeave.current || now === document.body;
    if (returning && hasStayed) buttons.current.get(returning.key)?.focus();
  }, [returning]);
  return {
    refOf: (key) => (button) => {
      if (button) buttons.current.set(key, button);
      else buttons.current.delete(key);
    },
    leave(key) {
      const at = keys.indexOf(key);
      const candidates = [...keys.slice(at + 1), ...keys.slice(0, Math.max(0, at)).reverse()];
      const next = candidates.find((candidate) => buttons.current.has(candidate));
      (next === undefined ? list.current : buttons.current.get(next))?.focus();
      focusAfterLeave.current = document.activeElement;
    },
    comeBack: (key) => setReturning({ key }),
    enter: setEntering,
  };
}
