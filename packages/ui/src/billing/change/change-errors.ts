/** Error messages for plan and seat changes. */

import { useBillingCapabilities } from "../access.ts";
import { useBillingUi } from "../ui.ts";

/** Returns the messages to use instead of the general ones, by error code. */
export function useChangeErrors(): Readonly<Record<string, string>> {
  const hasPortal = useBillingCapabilities()?.portal !== false;
  const { failedWithoutPortal } = useBillingUi().texts.page.plan;
  // The general message says to update the payment method, which only the portal can do.
  return hasPortal ? {} : { SUBSCRIPTION_PAST_DUE: failedWithoutPortal };
}
