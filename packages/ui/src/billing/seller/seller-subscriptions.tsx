/** The list of all subscriptions. */

import type { SellerSubscription } from "@latchkey/billing";
import { type ReactElement, useState } from "react";
import type { Column } from "../../primitives/data-table.tsx";
import { FilterChips } from "../../primitives/filter-chips.tsx";
import { usePagination } from "../../primitives/use-pagination.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { useBillingClient } from "../client.ts";
import { day } from "../money.ts";
import { PlanBadge, PlanDates, usePlanPrice } from "../page/plan-state.tsx";
import { useBillingUi } from "../ui.ts";
import { CustomerName } from "./customer-name.tsx";
import { type ListProps, SellerList } from "./seller-list.tsx";

export function SellerSubscriptions({ pageSize }: ListProps): ReactElement {
  const client = useBillingClient();
  const { subscriptions } = useBillingUi().texts.seller;
  const [filter, setFilter] = useState<string | null>(null);
  const pages = usePagination();
  const choose = (value: string | null): void => {
    pages.restart();
    setFilter(value);
  };
  const options = [
    { value: "true", label: subscriptions.onlyActive },
    { value: "false", label: subscriptions.onlyOthers },
  ];
  return (
    <SellerList
      path="/billing/seller/subscriptions"
      pageSize={pageSize}
      pages={pages}
      filter={filter ?? ""}
      caption={subscriptions.caption}
      empty={subscriptions.empty}
      columns={useColumns()}
      toolbar={
        <FilterChips
          filters={[{ id: "status", label: subscriptions.filter, options, selected: filter === null ? [] : [filter] }]}
          onChange={(_, [value]) => choose(value ?? null)}
          onClear={() => choose(null)}
        />
      }
      read={async (page) => {
        const query = { ...page, ...(filter === null ? {} : { active: filter === "true" }) };
        const { data, error } = await client.billing.seller.subscriptions({ query });
        return error ? { data: null, error } : { data: { ...data, rows: data.subscriptions }, error: null };
      }}
    />
  );
}

function useColumns(): readonly Column<SellerSubscription>[] {
  const { subscriptions } = useBillingUi().texts.seller;
  const price = usePlanPrice();
  return [
    {
      id: "customer",
      title: subscriptions.customer,
      cell: ({ customer }) => <CustomerName name={customer.name} email={customer.email} id={customer.id} />,
    },
    {
      id: "product",
      title: subscriptions.product,
      cell: ({ product }) => <bdi>{product.name ?? product.id}</bdi>,
    },
    { id: "price", title: subscriptions.price, cell: (one) => <bdi>{price(one)}</bdi> },
    { id: "state", title: subscriptions.state, cell: (one) => <State subscription={one} /> },
  ];
}

function State({ subscription }: { readonly subscription: SellerSubscription }): ReactElement {
  const { language } = useAuthUi().texts;
  const { page, seller } = useBillingUi().texts;
  const { endedAt, cancellationReason, cancellationComment } = subscription;
  const reason = cancellationReason && (page.plan.reasons[cancellationReason] ?? cancellationReason);
  return (
    <span className="lk-list-text lk-end-badge">
      <PlanBadge plan={subscription} />
      <span className="lk-note lk-block">
        {endedAt ? (
          fill(seller.subscriptions.ended, { date: day(endedAt, language) })
        ) : (
          <PlanDates plan={subscription} />
        )}
      </span>
      {reason ? <span className="lk-note lk-block">{reason}</span> : null}
      {cancellationComment ? (
        <q className="lk-note lk-block">
          <bdi>{cancellationComment}</bdi>
        </q>
      ) : null}
    </span>
  );
}
