/** The billing page. */

import type { ReactElement } from "react";
import { Stack } from "../../primitives/card.tsx";
import { RequireSession } from "../../session-gate/require-session.tsx";
import { useBillingUi } from "../ui.ts";
import { BillingContent, type BillingContentProps } from "./billing-content.tsx";

/** Props of `BillingPage`. */
export interface BillingPageProps extends BillingContentProps {
  readonly className?: string;
  readonly title?: string;
}

/** Shows the plan, usage, benefits, and invoices of the signed-in user, or of an organization that lets them see it. */
export function BillingPage({ className, title, ...props }: BillingPageProps): ReactElement {
  return (
    <RequireSession>
      <Page className={className} title={title} {...props} />
    </RequireSession>
  );
}

interface PageProps extends BillingContentProps {
  readonly className: string | undefined;
  readonly title: string | undefined;
}

function Page({ className, title, ...props }: PageProps): ReactElement {
  const { page } = useBillingUi().texts;
  return (
    <Stack className={className}>
      <h1 className="lk-title lk-title-page">{title ?? page.title}</h1>
      <BillingContent {...props} />
    </Stack>
  );
}
