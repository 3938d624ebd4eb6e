/** Billing, put together. */

import { definePlugin, type Plugin } from "@latchkey/core";
import type { BillingTypes } from "./api.ts";
import { deliveryTable, handlerTable } from "./deliveries/table.ts";
import { billingErrors } from "./errors.ts";
import { rebuildBilling } from "./mirror/rebuild.ts";
import { mirrorTables } from "./mirror/tables.ts";
import { type BillingOptions, resolveBilling } from "./options.ts";
import { receiveWebhook } from "./webhooks/receive.ts";

/** The plugin, as `billing` makes it. */
export interface BillingPlugin extends Plugin<BillingTypes> {
  readonly id: "billing";
}

/**
 * What people bought, kept true from the payment platform's signed webhooks.
 *
 * @throws {Error} an option that is missing or makes no sense
 */
export function billing(options: BillingOptions): BillingPlugin {
  const settings = resolveBilling(options);
  return definePlugin<BillingPlugin>({
    id: "billing",
    tables: [deliveryTable, handlerTable, ...mirrorTables],
    endpoints: { receiveWebhook: receiveWebhook(settings), rebuildBilling: rebuildBilling(settings) },
    errors: billingErrors,
    init({ log }) {
      for (const warning of settings.warnings) log.warn(`billing.secret: ${warning}`);
    },
  });
}
