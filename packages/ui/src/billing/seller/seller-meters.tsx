/** The list of all meters, which count usage. */

import type { SellerMeter } from "@latchkey/billing";
import type { ReactElement } from "react";
import type { Column } from "../../primitives/data-table.tsx";
import { usePagination } from "../../primitives/use-pagination.ts";
import { useBillingClient } from "../client.ts";
import { useBillingUi } from "../ui.ts";
import { Created } from "./created.tsx";
import { type ListProps, SellerList } from "./seller-list.tsx";

export function SellerMeters({ pageSize }: ListProps): ReactElement {
  const client = useBillingClient();
  const { meters } = useBillingUi().texts.seller;
  return (
    <SellerList
      path="/billing/seller/meters"
      pageSize={pageSize}
      pages={usePagination()}
      caption={meters.caption}
      empty={meters.empty}
      columns={useColumns()}
      read={async (query) => {
        const { data, error } = await client.billing.seller.meters({ query });
        return error ? { data: null, error } : { data: { ...data, rows: data.items }, error: null };
      }}
    />
  );
}

function useColumns(): readonly Column<SellerMeter>[] {
  const { meters } = useBillingUi().texts.seller;
  return [
    { id: "name", title: meters.name, cell: ({ name }) => <bdi className="lk-list-title">{name}</bdi> },
    { id: "id", title: meters.id, cell: ({ id }) => <bdi className="lk-code">{id}</bdi> },
    { id: "since", title: meters.since, cell: ({ createdAt }) => <Created date={createdAt} /> },
  ];
}
