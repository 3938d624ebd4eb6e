/** Assembles the SSO plugin. */

import type { Plugin } from "@latchkey/core";
import { type AuthContext, definePlugin } from "@latchkey/core/plugin";
import { ssoAuditActions } from "./audit-actions.ts";
import type { SsoTypes } from "./contract.ts";
import { setSsoEnforcement } from "./domains/enforcement.ts";
import { addSsoDomain, listSsoDomains, removeSsoDomain } from "./domains/manage.ts";
import { recheckDomains } from "./domains/recheck.ts";
import { organizationDomains } from "./domains/service.ts";
import { requestDomainVerification, verifyDomain } from "./domains/verify.ts";
import { pickErrors, ssoErrors } from "./errors.ts";
import { listAllSSOProviders, listAllSsoDomains } from "./list-all.ts";
import { resolveSso, type SsoOptions, type SsoSettings } from "./options.ts";
import { sharedRedirectURIOf } from "./outputs.ts";
import { deleteSSOProvider, getSSOProvider, listSSOProviders, updateSSOProvider } from "./providers/manage.ts";
import { organizationHook } from "./providers/organization-hook.ts";
import { registerSSOProvider } from "./providers/register.ts";
import { rotateSSOKeys } from "./saml-keys/rotate.ts";
import { samlLogoutPost, samlLogoutRedirect } from "./saml-logout/receive.ts";
import { samlSignOut, signOutSSO } from "./saml-logout/start.ts";
import { samlCallback, samlMetadata, samlResponse } from "./saml-sign-in/endpoints.ts";
import { unsolicitedCookie } from "./saml-sign-in/unsolicited.ts";
import { noticeExpiringCertificates } from "./saml-upkeep/expiry.ts";
import { createNoticeHandler, providerNoticeKind } from "./saml-upkeep/notices.ts";
import { refreshMetadata } from "./saml-upkeep/refresh.ts";
import {
  addSetupDomain,
  createSsoSetupLink,
  getSsoSetup,
  listSetupTests,
  openSsoSetup,
  registerSetupProvider,
  testSetupProvider,
  verifySetupDomain,
} from "./setup/endpoints.ts";
import { setupLinks } from "./setup/guard.ts";
import { setupCookie, setupLinkToken, setupToken } from "./setup/link.ts";
import { callbackSSO, callbackSSOShared } from "./sign-in/callback.ts";
import { checkEmailChange, emailHook, leaveOnUndo } from "./sign-in/email-hook.ts";
import { discoverSSO, initiateSSO, signInSSO } from "./sign-in/endpoints.ts";
import { enforcementGate, recordBypass, rejectCredential, resetWithProvider } from "./sign-in/enforcement-gate.ts";
import { providerGate } from "./sign-in/gate.ts";
import { ssoDomainTable, ssoExtensions, ssoProviderTable, ssoTestTable } from "./tables.ts";
import { removeOldTests } from "./trials/cleanup.ts";
import { listSSOTests, testSSOProvider } from "./trials/endpoints.ts";

/** The plugin that `sso` returns. */
export interface SsoPlugin extends Plugin<SsoTypes> {
  readonly id: "sso";
}

/**
 * Adds single sign-on. Organizations connect their own OpenID Connect or SAML provider, which signs in users of their
 * verified domains. Requires `organization()`.
 *
 * @throws {Error} if an option is invalid
 */
export function sso(options: SsoOptions = {}): SsoPlugin {
  const settings = resolveSso(options);
  const { domainsLimit, providersLimit } = settings;
  return definePlugin<SsoPlugin>({
    id: "sso",
    tables: [ssoDomainTable, ssoProviderTable, ssoTestTable, ...ssoExtensions],
    endpoints: {
      addSsoDomain: addSsoDomain(settings),
      removeSsoDomain,
      listSsoDomains: listSsoDomains(settings),
      listAllSsoDomains: listAllSsoDomains(settings),
      requestDomainVerification: requestDomainVerification(settings),
      verifyDomain: verifyDomain(settings),
      registerSSOProvider: registerSSOProvider(settings),
      listSSOProviders: listSSOProviders(settings),
      listAllSSOProviders: listAllSSOProviders(settings),
      getSSOProvider: getSSOProvider(settings),
      updateSSOProvider: updateSSOProvider(settings),
      deleteSSOProvider,
      rotateSSOKeys: rotateSSOKeys(settings),
      setSsoEnforcement: setSsoEnforcement(settings),
      testSSOProvider: testSSOProvider(settings),
      listSSOTests,
      createSsoSetupLink,
      openSsoSetup: openSsoSetup(settings),
      getSsoSetup: getSsoSetup(settings),
      registerSetupProvider: registerSetupProvider(settings),
      addSetupDomain: addSetupDomain(settings),
      verifySetupDomain: verifySetupDomain(settings),
      testSetupProvider: testSetupProvider(settings),
      listSetupTests,
      discoverSSO,
      signInSSO: signInSSO(settings),
      initiateSSO: initiateSSO(settings),
      samlResponse: samlResponse(settings),
      samlCallback: samlCallback(settings),
      samlMetadata,
      signOutSSO,
      samlSignOut,
      samlLogoutRedirect,
      samlLogoutPost,
      callbackSSO: callbackSSO(settings),
      callbackSSOShared: callbackSSOShared(settings),
    },
    errors: ssoErrors,
    stageErrors: {
      signIn: pickErrors("SSO_PROVIDER_DISABLED", "SSO_DOMAIN_NOT_VERIFIED", "SSO_REQUIRED", "SSO_SESSION_ENDED"),
      changeEmail: pickErrors("EMAIL_MANAGED_BY_ORGANIZATION", "SSO_REQUIRED"),
    },
    gates: [providerGate, enforcementGate],
    hooks: [emailHook],
    tableHooks: [organizationHook],
    onSessionCreated: recordBypass,
    checkCredential: rejectCredential,
    checkEmailChange,
    onReclaim: leaveOnUndo,
    passwordResetLink: resetWithProvider,
    auditActions: ssoAuditActions,
    provides: { organizationDomains, setupLinks },
    uses: { organizationAccess: "organization() from @latchkey/organization" },
    tokens: [setupLinkToken, setupToken],
    cookies: [setupCookie, unsolicitedCookie],
    outbox: { [providerNoticeKind]: createNoticeHandler(options.sendProviderNotice) },
    maintenanceJobs: {
      recheckDomains: (context) => recheckDomains(context, settings),
      refreshMetadata: (context) => refreshMetadata(context, settings),
      noticeExpiringCertificates: (context) => noticeExpiringCertificates(context, settings),
      removeOldTests,
    },
    capabilities({ origin, basePath }, isCallable) {
      const baseURL = `${origin ?? ""}${basePath}`;
      const redirectURI = sharedRedirectURIOf(baseURL, settings);
      return {
        ...(isCallable("signInSSO") ? { signIn: { sso: true } } : {}),
        ...(isCallable("addSsoDomain")
          ? { plugin: { domainsLimit, providersLimit, url: `${baseURL}/sso`, redirectURI } }
          : {}),
      };
    },
    init: (context) => checkPrivateURLs(context, settings),
  });
}

/**
 * Rejects `allowPrivateURLs` in production, where customers could use it to send requests into the app's network.
 * @throws {Error}
 */
function checkPrivateURLs({ settings: { production } }: AuthContext, { allowPrivateURLs }: SsoSettings): void {
  if (production && allowPrivateURLs) {
    throw new Error("sso.allowPrivateURLs is only for development. Remove it, or set NODE_ENV to development.");
  }
}
