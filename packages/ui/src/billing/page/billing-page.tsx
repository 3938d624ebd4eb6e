/** The billing page, with one card per topic. */

import type { ReactElement, ReactNode } from "react";
import { useState } from "react";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { CardLevel, Stack } from "../../primitives/card.tsx";
import { LoadError } from "../../primitives/load-error.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { RequireSession } from "../../session-gate/require-session.tsx";
import { useExternalRedirect } from "../../social/use-external-redirect.ts";
import { type OwnerProps, referenceOf, useBillingClient, useOwnerKey } from "../client.ts";
import { useBillingUi } from "../ui.ts";
import { BenefitsCard } from "./benefits-card.tsx";
import { BillingContext, type BillingData, type BillingSummary, useBillingSummary } from "./data.ts";
import { OrdersCard } from "./orders-card.tsx";
import { PlanCard } from "./plan-card.tsx";
import { UsageCard } from "./usage-card.tsx";
import { useDelayedReloads } from "./use-delayed-reloads.ts";
import { type PurchaseStatus, usePurchaseStatus } from "./use-purchase-status.ts";

/** Props of `BillingPage`. */
export interface BillingPageProps extends OwnerProps {
  readonly className?: string;
  readonly title?: string;
  /** Whether to offer actions that spend money or end a plan. The server checks permissions. Default: true. */
  readonly manages?: boolean;
  /** Query string in which a checkout passes its id. Default: the current page's query. */
  readonly search?: string;
  /** Cards to show instead of the default ones, in this order. */
  readonly children?: ReactNode;
}

/** Shows the plan, usage, benefits, and invoices of the signed-in user, or of an organization that lets them see it. */
export function BillingPage(props: BillingPageProps): ReactElement {
  return (
    <RequireSession>
      <Page {...props} />
    </RequireSession>
  );
}

function Page(props: BillingPageProps): ReactElement {
  const { page } = useBillingUi().texts;
  const key = useOwnerKey(props);
  return (
    <Stack className={props.className}>
      <h1 className="lk-title lk-title-page">{props.title ?? page.title}</h1>
      {/* A new owner gets a new key, so messages and open dialogs of the previous one disappear. */}
      {key === null ? null : <BillingForOwner key={key} ownerKey={key} {...props} />}
    </Stack>
  );
}

interface BillingForOwnerProps extends BillingPageProps {
  readonly ownerKey: string;
}

function BillingForOwner({ ownerKey, manages = true, search, children, ...owner }: BillingForOwnerProps): ReactElement {
  const client = useBillingClient();
  const { texts } = useAuthUi();
  const { data, error, isPending, reload: read } = useBillingSummary(ownerKey, owner);
  const reload = useDelayedReloads(read);
  const redirect = useExternalRedirect();
  const reference = referenceOf(owner);
  const arrival = usePurchaseStatus(reference, reload, search);
  const version = useVersion(data);
  const openPortal = (button: string): void => redirect.start(button, () => client.billing.portal(reference));
  return (
    <>
      <PurchaseNotice status={arrival} />
      {error ? <LoadError error={error} onRetry={reload} /> : <ErrorAlert error={redirect.error} />}
      {isPending && !data && !error ? <p className="lk-subtitle">{texts.loading}…</p> : null}
      {data ? (
        <BillingProvider
          {...data}
          {...{ reference, manages, version, reload, openPortal }}
          redirectingTo={redirect.redirectingTo}
        >
          {children ?? <Cards />}
        </BillingProvider>
      ) : null}
    </>
  );
}

interface BillingProviderProps extends BillingData {
  readonly children: ReactNode;
}

function BillingProvider({ children, ...data }: BillingProviderProps): ReactElement {
  return (
    <CardLevel.Provider value="h2">
      <BillingContext.Provider value={data}>{children}</BillingContext.Provider>
    </CardLevel.Provider>
  );
}

function Cards(): ReactElement {
  return (
    <>
      <PlanCard />
      <UsageCard />
      <BenefitsCard />
      <OrdersCard />
    </>
  );
}

function PurchaseNotice({ status }: { readonly status: PurchaseStatus }): ReactElement {
  const { page } = useBillingUi().texts;
  return (
    <div role="status" className="lk-arrival">
      {status === "waiting" ? (
        <p className="lk-alert lk-alert-warning">
          <span className="lk-spinner" aria-hidden="true" />
          <span>{page.arrival.waiting}</span>
        </p>
      ) : null}
      {status === "arrived" ? <p className="lk-alert lk-alert-success">{page.arrival.arrived}</p> : null}
      {status === "late" ? <p className="lk-alert lk-alert-warning">{page.arrival.late}</p> : null}
    </div>
  );
}

/** Counts how often the data changed. */
function useVersion(data: BillingSummary | null): number {
  const [seen, setSeen] = useState({ data, count: 0 });
  if (seen.data !== data) setSeen({ data, count: seen.count + 1 });
  return seen.count;
}
