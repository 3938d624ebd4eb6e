/** The list of all subscriptions. */

import type { SellerSubscription } from "@latchkey/billing";
import { type ReactElement, useState } from "react";
import type { Column } from "../../primitives/data-table.tsx";
import { SelectField } from "../../primitives/select-field.tsx";
import { usePagination } from "../../primitives/use-pagination.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { useBillingClient } from "../client.ts";
import { day } from "../money.ts";
import { isEnding, usePlanPrice } from "../page/plan-card.tsx";
import { useBillingUi } from "../ui.ts";
import { type ListProps, SellerList } from "./seller-list.tsx";

export function SellerSubscriptions({ pageSize }: ListProps): ReactElement {
  const client = useBillingClient();
  const { subscriptions } = useBillingUi().texts.seller;
  const [filter, setFilter] = useState("");
  const pages = usePagination();
  const choices = [
    { value: "", label: subscriptions.all },
    { value: "true", label: subscriptions.onlyActive },
    { value: "false", label: subscriptions.onlyOthers },
  ];
  return (
    <SellerList
      pageSize={pageSize}
      pages={pages}
      filter={filter}
      caption={subscriptions.caption}
      empty={subscriptions.empty}
      columns={useColumns()}
      toolbar={() => (
        <SelectField
          label={subscriptions.filter}
          options={choices}
          value={filter}
          onChange={(event) => {
            pages.restart();
            setFilter(event.currentTarget.value);
          }}
        />
      )}
      read={async (page) => {
        const query = { ...page, ...(filter === "" ? {} : { active: filter === "true" }) };
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
      id: "product",
      title: subscriptions.product,
      cell: ({ product }) => <span className="lk-list-title">{product.name ?? product.id}</span>,
    },
    {
      id: "customer",
      title: subscriptions.customer,
      cell: ({ customer }) => customer.email ?? <code className="lk-code">{customer.id.slice(0, 8)}</code>,
    },
    { id: "state", title: subscriptions.state, cell: (one) => <State subscription={one} /> },
    { id: "price", title: subscriptions.price, cell: price },
  ];
}

function State({ subscription }: { readonly subscription: SellerSubscription }): ReactElement {
  const { language } = useAuthUi().texts;
  const { page, seller } = useBillingUi().texts;
  const { status, isActive, endedAt, endsAt, currentPeriodEnd, cancellationReason, cancellationComment } = subscription;
  const ending = endedAt === null && isEnding(subscription);
  const date = endedAt ?? (ending ? (endsAt ?? currentPeriodEnd) : currentPeriodEnd);
  const text = endedAt !== null ? seller.subscriptions.ended : ending ? page.plan.ends : page.plan.renews;
  const look = !isActive ? "" : ending ? "lk-badge-warning" : "lk-badge-success";
  const reason = cancellationReason && (page.plan.reasons[cancellationReason] ?? cancellationReason);
  return (
    <span className="lk-list-text">
      <span className={`lk-badge ${look}`}>
        {ending && isActive
          ? page.plan.ending
          : (page.plan.status[status] ?? seller.subscriptions.status[status] ?? status)}
      </span>
      {date && (isActive || endedAt) ? (
        <span className="lk-note lk-block">{fill(text, { date: day(date, language) })}</span>
      ) : null}
      {reason || cancellationComment ? (
        <span className="lk-note lk-block">{[reason, cancellationComment].filter(Boolean).join(": ")}</span>
      ) : null}
    </span>
  );
}
