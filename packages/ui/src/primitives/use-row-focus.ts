/** Keeps the focus in a table or list when the row or button that had it disappears, such as after its own action. */

import { type RefObject, useEffect, useRef } from "react";

/** Where focus was in the rows. */
interface Place {
  readonly element: Element;
  readonly index: number;
  /** The panel or section around the rows, in case none are left. */
  readonly around: HTMLElement | null;
}

const controls = "button:not(:disabled), a[href], select:not(:disabled), input:not(:disabled)";

/**
 * Moves the focus to the row that's now in the same place, or the last one. Without rows, to the tab or heading above
 * them.
 * @param list the element whose children are the rows
 */
export function useRowFocus(list: RefObject<HTMLElement | null>): void {
  const place = useRef<Place | null>(null);
  useEffect(() => {
    const remember = (event: FocusEvent): void => {
      const element = event.target;
      if (!(element instanceof Element)) return;
      const index = [...(list.current?.children ?? [])].findIndex((row) => row.contains(element));
      // A dialog that the row opened is outside the row, and returns focus to it.
      if (index >= 0) {
        const around = element.closest<HTMLElement>("[role=tabpanel], section");
        place.current = { element, index, around };
      } else if (!element.closest("[role=dialog], [role=alertdialog], [role=menu]")) place.current = null;
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, [list]);
  // After every render, because a row can stay and lose its button.
  useEffect(() => {
    if (!place.current || place.current.element.isConnected) return;
    // A dialog of the removed row returns focus first.
    const timer = setTimeout(() => {
      const lost = place.current;
      if (!lost || document.activeElement !== document.body) return;
      const rows = [...(list.current?.children ?? [])] as HTMLElement[];
      const next = rows[Math.min(lost.index, rows.length - 1)];
      const target = next ? ([...next.querySelectorAll<HTMLElement>(controls)].at(-1) ?? next) : titleOf(lost.around);
      if (target && target.tabIndex < 0) target.tabIndex = -1;
      target?.focus();
    });
    return () => clearTimeout(timer);
  });
}

/** The selected tab of a panel, or the heading of a section. */
function titleOf(around: HTMLElement | null): HTMLElement | null {
  const tabId = around?.getAttribute("aria-labelledby");
  return tabId ? document.getElementById(tabId) : null;
}
