/** The list of all current and former products. */

import type { SellerProduct } from "@latchkey/billing";
import type { ReactElement } from "react";
import { Badge } from "../../primitives/badge.tsx";
import type { Column } from "../../primitives/data-table.tsx";
import { usePagination } from "../../primitives/use-pagination.ts";
import { useAuthUi } from "../../provider/context.ts";
import { useBillingClient } from "../client.ts";
import { intervalsOf, priceTextOf } from "../pricing/prices.ts";
import { useBillingUi } from "../ui.ts";
import { type ListProps, SellerList } from "./seller-list.tsx";

export function SellerProducts({ pageSize }: ListProps): ReactElement {
  const client = useBillingClient();
  const { products } = useBillingUi().texts.seller;
  return (
    <SellerList
      path="/billing/seller/products"
      pageSize={pageSize}
      pages={usePagination()}
      caption={products.caption}
      empty={products.empty}
      columns={useColumns()}
      read={async (query) => {
        const { data, error } = await client.billing.seller.products({ query });
        return error ? { data: null, error } : { data: { ...data, rows: data.products }, error: null };
      }}
    />
  );
}

function useColumns(): readonly Column<SellerProduct>[] {
  const { texts } = useBillingUi();
  const { products } = texts.seller;
  const { benefits } = texts.page;
  return [
    {
      id: "name",
      title: products.name,
      cell: ({ name, description, isArchived }) => (
        <span className="lk-list-text">
          <bdi className="lk-list-title">{name}</bdi> {isArchived ? <Badge>{products.archived}</Badge> : null}
          {description ? (
            <span className="lk-note lk-block">
              <bdi>{description}</bdi>
            </span>
          ) : null}
        </span>
      ),
    },
    { id: "prices", title: products.prices, phone: "title", cell: (product) => <Prices product={product} /> },
    {
      id: "benefits",
      title: products.benefits,
      cell: (product) => (
        <ul className="lk-lines">
          {product.benefits.map(({ id, type, description }) => (
            <li key={id}>{description || (benefits.types[type] ?? type)}</li>
          ))}
        </ul>
      ),
    },
  ];
}

/** One line per interval and one for one-time prices. */
function Prices({ product }: { readonly product: SellerProduct }): ReactElement {
  const { language } = useAuthUi().texts;
  const { pricing, seller } = useBillingUi().texts;
  if (product.prices.length === 0) return <>{seller.products.noPrice}</>;
  const intervals = intervalsOf([product]);
  const line = (text: string, className: string): ReactElement => (
    <span key={text} className={className}>
      {text}
    </span>
  );
  return (
    <span className="lk-list-text">
      {(intervals.length === 0 ? [null] : intervals).map((interval) => {
        const { amount, perInterval, notes } = priceTextOf(product, interval, pricing, language);
        return [
          line(`${amount} ${perInterval}`.trim(), "lk-block"),
          ...notes.map((note) => line(note, "lk-note lk-block")),
        ];
      })}
    </span>
  );
}
