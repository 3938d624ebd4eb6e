/** Billing, put together. */

import { definePlugin, type Plugin } from "@latchkey/core";
import type { BillingTypes } from "./api.ts";
import { hasBenefit, listBenefits } from "./benefits/endpoints.ts";
import { getCustomerState, readCustomerState } from "./customers/endpoints.ts";
import { deliveryTable, handlerTable } from "./deliveries/table.ts";
import { billingErrors } from "./errors.ts";
import { rememberSettings } from "./guards.ts";
import { getMeterBalance, listMeters } from "./meters/endpoints.ts";
import { rebuildBilling } from "./mirror/rebuild.ts";
import { mirrorTables } from "./mirror/tables.ts";
import { type BillingOptions, resolveBilling } from "./options.ts";
import { listOrders } from "./orders/endpoints.ts";
import { linkTable } from "./references/table.ts";
import { listSubscriptions } from "./subscriptions/endpoints.ts";
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
    tables: [deliveryTable, handlerTable, linkTable, ...mirrorTables],
    endpoints: {
      receiveWebhook: receiveWebhook(settings),
      rebuildBilling: rebuildBilling(settings),
      getCustomerState: getCustomerState(settings),
      readCustomerState,
      listSubscriptions: listSubscriptions(settings),
      listOrders: listOrders(settings),
      listBenefits: listBenefits(settings),
      hasBenefit: hasBenefit(settings),
      listMeters: listMeters(settings),
      getMeterBalance: getMeterBalance(settings),
    },
    errors: billingErrors,
    init(context) {
      rememberSettings(context, settings);
      for (const warning of settings.warnings) context.log.warn(`billing.secret: ${warning}`);
    },
  });
}
