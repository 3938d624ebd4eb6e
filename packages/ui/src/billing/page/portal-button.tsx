/** A button that opens the payment provider's customer portal. */

import type { ReactElement, ReactNode } from "react";
import { Button } from "../../primitives/button.tsx";
import { useBilling } from "./data.ts";

export interface PortalButtonProps {
  /** Identifies the button on the page. */
  readonly id: string;
  /** Label for screen readers, which names what the button belongs to. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** Renders nothing if the user can't manage billing, isn't a customer yet, or the server has no portal. */
export function PortalButton({ id, label, children }: PortalButtonProps): ReactElement | null {
  const { canOpenPortal, redirectingTo, openPortal } = useBilling();
  if (!canOpenPortal) return null;
  return (
    <Button
      variant="secondary"
      size="small"
      busy={redirectingTo === id}
      aria-label={label}
      onClick={() => openPortal(id)}
    >
      {children}
    </Button>
  );
}
