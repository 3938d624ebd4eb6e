/** An effect that moves focus before the user can see the page without it, or press a key. */

import { useEffect, useLayoutEffect } from "react";

/**
 * `useLayoutEffect`, for an effect that moves focus to an element that has just appeared. `useEffect` can run later
 * than the next key press. On the server it's `useEffect`, because React 18 warns about layout effects there.
 */
export const useFocusEffect: typeof useLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
