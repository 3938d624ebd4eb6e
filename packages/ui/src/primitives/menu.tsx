/** A menu behind a button. */

import { DropdownMenu } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** What `Menu` takes. */
export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
}

/** A menu behind a button; its lines are `MenuItem`s. */
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

/** What `MenuItem` takes. */
export interface MenuItemProps {
  readonly tone?: "danger" | undefined;
  readonly disabled?: boolean | undefined;
  readonly children: ReactNode;
  /** The menu closes, unless `event.preventDefault()` is called. */
  onSelect(event: Event): void;
}

/** A line of a menu. */
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
