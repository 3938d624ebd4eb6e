/** The plans that run: what they cost, until when, and how to end them or go on. */

import type { BillingSubscription } from "@latchkey/billing";
import { type ReactElement, useRef, useState } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { Card } from "../../primitives/card.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { day, money } from "../money.ts";
import { eachText } from "../pricing/prices.ts";
import { useBillingUi } from "../ui.ts";
import { useBilling } from "./data.ts";
import { CancelDialog, ResumeDialog } from "./plan-dialogs.tsx";
import { PortalButton } from "./portal-button.tsx";

/** What `PlanCard` takes. */
export interface PlanCardProps {
  readonly className?: string;
}

/** The plans of a `BillingPage`. */
export function PlanCard({ className }: PlanCardProps): ReactElement {
  const { plans, manages } = useBilling();
  const { Link } = useAuthUi();
  const { texts, pricingPath } = useBillingUi();
  const { plan } = texts.page;
  const [said, setSaid] = useState<string | null>(null);
  const link = manages ? (
    <Link href={pricingPath} className="lk-link">
      {plans.length === 0 ? plan.see : plan.other}
    </Link>
  ) : null;
  return (
    <Card wide title={plan.title} className={className} footer={plans.length > 0 ? link : undefined}>
      {said ? (
        <Alert key={said} tone="success" takesFocus>
          {said}
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
              <PlanRow key={one.id} plan={one} onSaid={setSaid} />
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

/** What a plan costs, in words: "$29.00 a month". */
export function usePlanPrice(): (plan: BillingSubscription) => string {
  const { language } = useAuthUi().texts;
  const { page, pricing } = useBillingUi().texts;
  return ({ amount, currency, recurringInterval }) =>
    fill(page.plan.price, {
      price: money(amount, currency, language),
      each: eachText(recurringInterval, pricing),
    });
}

/** Whether it ends with its period. `endsAt` follows with the platform's own word, and may be of before. */
export function isEnding({ cancelAtPeriodEnd }: BillingSubscription): boolean {
  return cancelAtPeriodEnd;
}

interface PlanRowProps {
  readonly plan: BillingSubscription;
  onSaid(text: string | null): void;
}

function PlanRow({ plan, onSaid }: PlanRowProps): ReactElement {
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
    onSaid(fill(text, { product }));
  };
  const ask = (what: "cancel" | "resume"): void => {
    onSaid(null);
    setAsked(what);
  };
  return (
    <li className="lk-list-row lk-list-row-wrap">
      <div className="lk-list-text">
        <p className="lk-list-title">
          {product} <StatusBadge plan={plan} />
        </p>
        <p className="lk-note">{price(plan)}</p>
        <Standing plan={plan} />
      </div>
      {isOwing(plan) ? <PortalButton id={`pay ${plan.id}`}>{orders.portal}</PortalButton> : null}
      {manages ? (
        <Button
          ref={button}
          look={ending ? "primary" : "quiet"}
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

/** Waits for a payment. */
function isOwing({ status }: BillingSubscription): boolean {
  return status === "past_due" || status === "unpaid" || status === "incomplete";
}

function StatusBadge({ plan }: { readonly plan: BillingSubscription }): ReactElement {
  const { plan: texts } = useBillingUi().texts.page;
  const status = texts.status[plan.status] ?? plan.status;
  if (isOwing(plan)) return <span className="lk-badge lk-badge-bad">{status}</span>;
  if (isEnding(plan)) return <span className="lk-badge lk-badge-open">{texts.ending}</span>;
  return <span className="lk-badge">{status}</span>;
}

function Standing({ plan }: { readonly plan: BillingSubscription }): ReactElement | null {
  const { language } = useAuthUi().texts;
  const { plan: texts } = useBillingUi().texts.page;
  if (isOwing(plan)) return <p className="lk-note">{texts.failed}</p>;
  const date = isEnding(plan) ? (plan.endsAt ?? plan.currentPeriodEnd) : plan.currentPeriodEnd;
  if (date === null) return null;
  const text = isEnding(plan) ? texts.ends : plan.status === "trialing" ? texts.trialEnds : texts.renews;
  return <p className="lk-note">{fill(text, { date: day(date, language) })}</p>;
}
