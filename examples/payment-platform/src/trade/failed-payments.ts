/** Makes a subscription's payment fail, and later succeed. */

import { HttpError } from "../http-error.ts";
import type { Platform, StoredSubscription } from "../state.ts";
import { productOf } from "../wire.ts";
import { emitCustomerState } from "./customers.ts";
import { restoreGrants, revokeGrants } from "./grants.ts";
import { requireActive, updateAndEmit } from "./subscriptions.ts";

/**
 * Simulates a declined card. Benefits are revoked until the payment succeeds.
 * @throws {HttpError} 403 if it isn't active
 */
export function failPayment(platform: Platform, stored: StoredSubscription): StoredSubscription {
  const one = requireActive(stored);
  if (one.status !== "active") throw new HttpError(403, "This subscription isn't active");
  const failed = updateAndEmit(platform, one, ["subscription.revoked"], { status: "past_due" });
  revokeGrants(platform, ({ subscription_id }) => subscription_id === one.id);
  emitCustomerState(platform, one.customer_id);
  return failed;
}

/** Pays with another card. Does nothing if the last payment didn't fail. */
export function recoverPayment(platform: Platform, stored: StoredSubscription): StoredSubscription {
  const one = requireActive(stored);
  if (one.status !== "past_due") return one;
  const paid = updateAndEmit(platform, one, ["subscription.active"], { status: "active" });
  restoreGrants(platform, paid.id, productOf(platform, paid.product_id));
  emitCustomerState(platform, paid.customer_id);
  return paid;
}
