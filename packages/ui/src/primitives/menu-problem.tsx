/** Why a line of a menu could not be done. */

import { DropdownMenu } from "radix-ui";
import type { ReactElement } from "react";
import { createPortal } from "react-dom";

/** Shown inside of a menu. It is said from outside: a menu may hold nothing but its lines. */
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
