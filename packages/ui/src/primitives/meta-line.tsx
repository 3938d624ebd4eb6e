/** A line of facts about an item, such as "Last used yesterday · Expires Dec 1, 2026". */

import type { ReactElement, ReactNode } from "react";

/** Props for `MetaLine`. */
export interface MetaLineProps {
  /** Empty facts are skipped. */
  readonly facts: readonly ReactNode[];
}

/** Shows dots between the facts. A line that wraps neither starts nor ends with one. */
export function MetaLine({ facts }: MetaLineProps): ReactElement {
  return (
    <p className="lk-note lk-meta">
      {facts
        .filter((fact) => fact !== "" && fact !== null && fact !== undefined && fact !== false)
        .map((fact, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts have no ids
          <span key={at}>{fact}</span>
        ))}
    </p>
  );
}
