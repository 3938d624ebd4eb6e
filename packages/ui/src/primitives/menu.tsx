/** A menu that a button opens. */

import { DropdownMenu } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** Props of `Menu`. */
export interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
}

/** A menu of `MenuItem`s that a button opens. */
export function Menu({ trigger, children }: MenuProps): ReactElement {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="lk-menu" align="end" sideOffset={6} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Props of `MenuItem`. */
export interface MenuItemProps {
  readonly tone?: "danger" | undefined;
  readonly disabled?: boolean | undefined;
  readonly children: ReactNode;
  /** Runs when the item is selected. The menu closes unless `event.preventDefault()` is called. */
  onSelect(event: Event): void;
}

/** A menu item. */
export function MenuItem({ tone, disabled = false, children, onSelect }: MenuItemProps): ReactElement {
  return (
    <DropdownMenu.Item
      className={classNames("lk-menu-item", tone === "danger" && "lk-menu-item-danger")}
      disabled={disabled}
      onSelect={onSelect}
    >
      {children}
    </DropdownMenu.Item>
  );
}
