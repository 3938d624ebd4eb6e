/** Describes a plan: its price, its state, and when it renews or ends. */

import type { BillingSubscription } from "@latchkey/billing";
import type { ReactElement } from "react";
import { Badge, type Tone } from "../../primitives/badge.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill, fillCount } from "../../texts/texts.ts";
import { day, money } from "../money.ts";
import { perIntervalText } from "../pricing/prices.ts";
import { useBillingUi } from "../ui.ts";

/** Returns a function that describes a plan's price, such as "$29.00 per month". */
export function usePlanPrice(): (plan: BillingSubscription) => string {
  const { language } = useAuthUi().texts;
  const { page, pricing } = useBillingUi().texts;
  return ({ amount, currency, recurringInterval }) =>
    fill(page.plan.price, {
      price: money(amount, currency, language),
      each: perIntervalText(recurringInterval, pricing),
    });
}

/** Whether the plan ends after its current period. `endsAt` can be outdated, because a webhook updates it. */
export function isEnding({ cancelAtPeriodEnd, endedAt }: BillingSubscription): boolean {
  return cancelAtPeriodEnd && endedAt === null;
}

/** The date when the plan renews or ends. `null` if the date is unknown or depends on a payment. */
export function nextDateOf(plan: BillingSubscription): Date | null {
  if (!plan.isActive) return null;
  if (isEnding(plan)) return plan.endsAt ?? plan.currentPeriodEnd;
  return plan.status === "trialing" ? (plan.trialEndsAt ?? plan.currentPeriodEnd) : plan.currentPeriodEnd;
}

/** The badge with a plan's state. */
export function PlanBadge({ plan }: { readonly plan: BillingSubscription }): ReactElement {
  const { page, seller } = useBillingUi().texts;
  const { status } = plan;
  if (plan.isActive && isEnding(plan)) return <Badge tone="warning">{page.plan.ending}</Badge>;
  return <Badge tone={toneOf(plan)}>{page.plan.status[status] ?? seller.subscriptions.status[status] ?? status}</Badge>;
}

function toneOf({ status, isActive }: BillingSubscription): Tone {
  if (status === "past_due" || status === "unpaid") return "destructive";
  if (status === "incomplete") return "warning";
  if (status === "trialing") return "primary";
  return isActive ? "success" : "neutral";
}

/** When the plan renews or ends. For trials, also the days that are left. */
export function PlanDates({ plan }: { readonly plan: BillingSubscription }): ReactElement | null {
  const { texts } = useAuthUi();
  const { plan: words } = useBillingUi().texts.page;
  const next = nextDateOf(plan);
  if (next === null) return null;
  const isTrial = plan.status === "trialing";
  const text = isEnding(plan) ? words.ends : isTrial ? words.trialEnds : words.renews;
  return (
    <span className="lk-facts">
      <span>{fill(text, { date: day(next, texts.language) })}</span>
      {isTrial ? <span>{fillCount(texts, words.trialLeft, daysUntil(next))}</span> : null}
    </span>
  );
}

/** Days from now, rounded up. */
function daysUntil(date: Date): number {
  return Math.max(0, Math.ceil((date.getTime() - Date.now()) / 86_400_000));
}
