/** The tests that compare the query count of calls with the endpoint's declared budget. */

import { bodyOf, type TestReference } from "./tests.ts";

/** A test that counts queries. `calls` lists the endpoints of a test that loops over them without naming them. */
export interface QueryCountTest extends TestReference {
  readonly calls?: readonly string[];
}

/** By the id of the plugin or feature. */
export const queryCountTests: Readonly<Record<string, readonly QueryCountTest[]>> = {
  session: [
    {
      file: "packages/core/src/features/session/update.test.ts",
      name: "sends at most the queries it declares",
      calls: ["updateSession"],
    },
    {
      file: "packages/core/src/features/email-password/sign-up.test.ts",
      name: "sends at most 3 queries and its transaction; sign-in 2, reading 1, listing 2, sign-out 1",
    },
  ],
  "email-password": [
    {
      file: "packages/core/src/features/email-password/sign-up.test.ts",
      name: "sends at most 3 queries and its transaction; sign-in 2, reading 1, listing 2, sign-out 1",
    },
  ],
  "email-verification": [
    {
      file: "packages/core/src/features/email-verification/email-verification.test.ts",
      name: "sends at most the queries it declares",
    },
  ],
  password: [
    {
      file: "packages/core/src/features/password/reset-password.test.ts",
      name: "every call sends at most the queries it declares",
    },
  ],
  "change-email": [
    {
      file: "packages/core/src/features/change-email/races.test.ts",
      name: "every call sends at most the queries it declares",
    },
    {
      file: "packages/core/src/features/social/without-address.test.ts",
      name: "adding an email and opening its link send at most the queries they declare",
    },
  ],
  account: [
    {
      file: "packages/core/src/features/account/account.test.ts",
      name: "every call sends at most the queries it declares",
    },
    {
      file: "packages/core/src/features/account/account.test.ts",
      name: "the emailed link sends at most the queries it declares",
    },
  ],
  capabilities: [
    {
      file: "packages/core/src/features/capabilities/capabilities.test.ts",
      name: "sends at most the queries it declares",
    },
  ],
  social: [
    {
      file: "packages/core/src/features/social/accounts.test.ts",
      name: "the calls send at most the queries they declare",
    },
    {
      file: "packages/core/src/features/social/races.test.ts",
      name: "a sign-in takes at most five queries for an existing user, and at most six for a new one",
    },
  ],
  username: [
    {
      file: "packages/username/src/username.test.ts",
      name: "sign-in and availability checks send at most the queries they declare",
    },
  ],
  "step-up": [
    {
      file: "packages/step-up/src/devices/devices.test.ts",
      name: "every call sends at most the queries it declares",
    },
  ],
  "api-key": [
    {
      file: "packages/api-key/src/races.test.ts",
      name: "every call stays within its query budget",
    },
    {
      file: "packages/api-key/src/organizations.test.ts",
      name: "every call about organizations stays within its query budget",
    },
  ],
  "oauth-provider": [
    {
      file: "packages/oauth-provider/test/plugin.test.ts",
      name: "the calls from a request to its tokens stay within their query budgets",
    },
    {
      file: "packages/oauth-provider/test/plugin.test.ts",
      name: "calls that manage clients stay within their query budgets",
    },
    {
      file: "packages/oauth-provider/test/plugin.test.ts",
      name: "calls about connected apps and an admin's calls stay within their query budgets",
    },
    {
      file: "packages/oauth-provider/test/resources.test.ts",
      name: "only requests for added APIs take an additional query, and calls stay within their query budgets",
    },
  ],
  jwt: [
    {
      file: "packages/jwt/src/jwt.test.ts",
      name: "stay within each call's query budget, and cause no queries while they're cached",
    },
  ],
  "magic-link": [
    {
      file: "packages/magic-link/src/databases.test.ts",
      name: "every call sends at most the queries it declares",
    },
  ],
  "email-otp": [
    {
      file: "packages/email-otp/src/budgets.test.ts",
      name: "every call sends at most the queries it declares",
    },
  ],
  anonymous: [
    {
      file: "packages/anonymous/src/races.test.ts",
      name: "every call sends at most the queries it declares",
    },
  ],
  "phone-number": [
    {
      file: "packages/phone-number/src/races.test.ts",
      name: "every call sends at most the queries it declares",
    },
  ],
  "two-factor": [
    {
      file: "packages/two-factor/src/races.long.test.ts",
      name: "every call sends at most the queries it declares, and a sign-in sends its documented number",
    },
    {
      file: "packages/two-factor/src/challenge/pending.test.ts",
      name: "each call sends at most the queries it declares",
    },
  ],
  passkey: [
    {
      file: "packages/passkey/src/budgets.test.ts",
      name: "each call sends at most the queries it declares",
    },
  ],
  admin: [
    {
      file: "packages/admin/src/audit-log/audit-log.test.ts",
      name: "every call stays within its query budget",
    },
    {
      file: "packages/admin/src/users/accounts.test.ts",
      name: "unlinking stays within its query budget",
      calls: ["unlinkUserAccount"],
    },
  ],
  organization: [
    { file: "packages/organization/src/statements.test.ts", name: "each call stays within its query budget" },
    {
      file: "packages/organization/src/capabilities.test.ts",
      name: "are shown to admins with the user's roles, in two queries",
      calls: ["listUserOrganizations"],
    },
    {
      file: "packages/organization/src/organizations/admin.test.ts",
      name: "each call stays within its query budget",
      calls: ["adminListOrganizations", "adminGetOrganization", "listOrganizationMembers"],
    },
  ],
  "multi-session": [
    {
      file: "packages/multi-session/src/databases.test.ts",
      name: "a sign-in, a switch, and the list stay within their budgets",
      calls: ["listDeviceSessions", "setActiveSession", "revokeDeviceSession"],
    },
  ],
  "one-time-token": [
    {
      file: "packages/one-time-token/src/one-time-token.test.ts",
      name: "OTT-01: one of 20 requests with one token gets a session, and it's a new one",
      calls: ["generateOneTimeToken"],
    },
    {
      file: "packages/one-time-token/src/one-time-token.test.ts",
      name: "a sign-in with a token stays within its budget",
      calls: ["verifyOneTimeToken"],
    },
  ],
  "device-authorization": [
    {
      file: "packages/device-authorization/src/device.test.ts",
      name: "every call sends at most the queries that it declares",
      calls: ["requestDeviceCode", "getDeviceToken", "getDeviceRequest", "approveDevice", "denyDevice"],
    },
  ],
  scim: [
    {
      file: "packages/scim/src/budgets.test.ts",
      name: "every call sends at most the queries that it declares",
    },
  ],
  events: [
    {
      file: "packages/events/src/webhooks/webhooks.test.ts",
      name: "every call sends at most the queries that it declares",
      calls: [
        "createWebhook",
        "updateWebhook",
        "deleteWebhook",
        "rotateWebhookSecret",
        "testWebhook",
        "replayWebhook",
        "listWebhooks",
        "listAllWebhooks",
        "listWebhookDeliveries",
        "listWebhookEventTypes",
      ],
    },
    {
      file: "packages/events/src/audit/audit.test.ts",
      name: "entries from the same millisecond are each exported once, and calls send at most the queries that they declare",
      calls: ["listAuditLog", "exportAuditLog"],
    },
  ],
  sso: [
    {
      file: "packages/sso/src/domains/domains.test.ts",
      name: "every call about domains stays within its query budget",
      calls: ["addSsoDomain", "removeSsoDomain", "listSsoDomains", "requestDomainVerification", "verifyDomain"],
    },
    {
      file: "packages/sso/src/providers/providers.test.ts",
      name: "every call stays within its query budget",
      calls: [
        "registerSSOProvider",
        "listSSOProviders",
        "listAllSSOProviders",
        "listAllSsoDomains",
        "getSSOProvider",
        "updateSSOProvider",
        "deleteSSOProvider",
        "discoverSSO",
        "signInSSO",
        "initiateSSO",
        "callbackSSO",
      ],
    },
    {
      file: "packages/sso/src/sign-in/callback.test.ts",
      name: "the shared callback stays within its query budget, and its state works once",
      calls: ["callbackSSOShared"],
    },
    {
      file: "packages/sso/src/domains/enforcement.test.ts",
      name: "requiring single sign-on and testing stay within their query budgets",
      calls: ["setSsoEnforcement", "testSSOProvider", "listSSOTests"],
    },
    {
      file: "packages/sso/src/setup/setup.test.ts",
      name: "every setup call stays within its query budget",
      calls: [
        "createSsoSetupLink",
        "openSsoSetup",
        "getSsoSetup",
        "registerSetupProvider",
        "addSetupDomain",
        "verifySetupDomain",
        "testSetupProvider",
        "listSetupTests",
      ],
    },
    {
      file: "packages/sso/test/saml/sign-in.long.test.ts",
      name: "every call stays within its query budget",
      calls: ["samlResponse", "samlCallback", "samlMetadata", "rotateSSOKeys"],
    },
    {
      file: "packages/sso/test/saml/logout.long.test.ts",
      name: "logout messages stay within the query budgets of their calls",
      calls: ["signOutSSO", "samlSignOut", "samlLogoutRedirect", "samlLogoutPost"],
    },
  ],
  "one-tap": [
    {
      file: "packages/one-tap/src/one-tap.test.ts",
      name: "a sign-up and a sign-in stay within their budget",
      calls: ["oneTapCallback"],
    },
  ],
  billing: [
    {
      file: "packages/billing/src/references/endpoints.test.ts",
      name: "reading the access sends one query, plus those of the app's own check",
      calls: ["getBillingAccess"],
    },
    { file: "packages/billing/src/budgets.test.ts", name: "each call sends the queries that it declares" },
    {
      file: "packages/billing/src/budgets.test.ts",
      name: "each call of a plan change sends the queries that it declares",
    },
    {
      file: "packages/billing/src/budgets.test.ts",
      name: "a guest's checkout sends the queries that it declares",
    },
    {
      file: "packages/billing/src/budgets.test.ts",
      name: "linking a customer sends the queries that the call declares",
    },
    {
      file: "packages/billing/src/entitlements/entitlements.test.ts",
      name: "are read with the queries that each call declares",
    },
    { file: "packages/billing/src/seats/seats.test.ts", name: "when it reads its seats" },
    { file: "packages/billing/src/references/asking.test.ts", name: "sends at most the queries that it declares" },
    { file: "packages/billing/src/webhooks/receive.test.ts", name: "sends at most the queries that it declares" },
    {
      file: "packages/billing/src/seller/seller.test.ts",
      name: "sends the queries that it declares for each page",
      calls: [
        "getSellerOverview",
        "listSellerOwners",
        "listSellerProducts",
        "listSellerCustomers",
        "listSellerSubscriptions",
        "listSellerDeliveries",
        "listSellerOrders",
        "listSellerRefunds",
        "listSellerBenefits",
        "listSellerDiscounts",
        "listSellerMeters",
      ],
    },
    {
      file: "packages/billing/src/seller/seller.test.ts",
      name: "sends at most the declared queries to run a delivery again",
    },
  ],
};

/** Finds the test that counts a call's queries, by its endpoint or its path. */
export function findQueryCountTest(plugin: string, id: string, path: string): TestReference | null {
  const names = [new RegExp(`\\b${id}\\b`), new RegExp(`["'\`]${path.replaceAll("/", "\\/")}["'\`?]`)];
  return (
    queryCountTests[plugin]?.find(
      (shown) => shown.calls?.includes(id) || names.some((name) => name.test(bodyOf(shown))),
    ) ?? null
  );
}
