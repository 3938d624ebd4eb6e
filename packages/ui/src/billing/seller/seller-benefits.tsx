/** The list of all benefits that products can include. */

import type { SellerBenefit } from "@latchkey/billing";
import type { ReactElement } from "react";
import type { Column } from "../../primitives/data-table.tsx";
import { usePagination } from "../../primitives/use-pagination.ts";
import { useBillingClient } from "../client.ts";
import { useBillingUi } from "../ui.ts";
import { Created } from "./created.tsx";
import { type ListProps, SellerList } from "./seller-list.tsx";

export function SellerBenefits({ pageSize }: ListProps): ReactElement {
  const client = useBillingClient();
  const { benefits } = useBillingUi().texts.seller;
  return (
    <SellerList
      path="/billing/seller/benefits"
      pageSize={pageSize}
      pages={usePagination()}
      caption={benefits.caption}
      empty={benefits.empty}
      columns={useColumns()}
      read={async (query) => {
        const { data, error } = await client.billing.seller.benefits({ query });
        return error ? { data: null, error } : { data: { ...data, rows: data.items }, error: null };
      }}
    />
  );
}

function useColumns(): readonly Column<SellerBenefit>[] {
  const { page, seller } = useBillingUi().texts;
  const { benefits } = seller;
  const typeOf = (type: string): string => benefits.types[type] ?? page.benefits.types[type] ?? type;
  return [
    {
      id: "name",
      title: benefits.name,
      cell: ({ type, description }) => <bdi className="lk-list-title">{description || typeOf(type)}</bdi>,
    },
    { id: "type", title: benefits.type, cell: ({ type }) => typeOf(type) },
    { id: "since", title: benefits.since, cell: ({ createdAt }) => <Created date={createdAt} /> },
  ];
}
