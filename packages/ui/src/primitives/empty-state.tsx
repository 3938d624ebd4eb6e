/** Shown in place of an empty list: what's missing, and the next step. */

import type { ReactElement, ReactNode } from "react";
import { useSlots } from "../provider/appearance.tsx";
import { Icon, type IconName } from "./icons.tsx";

/** Props for `EmptyState`. */
export interface EmptyStateProps {
  readonly icon?: IconName;
  /** What is missing. For a search: "No members match your search." */
  readonly title: string;
  readonly text?: string;
  /** A button for the next step. */
  readonly action?: ReactNode;
}

/** Replaces a list without rows. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps): ReactElement {
  const slot = useSlots();
  return (
    <div {...slot("empty", "lk-empty")}>
      {icon ? <Icon name={icon} size={24} /> : null}
      <p className={icon || text || action ? "lk-empty-title" : "lk-empty-text"}>{title}</p>
      {text ? <p className="lk-empty-text">{text}</p> : null}
      {action ? <div className="lk-actions">{action}</div> : null}
    </div>
  );
}
