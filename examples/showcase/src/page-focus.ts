/** Keeps the keyboard focus in the page when the page changes. */

import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "wouter";

/**
 * Moves the focus to the main content after a navigation, if the element that had it is gone. Otherwise, it would be on
 * `<body>`, and the next Tab would start at the top of the page.
 */
export function usePageFocus(): RefObject<HTMLElement | null> {
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}
