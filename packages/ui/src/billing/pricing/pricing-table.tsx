/** The pricing table: products, prices, and what the user already has. */

import type { BillingProduct } from "@latchkey/billing";
import { type ReactElement, useState } from "react";
import { classNames } from "../../primitives/class-names.ts";
import { EmptyState } from "../../primitives/empty-state.tsx";
import { ErrorPanel } from "../../primitives/error-panel.tsx";
import { Screen } from "../../primitives/screen.tsx";
import { Loading } from "../../primitives/skeleton.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { SetupBoundary } from "../../provider/setup-boundary.tsx";
import { useBillingClient } from "../client.ts";
import { useBillingUi } from "../ui.ts";
import { IntervalSwitch } from "./interval-switch.tsx";
import { intervalsOf } from "./prices.ts";
import { PricesSkeleton } from "./prices-skeleton.tsx";
import type { PricingTableProps } from "./pricing-props.ts";
import { ProductList } from "./product-list.tsx";
import { savingText } from "./savings.ts";

/**
 * One card per product, with a button that opens the checkout. Plans come first, then one-time products. Signed-out
 * users see the prices and a link to sign up.
 */
export function PricingTable(props: PricingTableProps): ReactElement {
  return (
    <SetupBoundary>
      <PricingTableContent {...props} />
    </SetupBoundary>
  );
}

function PricingTableContent({ className, title, products: productIds, ...props }: PricingTableProps): ReactElement {
  const client = useBillingClient();
  const { language } = useAuthUi().texts;
  const { pricing } = useBillingUi().texts;
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, isPending, reload } = useQuery("/billing/products", "products", () => client.billing.products());
  const products = selectProducts(data ?? [], productIds);
  const intervals = intervalsOf(products);
  const interval = chosen ?? (intervals.includes("month") ? "month" : (intervals[0] ?? null));
  return (
    <Screen>
      <div className={classNames("lk-pricing", className)}>
        <div className="lk-pricing-head">
          <h1 className="lk-title lk-title-page">{title ?? pricing.title}</h1>
          {intervals.length > 1 ? (
            <IntervalSwitch
              intervals={intervals}
              value={interval}
              saving={savingText(products, pricing, language)}
              onChange={setChosen}
            />
          ) : null}
        </div>
        {error ? <ErrorPanel error={error} onRetry={reload} /> : null}
        <Loading pending={isPending && !data && !error} skeleton={<PricesSkeleton />}>
          {data && products.length === 0 ? <EmptyState icon="credit-card" title={pricing.empty} /> : null}
          {products.length > 0 ? <ProductList {...props} products={products} interval={interval} /> : null}
        </Loading>
      </div>
    </Screen>
  );
}

function selectProducts(
  all: readonly BillingProduct[],
  productIds: readonly string[] | undefined,
): readonly BillingProduct[] {
  return productIds ? productIds.flatMap((id) => all.filter((product) => product.id === id)) : all;
}
