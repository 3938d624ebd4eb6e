/** Leads to the payment platform's own pages for the customer. */

import type { ReactElement, ReactNode } from "react";
import { Button } from "../../primitives/button.tsx";
import { useBilling } from "./data.ts";

export interface PortalButtonProps {
  /** Tells the buttons of a page apart. */
  readonly id: string;
  /** For those who do not see what it stands beside. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** Nothing for whoever may only look, or was never a customer. */
export function PortalButton({ id, label, children }: PortalButtonProps): ReactElement | null {
  const { state, manages, leaving, openPortal } = useBilling();
  if (!manages || state.customer === null) return null;
  return (
    <Button look="quiet" busy={leaving === id} aria-label={label} onClick={() => openPortal(id)}>
      {children}
    </Button>
  );
}
