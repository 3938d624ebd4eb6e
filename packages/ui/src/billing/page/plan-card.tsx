/** The card that lists active plans, with their price, end date, and buttons to cancel or resume. */

import type { BillingSubscription } from "@latchkey/billing";
import { type ReactElement, useRef, useState } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { Card } from "../../primitives/card.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { day, money } from "../money.ts";
import { perIntervalText } from "../pricing/prices.ts";
import { useBillingUi } from "../ui.ts";
import { useBilling } from "./data.ts";
import { CancelDialog, ResumeDialog } from "./plan-dialogs.tsx";
import { PortalButton } from "./portal-button.tsx";

/** Props of `PlanCard`. */
export interface PlanCardProps {
  readonly className?: string;
}

/** The plans of a `BillingPage`. */
export function PlanCard({ className }: PlanCardProps): ReactElement {
  const { plans, manages } = useBilling();
  const { Link } = useAuthUi();
  const { texts, pricingPath } = useBillingUi();
  const { plan } = texts.page;
  const [message, setSaid] = useState<string | null>(null);
  const link = manages ? (
    <Link href={pricingPath} className="lk-link">
      {plans.length === 0 ? plan.see : plan.other}
    </Link>
  ) : null;
  return (
    <Card wide title={plan.title} className={className} footer={plans.length > 0 ? link : undefined}>
      {message ? (
        <Alert key={message} tone="success" focusOnMount>
          {message}
        </Alert>
      ) : null}
      {plans.length === 0 ? (
        <p className="lk-part-text">
          {plan.none} {link}
        </p>
      ) : (
        <div>
          <ul className="lk-list">
            {plans.map((one) => (
              <PlanRow key={one.id} plan={one} onMessage={setSaid} />
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

/** Returns a function that describes a plan's price, such as "$29.00 a month". */
export function usePlanPrice(): (plan: BillingSubscription) => string {
  const { language } = useAuthUi().texts;
  const { page, pricing } = useBillingUi().texts;
  return ({ amount, currency, recurringInterval }) =>
    fill(page.plan.price, {
      price: money(amount, currency, language),
      each: perIntervalText(recurringInterval, pricing),
    });
}

/** Whether the plan ends with its period. `endsAt` can be outdated, because it's updated by the provider's webhook. */
export function isEnding({ cancelAtPeriodEnd }: BillingSubscription): boolean {
  return cancelAtPeriodEnd;
}

interface PlanRowProps {
  readonly plan: BillingSubscription;
  onMessage(text: string | null): void;
}

function PlanRow({ plan, onMessage }: PlanRowProps): ReactElement {
  const { manages, reload } = useBilling();
  const { plan: texts, orders } = useBillingUi().texts.page;
  const price = usePlanPrice();
  const [asked, setAsked] = useState<"cancel" | "resume" | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const product = plan.product.name ?? plan.product.id;
  const ending = isEnding(plan);
  const done = async (text: string): Promise<void> => {
    setAsked(null);
    await reload();
    onMessage(fill(text, { product }));
  };
  const ask = (what: "cancel" | "resume"): void => {
    onMessage(null);
    setAsked(what);
  };
  return (
    <li className="lk-list-row lk-list-row-wrap">
      <div className="lk-list-text">
        <p className="lk-list-title">
          {product} <StatusBadge plan={plan} />
        </p>
        <p className="lk-note">{price(plan)}</p>
        <PlanStatusText plan={plan} />
      </div>
      {isPastDue(plan) ? <PortalButton id={`pay ${plan.id}`}>{orders.portal}</PortalButton> : null}
      {manages ? (
        <Button
          ref={button}
          variant={ending ? "primary" : "secondary"}
          aria-label={fill(ending ? texts.resumeOf : texts.cancelOf, { product })}
          onClick={() => ask(ending ? "resume" : "cancel")}
        >
          {ending ? texts.resume : texts.cancel}
        </Button>
      ) : null}
      {asked === "cancel" ? (
        <CancelDialog
          plan={plan}
          returnTo={button}
          onDone={() => done(texts.canceled)}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === "resume" ? (
        <ResumeDialog
          plan={plan}
          price={price(plan)}
          returnTo={button}
          onDone={() => done(texts.resumed)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </li>
  );
}

/** Whether the plan waits for a payment. */
function isPastDue({ status }: BillingSubscription): boolean {
  return status === "past_due" || status === "unpaid" || status === "incomplete";
}

function StatusBadge({ plan }: { readonly plan: BillingSubscription }): ReactElement {
  const { plan: texts } = useBillingUi().texts.page;
  const status = texts.status[plan.status] ?? plan.status;
  if (isPastDue(plan)) return <span className="lk-badge lk-badge-destructive">{status}</span>;
  if (isEnding(plan)) return <span className="lk-badge lk-badge-warning">{texts.ending}</span>;
  return <span className="lk-badge lk-badge-success">{status}</span>;
}

function PlanStatusText({ plan }: { readonly plan: BillingSubscription }): ReactElement | null {
  const { language } = useAuthUi().texts;
  const { plan: texts } = useBillingUi().texts.page;
  if (isPastDue(plan)) return <p className="lk-note">{texts.failed}</p>;
  const date = isEnding(plan) ? (plan.endsAt ?? plan.currentPeriodEnd) : plan.currentPeriodEnd;
  if (date === null) return null;
  const text = isEnding(plan) ? texts.ends : plan.status === "trialing" ? texts.trialEnds : texts.renews;
  return <p className="lk-note">{fill(text, { date: day(date, language) })}</p>;
}
