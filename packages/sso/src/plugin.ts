/** Assembles the SSO plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin } from "@latchkey/core/plugin";
import { ssoAuditActions } from "./audit-actions.ts";
import type { SsoTypes } from "./contract.ts";
import { addSsoDomain, listSsoDomains, removeSsoDomain } from "./domains/manage.ts";
import { recheckDomains } from "./domains/recheck.ts";
import { organizationDomains } from "./domains/service.ts";
import { requestDomainVerification, verifyDomain } from "./domains/verify.ts";
import { ssoErrors } from "./errors.ts";
import { resolveSso, type SsoOptions } from "./options.ts";
import { ssoDomainTable } from "./tables.ts";

/** The plugin that `sso` returns. */
export interface SsoPlugin extends Plugin<SsoTypes> {
  readonly id: "sso";
}

/**
 * Lets organizations prove that email domains are theirs, with a TXT record. Needs `organization()`.
 *
 * @throws {Error} if an option is invalid
 */
export function sso(options: SsoOptions = {}): SsoPlugin {
  const settings = resolveSso(options);
  const { domainsLimit } = settings;
  return definePlugin<SsoPlugin>({
    id: "sso",
    tables: [ssoDomainTable],
    endpoints: {
      addSsoDomain: addSsoDomain(settings),
      removeSsoDomain,
      listSsoDomains: listSsoDomains(settings),
      requestDomainVerification: requestDomainVerification(settings),
      verifyDomain: verifyDomain(settings),
    },
    errors: ssoErrors,
    auditActions: ssoAuditActions,
    provides: { organizationDomains },
    uses: { organizationAccess: "organization() of @latchkey/organization" },
    maintenanceJobs: { recheckDomains: (context) => recheckDomains(context, settings) },
    capabilities: (_, isCallable) => (isCallable("addSsoDomain") ? { plugin: { domainsLimit } } : {}),
  });
}
