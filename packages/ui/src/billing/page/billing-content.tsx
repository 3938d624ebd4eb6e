/** The parts of the billing page, and their data. */

import { Children, type ReactElement, type ReactNode, useState } from "react";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { ErrorPanel } from "../../primitives/error-panel.tsx";
import { Loading, RowsSkeleton, Skeleton } from "../../primitives/skeleton.tsx";
import { useCanCall } from "../../provider/use-can-call.ts";
import { useExternalRedirect } from "../../social/use-external-redirect.ts";
import { useBillingCapabilities } from "../access.ts";
import { type OwnerProps, referenceOf, useBillingClient, useOwnerKey } from "../client.ts";
import { useBillingUi } from "../ui.ts";
import { Arrival } from "./arrival.tsx";
import { BenefitsSection } from "./benefits-section.tsx";
import { BillingContext, type BillingSummary, useBillingSummary } from "./data.ts";
import { OrdersSection } from "./orders-section.tsx";
import { Part } from "./part.tsx";
import { PlanSection } from "./plan-section.tsx";
import { UsageSection } from "./usage-section.tsx";
import { useDelayedReloads } from "./use-delayed-reloads.ts";
import { usePurchaseStatus } from "./use-purchase-status.ts";

/** Props for `BillingContent`. */
export interface BillingContentProps extends OwnerProps {
  /** Query string that contains the checkout's id. Default: the current page's query. */
  readonly search?: string | undefined;
  /** Parts to show instead of the default ones, in this order. */
  readonly children?: ReactNode;
}

/** The parts of a billing page, without its title. Loads their data. */
export function BillingContent(props: BillingContentProps): ReactElement | null {
  const key = useOwnerKey(props);
  // A new owner gets a new key, so messages and open dialogs of the previous one disappear.
  return key === null ? null : <BillingForOwner key={key} ownerKey={key} {...props} />;
}

interface BillingForOwnerProps extends BillingContentProps {
  readonly ownerKey: string;
}

function BillingForOwner({ ownerKey, search, children, ...owner }: BillingForOwnerProps): ReactElement {
  const client = useBillingClient();
  const capabilities = useBillingCapabilities();
  const { data, error, isPending, reload: read } = useBillingSummary(ownerKey, owner);
  const canCall = useCanCall();
  const reload = useDelayedReloads(read);
  const redirect = useExternalRedirect();
  const reference = referenceOf(owner);
  const arrival = usePurchaseStatus(reference, reload, search);
  const version = useVersion(data);
  if (error && !data) {
    // A retry can't help if the user has no access to this owner.
    return <ErrorPanel error={error} onRetry={error.status === 403 ? undefined : reload} />;
  }
  const manages = data?.manages ?? false;
  const { checkout = false, portal = false, changeTimings = [] } = capabilities ?? {};
  const context = data && {
    ...data,
    reference,
    canBuy: manages && checkout,
    // Canceling needs the same connection to the payment provider.
    canCancel: manages && (checkout || portal) && canCall("/billing/cancel-subscription") !== false,
    canResume: manages && (checkout || portal) && canCall("/billing/resume-subscription") !== false,
    timings: manages ? changeTimings : [],
    canOpenPortal: manages && portal && data.state.customer !== null,
    version,
    redirectingTo: redirect.redirectingTo,
    reload,
    openPortal: (button: string) => redirect.start(button, () => client.billing.portal(reference)),
  };
  return (
    <div className="lk-billing">
      <Arrival {...arrival} />
      <ErrorAlert error={redirect.error ?? error} />
      <Loading pending={isPending && !data} skeleton={<PartSkeletons parts={children} />}>
        {context ? <BillingContext.Provider value={context}>{children ?? <Parts />}</BillingContext.Provider> : null}
      </Loading>
    </div>
  );
}

function Parts(): ReactElement {
  return (
    <>
      <PlanSection />
      <UsageSection />
      <BenefitsSection />
      <OrdersSection />
    </>
  );
}

/** The billing page before the user is known. */
export function BillingSkeleton({ parts }: PartSkeletonsProps): ReactElement {
  return (
    <div className="lk-billing">
      <Loading pending skeleton={<PartSkeletons parts={parts} />}>
        {null}
      </Loading>
    </div>
  );
}

interface PartSkeletonsProps {
  /** The parts that replace the default ones. */
  readonly parts: ReactNode;
}

function PartSkeletons({ parts }: PartSkeletonsProps): ReactElement {
  const { plan, orders } = useBillingUi().texts.page;
  if (parts) {
    return (
      <>
        {Children.map(parts, () => (
          <div className="lk-section">
            <Skeleton width="120px" />
            <RowsSkeleton rows={1} />
          </div>
        ))}
      </>
    );
  }
  return (
    <>
      <Part title={plan.title}>
        <RowsSkeleton rows={1} />
      </Part>
      <Part title={orders.title}>
        <RowsSkeleton />
      </Part>
    </>
  );
}

/** Counts how often the data changed. */
function useVersion(data: BillingSummary | null): number {
  const [seen, setSeen] = useState({ data, count: 0 });
  if (seen.data !== data) setSeen({ data, count: seen.count + 1 });
  return seen.count;
}
