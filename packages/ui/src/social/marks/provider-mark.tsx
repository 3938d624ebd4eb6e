/** A provider's mark, or its first letter. */

import type { ReactElement } from "react";
import { type MarkPart, marks } from "./marks.ts";

/** What `ProviderMark` takes. */
export interface ProviderMarkProps {
  /** Of the provider: `github`. */
  readonly id: string;
  /** Where the letter comes from, if there is no mark. */
  readonly name: string;
}

/** The mark that a provider is known by. It says nothing to a screen reader: the name stands beside it. */
export function ProviderMark({ id, name }: ProviderMarkProps): ReactElement {
  const parts = Object.hasOwn(marks, id) ? marks[id] : undefined;
  if (!parts) {
    const letter = [...name.trim()][0] ?? "";
    return <span className="lk-mark lk-mark-letter" data-letter={letter.toUpperCase()} aria-hidden="true" />;
  }
  return (
    <svg className="lk-mark" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      {parts.map((part) => (
        <path key={part.d} d={part.d} {...paint(part)} />
      ))}
    </svg>
  );
}

function paint({ color = "currentColor", line }: MarkPart): Readonly<Record<string, string | number>> {
  return line === undefined ? { fill: color } : { fill: "none", stroke: color, strokeWidth: line };
}
