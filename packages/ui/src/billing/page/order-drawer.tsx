/** An invoice with its line items, tax, and refunds. */

import type { BillingOrder, OrderRefund } from "@latchkey/billing";
import { type ReactElement, type ReactNode, useRef } from "react";
import { Badge } from "../../primitives/badge.tsx";
import { Drawer } from "../../primitives/drawer.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { day, money } from "../money.ts";
import { useBillingUi } from "../ui.ts";
import { OrderBadge } from "./order-badge.tsx";
import type { BillingPageTexts } from "./texts.ts";

export interface OrderDrawerProps {
  /** `null` closes the drawer. */
  readonly order: BillingOrder | null;
  /** Shown above the line items, such as the customer. */
  header?(order: BillingOrder): ReactNode;
  /** Shown at the end, such as a button. */
  footer?(order: BillingOrder): ReactNode;
  onClose(): void;
}

export function OrderDrawer({ order, header, footer, onClose }: OrderDrawerProps): ReactElement {
  const { language } = useAuthUi().texts;
  // The drawer keeps its content while it closes.
  const last = useRef(order);
  if (order) last.current = order;
  const shown = last.current;
  const date = shown?.createdAt;
  return (
    <Drawer
      open={order !== null}
      title={<bdi>{shown?.product.name ?? shown?.product.id}</bdi>}
      text={date ? day(date, language) : undefined}
      onClose={onClose}
    >
      {shown ? <Invoice order={shown} header={header?.(shown)} footer={footer?.(shown)} /> : null}
    </Drawer>
  );
}

interface InvoiceProps {
  readonly order: BillingOrder;
  readonly header: ReactNode;
  readonly footer: ReactNode;
}

function Invoice({ order, header, footer }: InvoiceProps): ReactElement {
  const { orders } = useBillingUi().texts.page;
  const reason = orders.reasons[order.billingReason];
  return (
    <div className="lk-invoice">
      {header}
      <p className="lk-facts">
        <OrderBadge order={order} />
        {reason ? <span className="lk-note">{reason}</span> : null}
      </p>
      <InvoiceLines order={order} />
      <dl className="lk-bill">
        <Line value={<bdi className="lk-code">{order.id}</bdi>}>{orders.orderId}</Line>
      </dl>
      {footer}
    </div>
  );
}

function InvoiceLines({ order }: { readonly order: BillingOrder }): ReactElement {
  const { language } = useAuthUi().texts;
  const { orders } = useBillingUi().texts.page;
  const amount = (value: number): string => money(value, order.currency, language);
  return (
    <dl className="lk-bill">
      {order.items.map((item) => (
        <Line key={item.id} value={amount(item.amount)}>
          <bdi>{item.label}</bdi> {item.isProration ? <Badge>{orders.proration}</Badge> : null}
        </Line>
      ))}
      {order.discountAmount > 0 ? <Line value={amount(-order.discountAmount)}>{orders.discount}</Line> : null}
      <Line value={amount(order.taxAmount)}>{orders.tax}</Line>
      <Line isTotal value={amount(order.totalAmount)}>
        {orders.total}
      </Line>
      {order.refunds.map((refund) => (
        <Line key={refund.id} value={amount(-(refund.amount + refund.taxAmount))}>
          {refundText(refund, orders, language)}
        </Line>
      ))}
    </dl>
  );
}

function refundText(
  { status, createdAt }: OrderRefund,
  { refund, refundStatus }: BillingPageTexts["orders"],
  language: string | undefined,
): string {
  const text = Object.hasOwn(refundStatus, status) ? (refundStatus[status] as string) : refund;
  return fill(text, { date: createdAt ? day(createdAt, language) : "" });
}

interface LineProps {
  readonly value: ReactNode;
  readonly isTotal?: boolean;
  readonly children: ReactNode;
}

function Line({ value, isTotal = false, children }: LineProps): ReactElement {
  return (
    <div className={isTotal ? "lk-bill-sum" : undefined}>
      <dt>{children}</dt>
      <dd className="lk-number">{value}</dd>
    </div>
  );
}
