/** The seller page: all purchases and webhook deliveries. */

import type { ReactElement } from "react";
import { Card } from "../../primitives/card.tsx";
import { Tabs } from "../../primitives/tabs.tsx";
import { RequireSession } from "../../session-gate/require-session.tsx";
import { useBillingUi } from "../ui.ts";
import { SellerCustomers } from "./seller-customers.tsx";
import { SellerDeliveries } from "./seller-deliveries.tsx";
import { SellerProducts } from "./seller-products.tsx";
import { SellerSubscriptions } from "./seller-subscriptions.tsx";

/** Props of `SellerPage`. */
export interface SellerPageProps {
  readonly className?: string;
  /** Rows per page. Default: 20. */
  readonly pageSize?: number;
}

/**
 * Shows products, customers, subscriptions, and webhook deliveries to users that the server's `billing.seller` allows.
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

function Page({ className, pageSize }: PageProps): ReactElement {
  const { seller } = useBillingUi().texts;
  const tabs = [
    { id: "deliveries", title: seller.deliveries.tab, content: <SellerDeliveries pageSize={pageSize} /> },
    { id: "subscriptions", title: seller.subscriptions.tab, content: <SellerSubscriptions pageSize={pageSize} /> },
    { id: "customers", title: seller.customers.tab, content: <SellerCustomers pageSize={pageSize} /> },
    { id: "products", title: seller.products.tab, content: <SellerProducts pageSize={pageSize} /> },
  ];
  return (
    <Card full title={seller.title} subtitle={seller.subtitle} className={className}>
      <Tabs label={seller.lists} tabs={tabs} />
    </Card>
  );
}
