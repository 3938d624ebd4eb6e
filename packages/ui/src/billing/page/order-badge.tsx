/** The badge with an order's state. */

import type { BillingOrder } from "@latchkey/billing";
import type { ReactElement } from "react";
import { Badge, type Tone } from "../../primitives/badge.tsx";
import { useBillingUi } from "../ui.ts";

const tones: Readonly<Record<string, Tone>> = { paid: "success", pending: "warning" };

/** The badge with an order's state. */
export function OrderBadge({ order }: { readonly order: BillingOrder }): ReactElement {
  const { orders } = useBillingUi().texts.page;
  return <Badge tone={tones[order.status] ?? "neutral"}>{orders.status[order.status] ?? order.status}</Badge>;
}
