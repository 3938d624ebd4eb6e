/** A panel that a button opens, for choices that need more than a menu. */

import { Popover as RadixPopover } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { useSlots } from "../provider/appearance.tsx";

/** Props for `Popover`. */
export interface PopoverProps {
  /** The button that opens the panel. */
  readonly trigger: ReactNode;
  /** Describes the panel to screen readers. */
  readonly label: string;
  readonly open?: boolean;
  onOpenChange?(open: boolean): void;
  /** Side of the trigger that the panel lines up with. Default: `start`. */
  readonly align?: "start" | "end";
  readonly children: ReactNode;
}

/** A panel below a button. Escape and clicks outside close it, and focus returns to the button. */
export function Popover(props: PopoverProps): ReactElement {
  const { trigger, label, open, onOpenChange, align = "start", children } = props;
  const slot = useSlots();
  return (
    <RadixPopover.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          {...slot("menu", "lk-popover")}
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
