/** The card that shows the usage of each meter and what is left. */

import type { MeterBalance } from "@latchkey/billing";
import { type ReactElement, useId } from "react";
import { Card } from "../../primitives/card.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { money, quantity } from "../money.ts";
import { useBillingUi } from "../ui.ts";
import { type BillingSummary, useBilling } from "./data.ts";

/** Props of `UsageCard`. */
export interface UsageCardProps {
  readonly className?: string;
}

/** The meters of a `BillingPage`. Renders nothing if nothing was used or credited. */
export function UsageCard({ className }: UsageCardProps): ReactElement | null {
  const billed = useBilling();
  const { usage } = useBillingUi().texts.page;
  const { meters } = billed.state;
  if (meters.length === 0) return null;
  return (
    <Card wide title={usage.title} subtitle={usage.subtitle} className={className}>
      <ul className="lk-meters">
        {meters.map((meter) => (
          <Meter key={meter.meterId} meter={meter} cost={costOf(billed, meter.meterId)} />
        ))}
      </ul>
    </Card>
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

interface MeterProps {
  readonly meter: MeterBalance;
  readonly cost: Cost | null;
}

function Meter({ meter, cost }: MeterProps): ReactElement {
  const id = useId();
  const { language } = useAuthUi().texts;
  const { usage } = useBillingUi().texts.page;
  const { name, consumedUnits, creditedUnits, balance } = meter;
  const [used, credited] = [quantity(consumedUnits, language), quantity(creditedUnits, language)];
  const isOver = balance < 0;
  const rest = isOver
    ? fill(usage.over, { over: quantity(-balance, language) })
    : fill(usage.left, { left: quantity(balance, language) });
  const text = creditedUnits > 0 ? fill(usage.usedOf, { used, credited }) : fill(usage.used, { used });
  return (
    <li className="lk-meter">
      <p id={id} className="lk-list-title">
        {name ?? usage.unnamed}
      </p>
      {creditedUnits > 0 ? (
        <>
          <meter
            className="lk-hidden"
            aria-labelledby={id}
            aria-valuetext={`${text}, ${rest}`}
            min={0}
            max={creditedUnits}
            value={consumedUnits}
          />
          <div aria-hidden="true" className={isOver ? "lk-bar lk-bar-over" : "lk-bar"}>
            <span style={{ width: `${Math.max(0, Math.min(1, consumedUnits / creditedUnits)) * 100}%` }} />
          </div>
        </>
      ) : null}
      <p className="lk-note lk-meter-facts">
        <span>{text}</span>
        {creditedUnits > 0 ? <span>{rest}</span> : null}
        {cost ? <span>{fill(usage.cost, { amount: money(cost.amount, cost.currency, language) })}</span> : null}
      </p>
    </li>
  );
}
