/** The list of all refunds. */

import type { SellerRefund } from "@latchkey/billing";
import { type ReactElement, useState } from "react";
import { Badge, type Tone } from "../../primitives/badge.tsx";
import type { Column } from "../../primitives/data-table.tsx";
import { FilterChips } from "../../primitives/filter-chips.tsx";
import { usePagination } from "../../primitives/use-pagination.ts";
import { useAuthUi } from "../../provider/context.ts";
import { useBillingClient } from "../client.ts";
import { money } from "../money.ts";
import { useBillingUi } from "../ui.ts";
import { Created } from "./created.tsx";
import { CustomerName } from "./customer-name.tsx";
import { type ListProps, SellerList } from "./seller-list.tsx";

export function SellerRefunds({ pageSize }: ListProps): ReactElement {
  const client = useBillingClient();
  const { refunds } = useBillingUi().texts.seller;
  const [status, setStatus] = useState<string | null>(null);
  const pages = usePagination();
  const choose = (value: string | null): void => {
    pages.restart();
    setStatus(value);
  };
  const options = Object.entries(refunds.status).map(([value, label]) => ({ value, label }));
  return (
    <SellerList
      path="/billing/seller/refunds"
      pageSize={pageSize}
      pages={pages}
      filter={status ?? ""}
      caption={refunds.caption}
      empty={refunds.empty}
      columns={useColumns()}
      toolbar={
        <FilterChips
          filters={[{ id: "status", label: refunds.state, options, selected: status === null ? [] : [status] }]}
          onChange={(_, [value]) => choose(value ?? null)}
          onClear={() => choose(null)}
        />
      }
      read={async (part) => {
        const query = { ...part, ...(status === null ? {} : { status }) };
        const { data, error } = await client.billing.seller.refunds({ query });
        return error ? { data: null, error } : { data: { ...data, rows: data.items }, error: null };
      }}
    />
  );
}

const tones: Readonly<Record<string, Tone>> = { succeeded: "success", pending: "warning", failed: "destructive" };

function useColumns(): readonly Column<SellerRefund>[] {
  const { language } = useAuthUi().texts;
  const { refunds } = useBillingUi().texts.seller;
  return [
    { id: "customer", title: refunds.customer, cell: ({ customer }) => <CustomerName {...customer} /> },
    { id: "reason", title: refunds.reason, cell: ({ reason }) => refunds.reasons[reason] ?? reason },
    {
      id: "order",
      title: refunds.order,
      phone: "hidden",
      cell: ({ orderId }) => (
        <bdi className="lk-code" title={orderId}>
          {orderId.slice(0, 8)}
        </bdi>
      ),
    },
    { id: "when", title: refunds.when, cell: ({ createdAt }) => <Created date={createdAt} /> },
    {
      id: "state",
      title: refunds.state,
      phone: "end-below",
      cell: ({ status }) => <Badge tone={tones[status] ?? "neutral"}>{refunds.status[status] ?? status}</Badge>,
    },
    {
      id: "amount",
      title: refunds.amount,
      phone: "end",
      align: "end",
      cell: ({ amount, taxAmount, currency }) => (
        <span className="lk-number">{money(amount + taxAmount, currency, language)}</span>
      ),
    },
  ];
}
