/** One invoice. Expanded, it shows its line items, tax, and refunds. */

import type { BillingOrder, OrderRefund } from "@latchkey/billing";
import type { ReactElement } from "react";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { day, money } from "../money.ts";
import { useBillingUi } from "../ui.ts";

export interface OrderDetailsProps {
  readonly order: BillingOrder;
}

export function OrderDetails({ order }: OrderDetailsProps): ReactElement {
  const { orders } = useBillingUi().texts.page;
  const reason = orders.reasons[order.billingReason];
  return (
    <div className="lk-order">
      <span className="lk-list-title">{order.product.name ?? order.product.id}</span>
      {reason ? <span className="lk-note">{reason}</span> : null}
      <details className="lk-details">
        <summary>{orders.details}</summary>
        <Bill order={order} />
      </details>
    </div>
  );
}

function Bill({ order }: OrderDetailsProps): ReactElement {
  const { language } = useAuthUi().texts;
  const { orders } = useBillingUi().texts.page;
  const amount = (value: number): string => money(value, order.currency, language);
  return (
    <dl className="lk-bill">
      {order.items.map((item) => (
        <Line key={item.id} amount={amount(item.amount)}>
          {item.isProration ? `${item.label}, ${orders.proration}` : item.label}
        </Line>
      ))}
      {order.discountAmount > 0 ? <Line amount={amount(-order.discountAmount)}>{orders.discount}</Line> : null}
      <Line amount={amount(order.taxAmount)}>{orders.tax}</Line>
      <Line isTotal amount={amount(order.totalAmount)}>
        {orders.total}
      </Line>
      {order.refunds.map((refund) => (
        <Line key={refund.id} amount={amount(-(refund.amount + refund.taxAmount))}>
          {refundText(refund, orders, language)}
        </Line>
      ))}
    </dl>
  );
}

function refundText(
  { status, createdAt }: OrderRefund,
  { refund, refundStatus }: { readonly refund: string; readonly refundStatus: Readonly<Record<string, string>> },
  language: string | undefined,
): string {
  const text = Object.hasOwn(refundStatus, status) ? (refundStatus[status] as string) : refund;
  return fill(text, { date: createdAt ? day(createdAt, language) : "" });
}

interface LineProps {
  readonly amount: string;
  readonly isTotal?: boolean;
  readonly children: string;
}

function Line({ amount, isTotal = false, children }: LineProps): ReactElement {
  return (
    <div className={isTotal ? "lk-bill-sum" : undefined}>
      <dt>{children}</dt>
      <dd className="lk-number">{amount}</dd>
    </div>
  );
}
