/** An error message for a menu item that failed. */

import { DropdownMenu } from "radix-ui";
import type { ReactElement } from "react";
import { createPortal } from "react-dom";
import { useSlots } from "../provider/appearance.tsx";
import { useSupportLink } from "./support-text.tsx";

/**
 * Shows an error inside a menu. Screen readers get it from outside the menu, because a menu can only contain its items.
 * For the same reason, the link to the app's support is an item.
 */
export function MenuProblem({ children }: { readonly children: string }): ReactElement {
  const slot = useSlots();
  const support = useSupportLink(children);
  return (
    <>
      <DropdownMenu.Label className="lk-alert lk-alert-error">{children}</DropdownMenu.Label>
      {support ? (
        <DropdownMenu.Item asChild {...slot("menuItem", "lk-menu-item", "lk-link")}>
          <a href={support.href} rel="noreferrer">
            {support.words}
          </a>
        </DropdownMenu.Item>
      ) : null}
      {createPortal(
        <p className="lk-hidden" role="alert">
          {children}
        </p>,
        document.body,
      )}
    </>
  );
}
