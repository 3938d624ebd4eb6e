/** The list of all orders. A row opens its line items and refunds. */

import type { SellerOrder } from "@latchkey/billing";
import { type ReactElement, useState } from "react";
import type { Column } from "../../primitives/data-table.tsx";
import { FilterChips } from "../../primitives/filter-chips.tsx";
import { usePagination } from "../../primitives/use-pagination.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { useBillingClient } from "../client.ts";
import { day, money } from "../money.ts";
import { OrderBadge } from "../page/order-badge.tsx";
import { OrderDrawer } from "../page/order-drawer.tsx";
import { useBillingUi } from "../ui.ts";
import { Created } from "./created.tsx";
import { CustomerName } from "./customer-name.tsx";
import { type ListProps, SellerList } from "./seller-list.tsx";

export function SellerOrders({ pageSize }: ListProps): ReactElement {
  const client = useBillingClient();
  const { page, seller } = useBillingUi().texts;
  const { orders } = seller;
  const [status, setStatus] = useState<string | null>(null);
  const [openOrder, setOpenOrder] = useState<SellerOrder | null>(null);
  const pages = usePagination();
  const choose = (value: string | null): void => {
    pages.restart();
    setStatus(value);
  };
  const options = Object.entries(page.orders.status).map(([value, label]) => ({ value, label }));
  return (
    <>
      <SellerList<SellerOrder>
        path="/billing/seller/orders"
        pageSize={pageSize}
        pages={pages}
        filter={status ?? ""}
        caption={orders.caption}
        empty={orders.empty}
        columns={useColumns(setOpenOrder)}
        toolbar={
          <FilterChips
            filters={[{ id: "status", label: page.orders.state, options, selected: status === null ? [] : [status] }]}
            onChange={(_, [value]) => choose(value ?? null)}
            onClear={() => choose(null)}
          />
        }
        read={async (part) => {
          const query = { ...part, ...(status === null ? {} : { status }) };
          const { data, error } = await client.billing.seller.orders({ query });
          return error ? { data: null, error } : { data: { ...data, rows: data.items }, error: null };
        }}
        onOpen={setOpenOrder}
      />
      <OrderDrawer
        order={openOrder}
        header={() => (openOrder ? <CustomerName {...openOrder.customer} /> : null)}
        onClose={() => setOpenOrder(null)}
      />
    </>
  );
}

function useColumns(open: (order: SellerOrder) => void): readonly Column<SellerOrder>[] {
  const { language } = useAuthUi().texts;
  const { page, seller } = useBillingUi().texts;
  return [
    { id: "customer", title: seller.orders.customer, cell: ({ customer }) => <CustomerName {...customer} /> },
    {
      id: "what",
      title: seller.orders.product,
      cell: (order) => {
        const product = order.product.name ?? order.product.id;
        const date = order.createdAt ? day(order.createdAt, language) : "";
        const reason = page.orders.reasons[order.billingReason];
        return (
          <span className="lk-list-text">
            <button
              type="button"
              className="lk-row-link"
              aria-label={fill(page.orders.detailsOf, { product, date })}
              onClick={() => open(order)}
            >
              <bdi>{product}</bdi>
            </button>{" "}
            {reason ? <span className="lk-note lk-second">{reason}</span> : null}
          </span>
        );
      },
    },
    { id: "when", title: page.orders.when, cell: ({ createdAt }) => <Created date={createdAt} /> },
    { id: "state", title: page.orders.state, phone: "end-below", cell: (order) => <OrderBadge order={order} /> },
    {
      id: "amount",
      title: page.orders.amount,
      phone: "end",
      align: "end",
      cell: ({ totalAmount, currency }) => <span className="lk-number">{money(totalAmount, currency, language)}</span>,
    },
  ];
}
