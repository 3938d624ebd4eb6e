/** Short labels for states, such as "Unverified". */

import type { ReactElement, ReactNode } from "react";
import { useSlots } from "../provider/appearance.tsx";

/** Meaning of a badge. The text conveys it too, because not everyone can tell the colors apart. */
export type Tone = "neutral" | "primary" | "success" | "warning" | "destructive";

/** Props for `Badge`. */
export interface BadgeProps {
  /** Default: `neutral`. */
  readonly tone?: Tone;
  readonly children: ReactNode;
}

/** A short label with a background. */
export function Badge({ tone = "neutral", children }: BadgeProps): ReactElement {
  const slot = useSlots();
  return <span {...slot("badge", "lk-badge", tone !== "neutral" && `lk-badge-${tone}`)}>{children}</span>;
}

/** A state as a word with a colored dot in front, for table cells. */
export function Status({ tone = "neutral", children }: BadgeProps): ReactElement {
  return <span className={tone === "neutral" ? "lk-status" : `lk-status lk-status-${tone}`}>{children}</span>;
}
