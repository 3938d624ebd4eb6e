/** The section with the active plans: price, renewal or end, and actions to cancel or resume. */

import type { BillingSubscription } from "@latchkey/billing";
import type { ReactElement } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { EmptyState } from "../../primitives/empty-state.tsx";
import { Rows } from "../../primitives/row.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { errorText } from "../../texts/texts.ts";
import { noAccess } from "../access.ts";
import { useBillingUi } from "../ui.ts";
import { useBilling } from "./data.ts";
import { Part } from "./part.tsx";
import { PlanRow } from "./plan-row.tsx";
import { PortalButton } from "./portal-button.tsx";

/** The plans of a `BillingPage`. */
export function PlanSection(): ReactElement {
  const { plans, manages, canBuy } = useBilling();
  const { Link, texts } = useAuthUi();
  const { texts: own, pricingPath } = useBillingUi();
  const { plan } = own.page;
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
          plans.map((one) => <PlanRow key={one.id} plan={one} />)
        )}
      </Rows>
      {manages ? null : <p className="lk-note">{errorText(texts, noAccess)}</p>}
    </Part>
  );
}

/** Whether a payment for the plan failed. */
function isUnpaid({ status }: BillingSubscription): boolean {
  return status === "past_due" || status === "unpaid";
}

function PastDueBanner(): ReactElement {
  const { plan } = useBillingUi().texts.page;
  return (
    <Alert tone="error">
      <div className="lk-alert-line">
        <span>{plan.failed}</span>
        <PortalButton id="update payment">{plan.updatePayment}</PortalButton>
      </div>
    </Alert>
  );
}
