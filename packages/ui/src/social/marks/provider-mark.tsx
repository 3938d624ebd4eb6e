/** A provider's logo or first letter. */

import type { ReactElement } from "react";
import { type MarkPath, marks } from "./marks.ts";

/** Props for `ProviderMark`. */
export interface ProviderMarkProps {
  /** Id of the provider, such as `github`. */
  readonly id: string;
  /** The name to take the letter from if there's no logo. */
  readonly name: string;
}

/** A provider's logo. It's hidden from screen readers, because the name is next to it. */
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

function paint({ color = "currentColor", line }: MarkPath): Readonly<Record<string, string | number>> {
  return line === undefined ? { fill: color } : { fill: "none", stroke: color, strokeWidth: line };
}
