/** A table of webhook deliveries. A row opens its details. */

import type { DeliverySummary } from "@latchkey/billing";
import { type ReactElement, useState } from "react";
import { Status, type Tone } from "../../primitives/badge.tsx";
import { type Column, DataTable, type DataTableProps } from "../../primitives/data-table.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { useBillingUi } from "../ui.ts";
import { DeliveryDrawer } from "./delivery-drawer.tsx";
import { type RunAgain, RunAgainButton, useRunAgain } from "./run-again.tsx";
import { type DeliveryState, outcomeText, stateOf } from "./use-deliveries.ts";

export interface DeliveryTableProps extends Pick<DataTableProps<DeliverySummary>, "empty" | "busy" | "problem"> {
  readonly caption: string;
  /** `null` while loading. */
  readonly rows: readonly DeliverySummary[] | null;
  /** Loads the deliveries again. */
  reload(): Promise<void>;
}

export function DeliveryTable({ reload, ...props }: DeliveryTableProps): ReactElement {
  const [openDelivery, setOpenDelivery] = useState<DeliverySummary | null>(null);
  const runAgain = useRunAgain(reload);
  const run = async (delivery: DeliverySummary): Promise<void> => {
    // The details show why it failed.
    if (!(await runAgain.run(delivery))) setOpenDelivery(delivery);
  };
  // After a run, the reloaded delivery has a different state.
  const current = openDelivery && (props.rows?.find(({ id }) => id === openDelivery.id) ?? openDelivery);
  return (
    <>
      <div className="lk-rows">
        <DataTable
          {...props}
          columns={useColumns(setOpenDelivery, runAgain, run)}
          rowKey={({ id }) => id}
          onOpen={setOpenDelivery}
        />
      </div>
      <DeliveryDrawer
        delivery={current}
        runAgain={runAgain}
        onRun={(delivery) => void runAgain.run(delivery).then((isDone) => (isDone ? setOpenDelivery(null) : undefined))}
        onClose={() => setOpenDelivery(null)}
      />
    </>
  );
}

const tones: Readonly<Record<DeliveryState, Tone>> = {
  failed: "destructive",
  unexpected: "warning",
  processed: "success",
};

/** The state of a delivery as a word. */
export function DeliveryStatus({ delivery }: { readonly delivery: DeliverySummary }): ReactElement {
  const { deliveries } = useBillingUi().texts.seller;
  const state = stateOf(delivery);
  return <Status tone={tones[state]}>{deliveries.states[state]}</Status>;
}

function useColumns(
  open: (delivery: DeliverySummary) => void,
  runAgain: RunAgain,
  run: (delivery: DeliverySummary) => Promise<void>,
): readonly Column<DeliverySummary>[] {
  const { deliveries } = useBillingUi().texts.seller;
  const { language } = useAuthUi().texts;
  return [
    {
      id: "event",
      title: deliveries.event,
      cell: (delivery) => (
        <button
          type="button"
          className="lk-row-link"
          aria-label={fill(deliveries.detailsOf, { event: delivery.type, id: delivery.id })}
          onClick={() => open(delivery)}
        >
          <bdi className="lk-code">{delivery.type}</bdi>
        </button>
      ),
    },
    {
      id: "received",
      title: deliveries.received,
      cell: ({ receivedAt }) => (
        <time className="lk-whole" dateTime={receivedAt.toISOString()}>
          {receivedAt.toLocaleString(language, { dateStyle: "medium", timeStyle: "medium" })}
        </time>
      ),
    },
    { id: "state", title: deliveries.state, cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
    { id: "outcome", title: deliveries.outcome, cell: (delivery) => outcomeText(delivery, deliveries) },
    {
      id: "actions",
      title: deliveries.runAgain,
      hideTitle: true,
      align: "end",
      // The details have this button, too.
      phone: "hidden",
      cell: (delivery) =>
        stateOf(delivery) === "failed" ? (
          <RunAgainButton delivery={delivery} runAgain={runAgain} onRun={(one) => void run(one)} />
        ) : null,
    },
  ];
}
