/** A hint that appears when its element is hovered or focused. */

import { Tooltip as RadixTooltip } from "radix-ui";
import type { ReactElement } from "react";

/** Props for `Tooltip`. */
export interface TooltipProps {
  readonly text: string;
  /** Whether the text is already the element's accessible name, so that screen readers don't hear it twice. */
  readonly isLabel?: boolean;
  /** A focusable element that takes a ref. */
  readonly children: ReactElement;
}

/** How long the pointer rests before the text appears, in milliseconds. */
const delay = 300;

/** A hint on hover and focus. It can't be reached on touch screens, so never put anything necessary into it. */
export function Tooltip({ text, isLabel = false, children }: TooltipProps): ReactElement {
  return (
    <RadixTooltip.Provider delayDuration={delay}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild {...(isLabel ? { "aria-describedby": undefined } : {})}>
          {children}
        </RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content className="lk-tooltip" sideOffset={6} collisionPadding={8}>
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
