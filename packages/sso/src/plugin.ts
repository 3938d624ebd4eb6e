/** Assembles the SSO plugin. */

import type { Plugin } from "@latchkey/core";
import { type AuthContext, definePlugin } from "@latchkey/core/plugin";
import { ssoAuditActions } from "./audit-actions.ts";
import type { SsoTypes } from "./contract.ts";
import { addSsoDomain, listSsoDomains, removeSsoDomain } from "./domains/manage.ts";
import { recheckDomains } from "./domains/recheck.ts";
import { organizationDomains } from "./domains/service.ts";
import { requestDomainVerification, verifyDomain } from "./domains/verify.ts";
import { pickErrors, ssoErrors } from "./errors.ts";
import { resolveSso, type SsoOptions, type SsoSettings } from "./options.ts";
import { deleteSSOProvider, getSSOProvider, listSSOProviders, updateSSOProvider } from "./providers/manage.ts";
import { registerSSOProvider } from "./providers/register.ts";
import { samlCallback, samlMetadata, samlResponse } from "./saml-sign-in/endpoints.ts";
import { callbackSSO, discoverSSO, initiateSSO, signInSSO } from "./sign-in/endpoints.ts";
import { providerGate } from "./sign-in/gate.ts";
import { ssoDomainTable, ssoExtensions, ssoProviderTable } from "./tables.ts";

/** The plugin that `sso` returns. */
export interface SsoPlugin extends Plugin<SsoTypes> {
  readonly id: "sso";
}

/**
 * Single sign-on: organizations bring their own OpenID Connect or SAML provider, which signs in users of the domains that they
 * have proven. Needs `organization()`.
 *
 * @throws {Error} if an option is invalid
 */
export function sso(options: SsoOptions = {}): SsoPlugin {
  const settings = resolveSso(options);
  const { domainsLimit, providersLimit } = settings;
  return definePlugin<SsoPlugin>({
    id: "sso",
    tables: [ssoDomainTable, ssoProviderTable, ...ssoExtensions],
    endpoints: {
      addSsoDomain: addSsoDomain(settings),
      removeSsoDomain,
      listSsoDomains: listSsoDomains(settings),
      requestDomainVerification: requestDomainVerification(settings),
      verifyDomain: verifyDomain(settings),
      registerSSOProvider: registerSSOProvider(settings),
      listSSOProviders: listSSOProviders(settings),
      getSSOProvider: getSSOProvider(settings),
      updateSSOProvider: updateSSOProvider(settings),
      deleteSSOProvider,
      discoverSSO,
      signInSSO: signInSSO(settings),
      initiateSSO: initiateSSO(settings),
      samlResponse,
      samlCallback: samlCallback(settings),
      samlMetadata,
      callbackSSO: callbackSSO(settings),
    },
    errors: ssoErrors,
    stageErrors: { signIn: pickErrors("SSO_PROVIDER_DISABLED") },
    gates: [providerGate],
    auditActions: ssoAuditActions,
    provides: { organizationDomains },
    uses: { organizationAccess: "organization() of @latchkey/organization" },
    maintenanceJobs: { recheckDomains: (context) => recheckDomains(context, settings) },
    capabilities: (_, isCallable) => (isCallable("addSsoDomain") ? { plugin: { domainsLimit, providersLimit } } : {}),
    init: (context) => checkPrivateURLs(context, settings),
  });
}

/** @throws {Error} if a production app lets customers send requests into its own network */
function checkPrivateURLs({ settings: { production } }: AuthContext, { allowPrivateURLs }: SsoSettings): void {
  if (production && allowPrivateURLs) {
    throw new Error("sso.allowPrivateURLs is only for development. Remove it, or set NODE_ENV to development.");
  }
}
