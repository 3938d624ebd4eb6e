/** A row of tabs that shows one panel at a time. */

import { Tabs as RadixTabs } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { useSlots } from "../provider/appearance.tsx";

/** A tab. */
export interface Tab {
  readonly id: string;
  readonly title: string;
  /** Number of items, shown on the tab. */
  readonly count?: number | undefined;
  readonly content: ReactNode;
}

/** Props for `Tabs`. */
export interface TabsProps {
  /** Describes the tabs to screen readers. */
  readonly label: string;
  /** The tabs. The first one is selected initially. */
  readonly tabs: readonly Tab[];
}

/** A row of tabs. Panels of unselected tabs aren't mounted. */
export function Tabs({ label, tabs }: TabsProps): ReactElement {
  const slot = useSlots();
  return (
    <RadixTabs.Root defaultValue={tabs[0]?.id}>
      <RadixTabs.List className="lk-tabs" aria-label={label}>
        {tabs.map(({ id, title, count }) => (
          <RadixTabs.Trigger key={id} value={id} {...slot("tab", "lk-tab")}>
            {title}
            {count === undefined ? null : (
              <span className="lk-count">
                <bdi>{count}</bdi>
              </span>
            )}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map(({ id, content }) => (
        <RadixTabs.Content key={id} value={id} className="lk-tab-panel">
          {content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
