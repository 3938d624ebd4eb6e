/** Several lists in the place of one: a row of tabs. */

import { Tabs as RadixTabs } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

/** One of them. */
export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

/** What `Tabs` takes. */
export interface TabsProps {
  /** What they are about, for those who do not see where they stand. */
  readonly label: string;
  /** The first one is shown first. */
  readonly tabs: readonly Tab[];
}

/** A row of tabs; what is not shown is not there. */
export function Tabs({ label, tabs }: TabsProps): ReactElement {
  return (
    <RadixTabs.Root defaultValue={tabs[0]?.id}>
      <RadixTabs.List className="lk-tabs" aria-label={label}>
        {tabs.map(({ id, title }) => (
          <RadixTabs.Trigger key={id} value={id} className="lk-tab">
            {title}
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
