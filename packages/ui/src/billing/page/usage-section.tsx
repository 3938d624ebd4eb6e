/** The section with the usage of each meter and what is left. */

import type { MeterBalance } from "@latchkey/billing";
import { type ReactElement, useId } from "react";
import { Badge } from "../../primitives/badge.tsx";
import { Rows } from "../../primitives/row.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { day, money, quantity } from "../money.ts";
import { useBillingUi } from "../ui.ts";
import { type BillingSummary, useBilling } from "./data.ts";
import { Part } from "./part.tsx";
import { isEnding } from "./plan-state.tsx";

/** The meters of a `BillingPage`. Renders nothing if nothing was used or credited. */
export function UsageSection(): ReactElement | null {
  const summary = useBilling();
  const { usage } = useBillingUi().texts.page;
  const { meters } = summary.state;
  if (meters.length === 0) return null;
  return (
    <Part title={usage.title} text={usage.subtitle}>
      <Rows>
        {meters.map((meter) => (
          <Meter key={meter.meterId} meter={meter} summary={summary} />
        ))}
      </Rows>
    </Part>
  );
}

interface Cost {
  readonly amount: number;
  readonly currency: string;
}

/** The cost so far of usage beyond the credit, according to the plans. `null` if there is none or currencies differ. */
function costOf({ plans }: BillingSummary, meterId: string): Cost | null {
  const used = plans.flatMap(({ meters, currency }) =>
    meters.filter((meter) => meter.meterId === meterId).map(({ amount }) => ({ amount, currency })),
  );
  const [first] = used;
  if (!first || used.some(({ currency }) => currency !== first.currency)) return null;
  const amount = used.reduce((sum, one) => sum + one.amount, 0);
  return amount === 0 ? null : { amount, currency: first.currency };
}

/** When the meter resets. `null` if no plan renews it, or several do at different times. */
function resetOf({ plans }: BillingSummary, meterId: string): Date | null {
  const renewing = plans.filter((plan) => !isEnding(plan) && plan.meters.some((meter) => meter.meterId === meterId));
  const times = new Set(renewing.map(({ currentPeriodEnd }) => currentPeriodEnd?.getTime()));
  const [only] = times;
  return times.size === 1 && only !== undefined ? new Date(only) : null;
}

/** Share of the credit above which a meter shows a warning. */
const warningShare = 0.8;

interface MeterProps {
  readonly meter: MeterBalance;
  readonly summary: BillingSummary;
}

function Meter({ meter, summary }: MeterProps): ReactElement {
  const id = useId();
  const { language } = useAuthUi().texts;
  const { usage } = useBillingUi().texts.page;
  const { name, consumedUnits, creditedUnits, balance } = meter;
  const [used, credited] = [quantity(consumedUnits, language), quantity(creditedUnits, language)];
  const cost = costOf(summary, meter.meterId);
  const reset = resetOf(summary, meter.meterId);
  const level = levelOf(meter);
  const text = creditedUnits > 0 ? fill(usage.usedOf, { used, credited }) : fill(usage.used, { used });
  return (
    <div className="lk-meter">
      <p className="lk-meter-head">
        <bdi id={id} className="lk-list-title">
          {name ?? usage.unnamed}
        </bdi>
        <bdi>{text}</bdi>
      </p>
      {creditedUnits > 0 ? <Bar meter={meter} labelledBy={id} text={text} /> : null}
      <p className="lk-note lk-facts">
        {level === "destructive" ? (
          <Badge tone={level}>{fill(usage.over, { over: quantity(-balance, language) })}</Badge>
        ) : null}
        {level === "warning" ? <Badge tone={level}>{usage.near}</Badge> : null}
        {creditedUnits > 0 && balance >= 0 ? (
          <bdi>{fill(usage.left, { left: quantity(balance, language) })}</bdi>
        ) : null}
        {cost ? <bdi>{fill(usage.cost, { amount: money(cost.amount, cost.currency, language) })}</bdi> : null}
        {reset ? <span>{fill(usage.resets, { date: day(reset, language) })}</span> : null}
      </p>
    </div>
  );
}

/**
 * The color of the bar. A badge says the same in words near and over the limit. `null` if usage is lower, and for
 * meters without credit.
 */
function levelOf({ consumedUnits, creditedUnits, balance }: MeterBalance): "warning" | "destructive" | null {
  if (creditedUnits <= 0) return null;
  if (balance < 0) return "destructive";
  return consumedUnits / creditedUnits >= warningShare ? "warning" : null;
}

interface BarProps {
  readonly meter: MeterBalance;
  readonly labelledBy: string;
  readonly text: string;
}

/** A bar with the share of the credit that is used. */
function Bar({ meter, labelledBy, text }: BarProps): ReactElement {
  const { consumedUnits, creditedUnits } = meter;
  const share = Math.max(0, Math.min(1, consumedUnits / creditedUnits));
  return (
    <>
      <meter
        className="lk-hidden"
        aria-labelledby={labelledBy}
        aria-valuetext={text}
        min={0}
        max={creditedUnits}
        value={consumedUnits}
      />
      <div aria-hidden="true" className="lk-bar" data-level={levelOf(meter) ?? undefined}>
        <span style={{ width: `${share * 100}%` }} />
      </div>
    </>
  );
}
