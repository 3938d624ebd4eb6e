/** A menu that a button opens. */

import { DropdownMenu } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { useSlots } from "../provider/appearance.tsx";
import { Icon, type IconName } from "./icons.tsx";

/** Props of `Menu`. */
export interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
}

/** A menu of `MenuItem`s that a button opens. */
export function Menu({ trigger, children }: MenuProps): ReactElement {
  const slot = useSlots();
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content {...slot("menu", "lk-menu")} align="end" sideOffset={4} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Props of `MenuItem`. */
export interface MenuItemProps {
  readonly tone?: "destructive" | undefined;
  readonly icon?: IconName | undefined;
  readonly disabled?: boolean | undefined;
  readonly children: ReactNode;
  /** Runs when the item is selected. The menu closes unless `event.preventDefault()` is called. */
  onSelect(event: Event): void;
}

/** A menu item. */
export function MenuItem({ tone, icon, disabled = false, children, onSelect }: MenuItemProps): ReactElement {
  const slot = useSlots();
  return (
    <DropdownMenu.Item
      {...slot("menuItem", "lk-menu-item", tone && `lk-menu-item-${tone}`)}
      disabled={disabled}
      onSelect={onSelect}
    >
      {icon ? <Icon name={icon} /> : null}
      {children}
    </DropdownMenu.Item>
  );
}

/** A line between groups of menu items. */
export function MenuSeparator(): ReactElement {
  return <DropdownMenu.Separator className="lk-menu-line" />;
}
