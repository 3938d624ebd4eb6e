/** An error message for a menu item that failed. */

import { DropdownMenu } from "radix-ui";
import type { ReactElement } from "react";
import { createPortal } from "react-dom";

/**
 * Shows an error inside a menu. Screen readers get it from outside the menu, because a menu can only contain its items.
 */
export function MenuProblem({ children }: { readonly children: string }): ReactElement {
  return (
    <>
      <DropdownMenu.Label className="lk-alert lk-alert-error">{children}</DropdownMenu.Label>
      {createPortal(
        <p className="lk-hidden" role="alert">
          {children}
        </p>,
        document.body,
      )}
    </>
  );
}
