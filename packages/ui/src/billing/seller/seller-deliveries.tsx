/** Webhook deliveries, failed ones first, with filters. */

import type { DeliverySummary } from "@latchkey/billing";
import { type ReactElement, useState } from "react";
import { Button } from "../../primitives/button.tsx";
import { isDenied } from "../../primitives/error-panel.tsx";
import { type Filter, FilterChips } from "../../primitives/filter-chips.tsx";
import { Icon } from "../../primitives/icons.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fillCount } from "../../texts/texts.ts";
import { useBillingUi } from "../ui.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { RangePager } from "./range-pager.tsx";
import { type ListProps, SellerError } from "./seller-list.tsx";
import { deliveryStates, failedFirst, stateOf, useDeliveries } from "./use-deliveries.ts";

type Selected = Readonly<Record<string, readonly string[]>>;

export function SellerDeliveries({ pageSize }: ListProps): ReactElement {
  const { texts } = useAuthUi();
  const { deliveries } = useBillingUi().texts.seller;
  const [batches, setBatches] = useState(1);
  const [selected, setSelected] = useState<Selected>({});
  const [page, setPage] = useState(0);
  const { data, error, isPending, reload } = useDeliveries(batches);
  const loaded = data?.deliveries ?? [];
  const found = failedFirst(loaded.filter((one) => isSelected(one, selected)));
  const rows = found.slice(page * pageSize, (page + 1) * pageSize);
  const select = (next: Selected): void => {
    setSelected(next);
    setPage(0);
  };
  const filters = useFilters(loaded, selected);
  return (
    <div>
      {isDenied(error) ? null : (
        <div className="lk-toolbar">
          <FilterChips
            filters={filters}
            onChange={(id, values) => select({ ...selected, [id]: values })}
            onClear={() => select({})}
          />
          <Button
            variant="secondary"
            icon={<Icon name="refresh-cw" />}
            busy={isPending && data !== null}
            onClick={reload}
          >
            {deliveries.reload}
          </Button>
        </div>
      )}
      <DeliveryTable
        caption={deliveries.caption}
        rows={data ? rows : null}
        empty={loaded.length > 0 ? deliveries.noMatch : deliveries.empty}
        busy={isPending}
        reload={reload}
        problem={error ? <SellerError error={error} onRetry={reload} /> : undefined}
      />
      {data && !error ? (
        <RangePager
          from={page * pageSize}
          shown={rows.length}
          total={found.length}
          onPrevious={page > 0 ? () => setPage(page - 1) : undefined}
          onNext={(page + 1) * pageSize < found.length ? () => setPage(page + 1) : undefined}
        />
      ) : null}
      {data?.hasMore && !error ? (
        <div className="lk-actions lk-more">
          <span className="lk-note">{fillCount(texts, deliveries.latest, loaded.length)}</span>
          <Button variant="secondary" size="small" busy={isPending} onClick={() => setBatches(batches + 1)}>
            {deliveries.loadOlder}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function isSelected(delivery: DeliverySummary, { state = [], event = [] }: Selected): boolean {
  const isState = state.length === 0 || state.includes(stateOf(delivery));
  return isState && (event.length === 0 || event.includes(delivery.type));
}

function useFilters(loaded: readonly DeliverySummary[], { state = [], event = [] }: Selected): readonly Filter[] {
  const { deliveries } = useBillingUi().texts.seller;
  const types = [...new Set([...loaded.map(({ type }) => type), ...event])].sort();
  return [
    {
      id: "state",
      label: deliveries.state,
      options: deliveryStates.map((value) => ({ value, label: deliveries.states[value] })),
      selected: state,
      multiple: true,
    },
    {
      id: "event",
      label: deliveries.event,
      options: types.map((value) => ({ value, label: value })),
      selected: event,
      multiple: true,
    },
  ];
}
