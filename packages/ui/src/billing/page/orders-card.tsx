/** The card that lists payments with their line items and refunds. */

import type { BillingOrder } from "@latchkey/billing";
import { type ReactElement, useState } from "react";
import { Card } from "../../primitives/card.tsx";
import { type Column, DataTable, Pager } from "../../primitives/data-table.tsx";
import { LoadError } from "../../primitives/load-error.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { useBillingClient } from "../client.ts";
import { money } from "../money.ts";
import { useBillingUi } from "../ui.ts";
import { useBilling } from "./data.ts";
import { OrderDetails } from "./order-details.tsx";
import { PortalButton } from "./portal-button.tsx";

/** Props of `OrdersCard`. */
export interface OrdersCardProps {
  readonly className?: string;
  /** Rows per page. Default: 10. */
  readonly pageSize?: number;
}

/** The orders of a `BillingPage`, newest first. Invoice files are in the payment provider's portal. */
export function OrdersCard({ className, pageSize = 10 }: OrdersCardProps): ReactElement {
  const client = useBillingClient();
  const { reference, version } = useBilling();
  const { texts } = useAuthUi();
  const { orders } = useBillingUi().texts.page;
  const [page, setPage] = useState(1);
  const { data, error, isPending, reload } = useQuery(
    `${page} ${version}`,
    () => client.billing.orders({ query: { ...reference, page, limit: pageSize } }),
    () => true,
  );
  const columns = useColumns();
  const before = (page - 1) * pageSize;
  const shown = data?.orders.length ?? 0;
  return (
    <Card wide title={orders.title} subtitle={orders.subtitle} className={className}>
      {error ? (
        <LoadError error={error} onRetry={reload} />
      ) : (
        <DataTable
          caption={orders.caption}
          columns={columns}
          rows={data?.orders ?? null}
          rowKey={({ id }) => id}
          empty={orders.empty}
          busy={isPending}
        />
      )}
      {data && !error && data.total > pageSize ? (
        <Pager
          summary={fill(orders.page, {
            from: String(before + 1),
            to: String(before + shown),
            total: data.total.toLocaleString(texts.language),
          })}
          onPrevious={page > 1 ? () => setPage(page - 1) : undefined}
          onNext={before + shown < data.total ? () => setPage(page + 1) : undefined}
        />
      ) : null}
      {data && data.total > 0 ? (
        <div className="lk-actions lk-below">
          <PortalButton id="invoices">{orders.portal}</PortalButton>
        </div>
      ) : null}
    </Card>
  );
}

function useColumns(): readonly Column<BillingOrder>[] {
  const { language } = useAuthUi().texts;
  const { orders } = useBillingUi().texts.page;
  return [
    { id: "what", title: orders.what, cell: (order) => <OrderDetails order={order} /> },
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
    {
      id: "amount",
      title: orders.amount,
      cell: ({ totalAmount, currency }) => <span className="lk-number">{money(totalAmount, currency, language)}</span>,
    },
    {
      id: "state",
      title: orders.state,
      cell: ({ status }) => (
        <span className={`lk-badge ${badges[status] ?? ""}`}>{orders.status[status] ?? status}</span>
      ),
    },
  ];
}

const badges: Readonly<Record<string, string>> = { paid: "lk-badge-success", pending: "lk-badge-warning" };
