/** The menu with actions for a row or page. */

import type { ReactElement, ReactNode, RefObject } from "react";
import { Button } from "../primitives/button.tsx";
import { Icon } from "../primitives/icons.tsx";
import { Menu } from "../primitives/menu.tsx";

export interface ActionsMenuProps {
  /** Names what the actions are for. */
  readonly label: string;
  /** The button that opens the menu, for dialogs that return focus to it. */
  readonly trigger: RefObject<HTMLButtonElement | null>;
  /** Default: `row`. */
  readonly place?: "row" | "page";
  /** The items. */
  readonly children: ReactNode;
}

export function ActionsMenu({ label, trigger, place = "row", children }: ActionsMenuProps): ReactElement {
  const look = place === "row" ? ({ variant: "ghost", size: "small" } as const) : ({ variant: "secondary" } as const);
  return (
    <Menu trigger={<Button ref={trigger} {...look} icon={<Icon name="ellipsis" />} aria-label={label} />}>
      {children}
    </Menu>
  );
}
