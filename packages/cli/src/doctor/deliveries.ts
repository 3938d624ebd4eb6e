/** Checks for billing webhook deliveries that need attention. */

import { type Finding, pluralize } from "./finding.ts";
import type { Tables } from "./sql.ts";

/** @returns the findings, or none if billing's tables don't exist */
export async function checkDeliveries(tables: Tables): Promise<Finding[]> {
  const found = await Promise.all([checkFailedDeliveries(tables), checkUnreadableDeliveries(tables)]);
  return found.flat();
}

/** Finds handlers that failed, or that are still marked as running after their lease because a restart stopped them. */
async function checkFailedDeliveries(tables: Tables): Promise<Finding[]> {
  if (!tables.has("billingHandler", "deliveryId", "state", "leaseUntil", "lastError")) return [];
  const [handlers, delivery, state, lease] = ["billingHandler", "deliveryId", "state", "leaseUntil"].map(tables.quote);
  const condition = `${state} = 'open' or (${state} = 'running' and ${lease} < ${tables.timeLiteral(new Date())})`;
  const [row] = await tables.rows(`select count(distinct ${delivery}) as n from ${handlers} where ${condition}`);
  const count = Number(row?.n ?? 0);
  if (count === 0) return [];
  const columns = ["deliveryId", "handler", "attempts", "lastError"].map(tables.quote).join(", ");
  return [
    {
      id: "data.failed-deliveries",
      severity: "warning",
      title: `${pluralize(count, "webhook delivery has", "webhook deliveries have")} a handler that didn't succeed.`,
      detail: "The payment provider gives up after its last attempt.",
      step: `Run them again on the seller page, or with auth.api.billing.redeliver. To see why they failed, run: select ${columns} from ${handlers} where ${condition};`,
    },
  ];
}

async function checkUnreadableDeliveries(tables: Tables): Promise<Finding[]> {
  if (!tables.has("billingDelivery", "outcome", "issues")) return [];
  const [deliveries, outcome] = [tables.quote("billingDelivery"), tables.quote("outcome")];
  const condition = `${outcome} = 'unreadable'`;
  const count = await tables.count(deliveries, condition);
  if (count === 0) return [];
  const columns = ["id", "type", "issues", "receivedAt"].map(tables.quote).join(", ");
  return [
    {
      id: "data.unreadable-deliveries",
      severity: "warning",
      title: `${pluralize(count, "webhook delivery", "webhook deliveries")} couldn't be applied by this version.`,
      step: `Upgrade @latchkey/billing, then call auth.api.rebuildBilling. To see why, run: select ${columns} from ${deliveries} where ${condition};`,
    },
  ];
}
