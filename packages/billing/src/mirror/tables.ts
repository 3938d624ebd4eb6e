/** All mirror tables. */

import type { Table } from "@latchkey/core/database";
import { benefitTable, grantTable } from "../benefits/table.ts";
import { checkoutTable } from "../checkouts/table.ts";
import { customerTable } from "../customers/table.ts";
import { discountTable } from "../discounts/table.ts";
import { balanceTable, meterTable } from "../meters/table.ts";
import { orderTable } from "../orders/table.ts";
import { productTable } from "../products/table.ts";
import { refundTable } from "../refunds/table.ts";
import { sellerTable } from "../sellers/table.ts";
import { subscriptionTable } from "../subscriptions/table.ts";
import type { MirrorRow } from "./snapshot.ts";

export const mirrorTables: readonly Table<MirrorRow>[] = [
  balanceTable,
  benefitTable,
  checkoutTable,
  customerTable,
  discountTable,
  grantTable,
  meterTable,
  orderTable,
  productTable,
  refundTable,
  sellerTable,
  subscriptionTable,
] as readonly object[] as readonly Table<MirrorRow>[];
