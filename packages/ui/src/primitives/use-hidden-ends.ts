/** Finds out where an element has more to scroll to. */

import { type RefObject, useEffect, useState } from "react";

/**
 * Returns the ends with more to scroll to, and a function for the element's scroll event. Measures again when the
 * window or the key changes.
 */
export function useHiddenEnds(
  strip: RefObject<HTMLElement | null>,
  key: string,
): readonly [more: string | undefined, measure: () => void] {
  const [more, setMore] = useState<string | undefined>();
  const measure = (): void => {
    if (strip.current) setMore(hiddenEnds(strip.current));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with the content
  useEffect(() => {
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [key]);
  return [more, measure];
}

/** Returns the ends of the strip with more to scroll to, by their place on the screen: `start` is on the left. */
function hiddenEnds(strip: HTMLElement): string | undefined {
  const hidden = strip.scrollWidth - strip.clientWidth;
  // On right-to-left pages, `scrollLeft` counts from the right, below zero.
  const isRtl = getComputedStyle(strip).direction === "rtl";
  const left = isRtl ? hidden + strip.scrollLeft : strip.scrollLeft;
  const ends = [left > 1 ? "start" : "", left < hidden - 1 ? "end" : ""].filter(Boolean);
  return ends.length === 2 ? "both" : ends[0];
}
