/** The billing page. */

import type { ReactElement, ReactNode } from "react";
import { Stack } from "../../primitives/card.tsx";
import { RequireSession } from "../../session-gate/require-session.tsx";
import { useBillingUi } from "../ui.ts";
import { BillingContent, type BillingContentProps, BillingSkeleton } from "./billing-content.tsx";

/** Props for `BillingPage`. */
export interface BillingPageProps extends BillingContentProps {
  readonly className?: string;
  readonly title?: string;
}

/**
 * Shows the plan, usage, benefits, and invoices of the signed-in user, or of an organization that lets the user see
 * them.
 */
export function BillingPage({ className, title, ...props }: BillingPageProps): ReactElement {
  return (
    <RequireSession
      loading={
        <Frame className={className} title={title}>
          <BillingSkeleton parts={props.children} />
        </Frame>
      }
    >
      <Frame className={className} title={title}>
        <BillingContent {...props} />
      </Frame>
    </RequireSession>
  );
}

interface FrameProps {
  readonly className: string | undefined;
  readonly title: string | undefined;
  readonly children: ReactNode;
}

function Frame({ className, title, children }: FrameProps): ReactElement {
  const { page } = useBillingUi().texts;
  return (
    <Stack className={className}>
      <h1 className="lk-title lk-title-page">{title ?? page.title}</h1>
      {children}
    </Stack>
  );
}
