/** Tells the widgets which way the page reads, for their arrow keys and positions. */

import { Direction } from "radix-ui";
import { type ReactElement, type ReactNode, useSyncExternalStore } from "react";

type Dir = "ltr" | "rtl";

/** Follows the `dir` attribute of the root element. */
export function DirectionProvider({ children }: { readonly children: ReactNode }): ReactElement {
  return <Direction.Provider dir={useDirection()}>{children}</Direction.Provider>;
}

/** Returns the direction of the page. */
export function useDirection(): Dir {
  return useSyncExternalStore<Dir>(listen, read, () => "ltr");
}

function listen(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["dir"] });
  return () => observer.disconnect();
}

const read = (): Dir => (document.documentElement.dir === "rtl" ? "rtl" : "ltr");
