/** The seller page: all purchases and webhook deliveries. */

import { type ReactElement, type ReactNode, useCallback, useState } from "react";
import { classNames } from "../../primitives/class-names.ts";
import { Screen } from "../../primitives/screen.tsx";
import { SectionNav } from "../../primitives/section.tsx";
import { useSection } from "../../primitives/use-section.ts";
import { useCanCall } from "../../provider/use-can-call.ts";
import { RequireSession } from "../../session-gate/require-session.tsx";
import { useBillingUi } from "../ui.ts";
import { SellerBenefits } from "./seller-benefits.tsx";
import { SellerCustomers } from "./seller-customers.tsx";
import { SellerDeliveries } from "./seller-deliveries.tsx";
import { SellerDiscounts } from "./seller-discounts.tsx";
import { ReportNotSeller } from "./seller-list.tsx";
import { SellerMeters } from "./seller-meters.tsx";
import { SellerOrders } from "./seller-orders.tsx";
import { SellerOverview } from "./seller-overview.tsx";
import { SellerProducts } from "./seller-products.tsx";
import { SellerRefunds } from "./seller-refunds.tsx";
import { SellerSubscriptions } from "./seller-subscriptions.tsx";

/** Props for `SellerPage`. */
export interface SellerPageProps {
  readonly className?: string;
  /** Rows per page. Default: 20. */
  readonly pageSize?: number;
}

/**
 * Shows metrics, sales, customers, the catalog, and webhook deliveries to users that the server's `billing.seller`
 * allows. The section is in the URL, such as `#customers`.
 */
export function SellerPage({ className, pageSize = 20 }: SellerPageProps): ReactElement {
  return (
    <RequireSession>
      <Page className={className} pageSize={pageSize} />
    </RequireSession>
  );
}

interface PageProps {
  readonly className: string | undefined;
  readonly pageSize: number;
}

const ids = [
  "overview",
  "subscriptions",
  "orders",
  "refunds",
  "customers",
  "products",
  "benefits",
  "discounts",
  "meters",
  "deliveries",
] as const;

function Page({ className, pageSize }: PageProps): ReactElement {
  const { seller } = useBillingUi().texts;
  const list = { pageSize };
  const content: Readonly<Record<(typeof ids)[number], ReactNode>> = {
    overview: <SellerOverview />,
    subscriptions: <SellerSubscriptions {...list} />,
    orders: <SellerOrders {...list} />,
    refunds: <SellerRefunds {...list} />,
    customers: <SellerCustomers {...list} />,
    products: <SellerProducts {...list} />,
    benefits: <SellerBenefits {...list} />,
    discounts: <SellerDiscounts {...list} />,
    meters: <SellerMeters {...list} />,
    deliveries: <SellerDeliveries {...list} />,
  };
  const canCall = useCanCall();
  const shown = ids.filter((id) => canCall(`/billing/seller/${id}`) !== false);
  const current = useSection(shown) as (typeof ids)[number];
  const [isRefused, setRefused] = useState(false);
  const refuse = useCallback(() => setRefused(true), []);
  const items = shown.map((id) => ({ id, title: seller[id].tab, href: `#${id}` }));
  return (
    <Screen>
      <div className={classNames("lk-seller", className)}>
        <header>
          <h1 className="lk-title lk-title-page">{seller.title}</h1>
          <p className="lk-subtitle">{seller.subtitle}</p>
        </header>
        {isRefused ? null : <SectionNav label={seller.lists} items={items} current={current} />}
        <ReportNotSeller.Provider value={refuse}>{content[current]}</ReportNotSeller.Provider>
      </div>
    </Screen>
  );
}
