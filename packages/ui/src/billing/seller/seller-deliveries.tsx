/** The list of webhook deliveries, with their outcome, anomalies, and handler results. */

import type { DeliverySummary } from "@latchkey/billing";
import type { ReactElement } from "react";
import { Button } from "../../primitives/button.tsx";
import type { Column } from "../../primitives/data-table.tsx";
import { usePagination } from "../../primitives/use-pagination.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { useBillingClient } from "../client.ts";
import { useBillingUi } from "../ui.ts";
import { type ListProps, SellerList } from "./seller-list.tsx";

export function SellerDeliveries({ pageSize }: ListProps): ReactElement {
  const client = useBillingClient();
  const { deliveries } = useBillingUi().texts.seller;
  return (
    <SellerList
      pageSize={pageSize}
      pages={usePagination()}
      caption={deliveries.caption}
      empty={deliveries.empty}
      columns={useColumns()}
      toolbar={(reload) => (
        <Button variant="secondary" onClick={reload}>
          {deliveries.reload}
        </Button>
      )}
      read={async (query) => {
        const { data, error } = await client.billing.seller.deliveries({ query });
        return error ? { data: null, error } : { data: { ...data, rows: data.deliveries, total: null }, error: null };
      }}
    />
  );
}

const badgeByOutcome: Readonly<Record<string, string>> = {
  applied: "lk-badge-success",
  same: "",
  older: "",
  unknown: "lk-badge-warning",
  foreign: "lk-badge-warning",
};

function useColumns(): readonly Column<DeliverySummary>[] {
  const { language } = useAuthUi().texts;
  const { deliveries } = useBillingUi().texts.seller;
  return [
    {
      id: "event",
      title: deliveries.event,
      cell: ({ type, id }) => (
        <span className="lk-list-text">
          <code className="lk-code">{type}</code>
          <span className="lk-note lk-block" title={id}>
            {id.slice(0, 8)}
          </span>
        </span>
      ),
    },
    {
      id: "received",
      title: deliveries.received,
      cell: ({ receivedAt }) => (
        <time dateTime={receivedAt.toISOString()}>
          {receivedAt.toLocaleString(language, { dateStyle: "medium", timeStyle: "medium" })}
        </time>
      ),
    },
    { id: "outcome", title: deliveries.outcome, cell: (delivery) => <Outcome delivery={delivery} /> },
    { id: "handlers", title: deliveries.handlers, cell: ({ handlers }) => <Handlers handlers={handlers} /> },
  ];
}

function Outcome({ delivery }: { readonly delivery: DeliverySummary }): ReactElement {
  const { deliveries } = useBillingUi().texts.seller;
  const { outcome, illegal, unknown } = delivery;
  const reports = [
    ...illegal.map(({ of, from, to }) => fill(deliveries.illegal, { of, from, to })),
    ...unknown.map(({ of, member }) => fill(deliveries.unknown, { of, member })),
  ];
  return (
    <span className="lk-list-text">
      <span className={`lk-badge ${badgeByOutcome[outcome] ?? ""}`}>{deliveries.outcomes[outcome] ?? outcome}</span>
      {reports.map((report) => (
        <span key={report} className="lk-note lk-note-warning lk-block">
          {report}
        </span>
      ))}
    </span>
  );
}

/** Renders nothing if the app has no handlers for the event. */
function Handlers({ handlers }: Pick<DeliverySummary, "handlers">): ReactElement | null {
  const { deliveries } = useBillingUi().texts.seller;
  if (handlers.length === 0) return null;
  return (
    <span className="lk-list-text">
      {handlers.map(({ handler, state, attempts, lastError }) => (
        <span key={handler} className={state === "open" ? "lk-note lk-note-error lk-block" : "lk-note lk-block"}>
          {fill(deliveries.handlerStates[state] ?? state, { handler, attempts: String(attempts) })}
          {lastError ? `: ${lastError}` : ""}
        </span>
      ))}
    </span>
  );
}
