/** The gate that ends sign-ins in progress if their provider is turned off or logs the user out. */

import type { Gate } from "@latchkey/core/plugin";
import { findDomainOfEmail } from "../domains/service.ts";
import { failWith } from "../errors.ts";
import { isLoggedOut } from "../saml-logout/logged-out.ts";
import { type SsoSessionColumns, ssoDomainTable, ssoProviderTable } from "../tables.ts";

/**
 * Rejects a session if the provider was turned off or deleted in the meantime, or its organization lost the domain, for
 * example while the sign-in was waiting for a second factor. Locks the rows, so that a session is either not created,
 * or already stored when the sessions are ended.
 */
export const providerGate: Gate = {
  name: "ssoProviderEnabled",
  kind: "refuse",
  async check({ db, fields, user }, context) {
    const { ssoProviderId, ssoIndex, ssoSubject } = fields as Partial<SsoSessionColumns>;
    if (typeof ssoProviderId !== "string") return undefined;
    const row = await db.lock(ssoProviderTable, ssoProviderId);
    if (!row?.enabled || row.organizationId === null) return failWith("SSO_PROVIDER_DISABLED");
    // Check again, because the organization might have lost the domain since the sign-in started.
    const found = await findDomainOfEmail(db, user.email);
    const domain = found && (await db.lock(ssoDomainTable, found.id));
    const isOwn = domain?.verified !== null && domain?.organizationId === row.organizationId;
    if (!isOwn) failWith("SSO_DOMAIN_NOT_VERIFIED");
    if (ssoSubject && (await isLoggedOut(db, context, row.id, ssoIndex ?? "", ssoSubject)))
      failWith("SSO_SESSION_ENDED");
    return undefined;
  },
};
