/** Assembles the OAuth provider. */

import type { Plugin } from "@latchkey/core";
import { definePlugin } from "@latchkey/core/plugin";
import { oauthProviderAuditActions } from "./audit-actions.ts";
import { codeKind } from "./authorize/code.ts";
import { consentEndpoint, continueEndpoint } from "./authorize/consent.ts";
import { authorizeEndpoint } from "./authorize/endpoint.ts";
import { pendingKind, requestCookie } from "./authorize/pending.ts";
import { pushedEndpoint, pushedKind } from "./authorize/pushed.ts";
import { signInHook } from "./authorize/sign-in-hook.ts";
import { listClientsForAdmin, revokeGrantsForAdmin, updateClientForAdmin } from "./clients/admin.ts";
import { assertionKind } from "./clients/assertion.ts";
import { createClient, deleteClient, rotateClientSecret, updateClient } from "./clients/manage.ts";
import { getClient, getClients, getPublicClient, getPublicClientPrelogin } from "./clients/read.ts";
import { registerEndpoint } from "./clients/register.ts";
import { deleteRegistration, getRegistration, updateRegistration } from "./clients/registration.ts";
import { removeUnusedClients } from "./clients/unused.ts";
import type { OAuthProviderTypes } from "./contract.ts";
import { proofKind } from "./dpop.ts";
import { oauthErrors, providerErrors } from "./errors.ts";
import { disconnectApp, getConnectedApps } from "./grants/connected-apps.ts";
import { endGrantsOnReclaim, endGrantsOnRevocation } from "./grants/end.ts";
import { deleteConsent, getConsent, getConsents, updateConsent } from "./grants/endpoints.ts";
import { membershipEndHooks } from "./grants/organizations.ts";
import { removeExpiredTokens } from "./grants/tokens.ts";
import { confirmEndSession, endSessionEndpoint } from "./logout/end-session.ts";
import { createLogoutHandler, logoutKind } from "./logout/notices.ts";
import { sessionEndHooks } from "./logout/session-ends.ts";
import { metadataEndpoints } from "./metadata.ts";
import { type OAuthProviderOptions, resolveProvider } from "./options.ts";
import { resourceMetadataEndpoints } from "./resource-metadata.ts";
import { linkClient, unlinkClient } from "./resources/links.ts";
import { createResource, deleteResource, getResource, listResources, updateResource } from "./resources/manage.ts";
import { providerTables } from "./tables.ts";
import { createDeviceClients } from "./token/device-grant.ts";
import { tokenEndpoint } from "./token/endpoint.ts";
import { introspectEndpoint, revokeEndpoint, userInfoEndpoint } from "./token/inspect.ts";

/** The plugin that `oauthProvider` returns. */
export interface OAuthProviderPlugin extends Plugin<OAuthProviderTypes> {
  readonly id: "oauth-provider";
}

/**
 * Makes the app an OAuth 2.1 and OpenID Connect provider, so that users can sign in to other apps and give them access.
 * Requires `jwt()` from `@latchkey/jwt`.
 *
 * @throws {Error} if an option is invalid
 */
export function oauthProvider(options: OAuthProviderOptions): OAuthProviderPlugin {
  const settings = resolveProvider(options);
  const hasOrganizations = settings.organizationPage !== null;
  return definePlugin<OAuthProviderPlugin>({
    id: "oauth-provider",
    uses: {
      tokenSigner: "jwt() from @latchkey/jwt",
      ...(hasOrganizations ? { organizationAccess: "organization() from @latchkey/organization" } : {}),
    },
    tables: providerTables(hasOrganizations),
    endpoints: {
      ...metadataEndpoints(settings),
      ...resourceMetadataEndpoints(settings),
      oauth2Authorize: authorizeEndpoint(settings),
      oauth2PushRequest: pushedEndpoint(settings),
      oauth2Consent: consentEndpoint(settings),
      oauth2Continue: continueEndpoint(settings),
      oauth2Token: tokenEndpoint(settings),
      oauth2EndSession: endSessionEndpoint(settings),
      oauth2ConfirmEndSession: confirmEndSession,
      oauth2Introspect: introspectEndpoint(settings),
      oauth2Revoke: revokeEndpoint(settings),
      oauth2UserInfo: userInfoEndpoint(settings),
      createOAuthClient: createClient(settings),
      registerOAuthClient: registerEndpoint(settings),
      getOAuthRegistration: getRegistration(settings),
      updateOAuthRegistration: updateRegistration(settings),
      deleteOAuthRegistration: deleteRegistration,
      updateOAuthClient: updateClient(settings),
      deleteOAuthClient: deleteClient(settings),
      rotateOAuthClientSecret: rotateClientSecret(settings),
      getOAuthClient: getClient(settings),
      getOAuthClients: getClients(settings),
      getOAuthPublicClient: getPublicClient,
      getOAuthPublicClientPrelogin: getPublicClientPrelogin(settings),
      getOAuthConsent: getConsent,
      updateOAuthConsent: updateConsent(settings),
      getOAuthConsents: getConsents,
      deleteOAuthConsent: deleteConsent,
      getConnectedOAuthApps: getConnectedApps,
      disconnectOAuthApp: disconnectApp,
      adminListOAuthClients: listClientsForAdmin(settings),
      adminUpdateOAuthClient: updateClientForAdmin(settings),
      adminRevokeOAuthGrants: revokeGrantsForAdmin,
      adminCreateOAuthResource: createResource(settings),
      adminListOAuthResources: listResources(settings),
      adminGetOAuthResource: getResource(settings),
      adminUpdateOAuthResource: updateResource(settings),
      adminDeleteOAuthResource: deleteResource(settings),
      adminLinkClientResource: linkClient(settings),
      adminUnlinkClientResource: unlinkClient(settings),
    },
    errors: { ...oauthErrors, ...providerErrors },
    auditActions: oauthProviderAuditActions,
    hooks: [signInHook],
    tokens: [codeKind, pendingKind, pushedKind, assertionKind, proofKind],
    cookies: [requestCookie],
    capabilities: () => ({ plugin: { scopes: settings.scopes, organizations: hasOrganizations } }),
    provides: { deviceClients: createDeviceClients(settings) },
    onReclaim: endGrantsOnReclaim,
    onAccessRevoked: endGrantsOnRevocation,
    tableHooks: (getContext) => [
      ...sessionEndHooks(getContext),
      ...(hasOrganizations ? membershipEndHooks(getContext) : []),
    ],
    outbox: { [logoutKind]: createLogoutHandler(settings) },
    maintenanceJobs: { removeExpiredOAuthTokens: removeExpiredTokens, removeUnusedOAuthClients: removeUnusedClients },
  });
}
