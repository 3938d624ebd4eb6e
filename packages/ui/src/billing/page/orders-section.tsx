/** The section that lists payments. A row opens its invoice. */

import type { BillingOrder } from "@latchkey/billing";
import { type ReactElement, useState } from "react";
import { type Column, DataTable, Pager } from "../../primitives/data-table.tsx";
import { ErrorPanel } from "../../primitives/error-panel.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { useBillingClient } from "../client.ts";
import { day, money } from "../money.ts";
import { useBillingUi } from "../ui.ts";
import { useBilling } from "./data.ts";
import { OrderBadge } from "./order-badge.tsx";
import { OrderDrawer } from "./order-drawer.tsx";
import { Part } from "./part.tsx";
import { PortalButton } from "./portal-button.tsx";

/** Props for `OrdersSection`. */
export interface OrdersSectionProps {
  /** Rows per page. Default: 10. */
  readonly pageSize?: number;
}

/** The invoices of a `BillingPage`, newest first. Invoice files are in the payment provider's portal. */
export function OrdersSection({ pageSize = 10 }: OrdersSectionProps): ReactElement | null {
  const client = useBillingClient();
  const { reference, version } = useBilling();
  const { orders } = useBillingUi().texts.page;
  const [page, setPage] = useState(1);
  const [openOrder, setOpenOrder] = useState<BillingOrder | null>(null);
  const { data, error, isOff, isPending, reload } = useQuery(
    "/billing/orders",
    `${page} ${version}`,
    () => client.billing.orders({ query: { ...reference, page, limit: pageSize } }),
    () => true,
  );
  const columns = useColumns(setOpenOrder);
  if (isOff) return null;
  return (
    <Part
      title={orders.title}
      text={orders.subtitle}
      actions={data && data.total > 0 ? <PortalButton id="invoices">{orders.portal}</PortalButton> : undefined}
    >
      <div className="lk-rows">
        <DataTable
          caption={orders.caption}
          columns={columns}
          rows={data?.orders ?? null}
          rowKey={({ id }) => id}
          empty={orders.empty}
          busy={isPending}
          problem={error ? <ErrorPanel error={error} onRetry={reload} /> : undefined}
          onOpen={setOpenOrder}
        />
      </div>
      {data && !error ? (
        <OrderPager page={page} pageSize={pageSize} shown={data.orders.length} total={data.total} onPage={setPage} />
      ) : null}
      <OrderDrawer
        order={openOrder}
        footer={({ id, hasInvoice }) =>
          hasInvoice ? <PortalButton id={`invoice ${id}`}>{orders.portal}</PortalButton> : null
        }
        onClose={() => setOpenOrder(null)}
      />
    </Part>
  );
}

interface OrderPagerProps {
  readonly page: number;
  readonly pageSize: number;
  readonly shown: number;
  readonly total: number;
  onPage(page: number): void;
}

/** Renders nothing for a single page. */
function OrderPager({ page, pageSize, shown, total, onPage }: OrderPagerProps): ReactElement | null {
  const { language } = useAuthUi().texts;
  const { orders } = useBillingUi().texts.page;
  if (total <= pageSize) return null;
  const before = (page - 1) * pageSize;
  const count = (value: number): string => value.toLocaleString(language);
  return (
    <Pager
      summary={fill(orders.page, { from: count(before + 1), to: count(before + shown), total: count(total) })}
      onPrevious={page > 1 ? () => onPage(page - 1) : undefined}
      onNext={before + shown < total ? () => onPage(page + 1) : undefined}
    />
  );
}

function useColumns(open: (order: BillingOrder) => void): readonly Column<BillingOrder>[] {
  const { language } = useAuthUi().texts;
  const { orders } = useBillingUi().texts.page;
  return [
    {
      id: "what",
      title: orders.what,
      cell: (order) => {
        const product = order.product.name ?? order.product.id;
        const reason = orders.reasons[order.billingReason];
        const date = order.createdAt ? day(order.createdAt, language) : "";
        return (
          <span className="lk-list-text">
            <button
              type="button"
              className="lk-row-link"
              aria-label={fill(orders.detailsOf, { product, date })}
              onClick={() => open(order)}
            >
              <bdi>{product}</bdi>
            </button>
            {reason ? <span className="lk-note lk-block">{reason}</span> : null}
          </span>
        );
      },
    },
    {
      id: "when",
      title: orders.when,
      cell: ({ createdAt }) =>
        createdAt ? (
          <time className="lk-whole" dateTime={createdAt.toISOString()}>
            {createdAt.toLocaleDateString(language, { dateStyle: "medium" })}
          </time>
        ) : null,
    },
    { id: "state", title: orders.state, cell: (order) => <OrderBadge order={order} /> },
    {
      id: "amount",
      title: orders.amount,
      phone: "end",
      align: "end",
      cell: ({ totalAmount, currency }) => <span className="lk-number">{money(totalAmount, currency, language)}</span>,
    },
  ];
}
