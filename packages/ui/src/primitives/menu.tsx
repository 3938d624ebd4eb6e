/** A menu that a button opens. */

import { DropdownMenu } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { useSlots } from "../provider/appearance.tsx";
import type { CallPaths } from "../provider/call-paths.ts";
import { Offered, OfferedAny } from "../provider/offered.tsx";
import { Icon, type IconName } from "./icons.tsx";

/** Props for `Menu`. */
export interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactNode;
  /**
   * The calls of its items. If the server turned off all of them, nothing is rendered. Omit it if an item has no call.
   */
  readonly paths?: readonly CallPaths[] | undefined;
  readonly children: ReactNode;
}

/** A menu of `MenuItem`s that a button opens. */
export function Menu({ trigger, paths, children }: MenuProps): ReactElement {
  const slot = useSlots();
  const menu = (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content {...slot("menu", "lk-menu")} align="end" sideOffset={4} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
  return paths ? <OfferedAny paths={paths}>{menu}</OfferedAny> : menu;
}

/** Props for `MenuItem`. */
export interface MenuItemProps {
  readonly tone?: "destructive" | undefined;
  readonly icon?: IconName | undefined;
  readonly disabled?: boolean | undefined;
  /** Path of the call that the item leads to, or several paths. If the server turned one off, nothing is rendered. */
  readonly path?: CallPaths | undefined;
  readonly children: ReactNode;
  /** Runs when the item is selected. The menu closes unless `event.preventDefault()` is called. */
  onSelect(event: Event): void;
}

/** A menu item. */
export function MenuItem(props: MenuItemProps): ReactElement {
  const { tone, icon, disabled = false, path, children, onSelect } = props;
  const slot = useSlots();
  const item = (
    <DropdownMenu.Item
      {...slot("menuItem", "lk-menu-item", tone && `lk-menu-item-${tone}`)}
      disabled={disabled}
      onSelect={onSelect}
    >
      {icon ? <Icon name={icon} /> : null}
      {children}
    </DropdownMenu.Item>
  );
  return <Offered path={path}>{item}</Offered>;
}

/** A line between groups of menu items. */
export function MenuSeparator(): ReactElement {
  return <DropdownMenu.Separator className="lk-menu-line" />;
}
