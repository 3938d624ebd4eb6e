/** The section with the active plans: price, renewal or end, seats, and actions to change, cancel, or resume. */

import type { BillingProduct, BillingSubscription, SeatUsage } from "@latchkey/billing";
import type { ReactElement } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { EmptyState } from "../../primitives/empty-state.tsx";
import { Rows } from "../../primitives/row.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { errorText } from "../../texts/texts.ts";
import { noAccess } from "../access.ts";
import { hasSeatPrice } from "../change/options.ts";
import { useBillingUi } from "../ui.ts";
import { useBilling } from "./data.ts";
import { Part } from "./part.tsx";
import { PlanRow } from "./plan-row.tsx";
import { PortalButton } from "./portal-button.tsx";
import { SeatsRow } from "./seats-row.tsx";
import { usePlanProducts, useSeatUsage } from "./use-plan-facts.ts";

/** The plans of a `BillingPage`. */
export function PlanSection(): ReactElement {
  const { plans, manages, canBuy } = useBilling();
  const products = usePlanProducts();
  const usage = useSeatUsage();
  const { Link, texts } = useAuthUi();
  const { texts: words, pricingPath } = useBillingUi();
  const { plan } = words.page;
  const isEmpty = plans.length === 0;
  const link = canBuy ? (
    <Link href={pricingPath} className={`lk-button lk-button-${isEmpty ? "primary" : "secondary"} lk-button-small`}>
      {isEmpty ? plan.see : plan.other}
    </Link>
  ) : null;
  return (
    <Part title={plan.title} actions={isEmpty ? undefined : link}>
      {plans.some(isUnpaid) ? <PastDueBanner /> : null}
      <Rows>
        {isEmpty ? (
          <EmptyState icon="credit-card" title={plan.none} action={link} />
        ) : (
          plans.map((one) => <PlanRow key={one.id} plan={one} products={products} />)
        )}
        {usage === undefined ? null : <Seats plans={plans} products={products} usage={usage} />}
      </Rows>
      {manages ? null : <p className="lk-note">{errorText(texts, noAccess)}</p>}
    </Part>
  );
}

interface SeatsProps {
  readonly plans: readonly BillingSubscription[];
  readonly products: readonly BillingProduct[];
  readonly usage: SeatUsage | null;
}

/** The seats of an organization, or of each of a user's plans with a price per seat. */
function Seats({ plans, products, usage }: SeatsProps): ReactElement | null {
  const priced = plans.filter(({ seats, product }) => {
    if (seats === null) return false;
    const current = products.find(({ id }) => id === product.id);
    // Some providers count one seat for plans whose price has nothing to do with seats.
    return seats > 1 || (current !== undefined && hasSeatPrice(current));
  });
  if (usage) {
    const plan = plans.find(({ seats }) => seats !== null) ?? null;
    const hasSeats = usage.mode === "fixed" ? usage.paid !== null : plan !== null;
    return hasSeats ? <SeatsRow plan={usage.mode === "members" ? null : plan} usage={usage} /> : null;
  }
  return (
    <>
      {priced.map((plan) => (
        <SeatsRow key={plan.id} plan={plan} usage={null} />
      ))}
    </>
  );
}

/** Whether a payment for the plan failed. */
function isUnpaid({ status }: BillingSubscription): boolean {
  return status === "past_due" || status === "unpaid";
}

function PastDueBanner(): ReactElement {
  const { canOpenPortal, manages } = useBilling();
  const { plan } = useBillingUi().texts.page;
  if (!canOpenPortal) return <Alert tone="error">{manages ? plan.failedWithoutPortal : plan.failedForMembers}</Alert>;
  return (
    <Alert tone="error">
      <div className="lk-alert-line">
        <span>{plan.failed}</span>
        <PortalButton id="update payment">{plan.updatePayment}</PortalButton>
      </div>
    </Alert>
  );
}
