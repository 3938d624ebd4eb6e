/** The gate that ends sign-ins in progress once their provider is turned off. */

import type { Gate } from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import { type SsoSessionColumns, ssoProviderTable } from "../tables.ts";

/**
 * Rejects a session of a provider that was turned off or deleted meanwhile, also if the sign-in waited for a second
 * factor. The provider's row is locked, so that a session is either not created, or there to be ended.
 */
export const providerGate: Gate = {
  name: "ssoProviderEnabled",
  kind: "refuse",
  async check({ db, fields }) {
    const { ssoProviderId } = fields as Partial<SsoSessionColumns>;
    if (typeof ssoProviderId !== "string") return undefined;
    const row = await db.lock(ssoProviderTable, ssoProviderId);
    if (!row?.enabled || row.organizationId === null) failWith("SSO_PROVIDER_DISABLED");
    return undefined;
  },
};
