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
      name: "costs at most the statements it declares",
      calls: ["updateSession"],
    },
    {
      file: "packages/core/src/features/email-password/sign-up.test.ts",
      name: "costs at most 3 statements and its transaction; signing in 2, reading 1, listing 2, signing out 1",
    },
  ],
  "email-password": [
    {
      file: "packages/core/src/features/email-password/sign-up.test.ts",
      name: "costs at most 3 statements and its transaction; signing in 2, reading 1, listing 2, signing out 1",
    },
  ],
  "email-verification": [
    {
      file: "packages/core/src/features/email-verification/email-verification.test.ts",
      name: "costs at most the statements it declares",
    },
  ],
  password: [
    {
      file: "packages/core/src/features/password/reset-password.test.ts",
      name: "every call costs at most the statements it declares",
    },
  ],
  "change-email": [
    {
      file: "packages/core/src/features/change-email/races.test.ts",
      name: "every call costs at most the statements it declares",
    },
    {
      file: "packages/core/src/features/social/without-address.test.ts",
      name: "naming an address and opening its link cost at most the statements they declare",
    },
  ],
  account: [
    {
      file: "packages/core/src/features/account/account.test.ts",
      name: "every call costs at most the statements it declares",
    },
    {
      file: "packages/core/src/features/account/account.test.ts",
      name: "the link of the mail costs at most the statements it declares",
    },
  ],
  capabilities: [
    {
      file: "packages/core/src/features/capabilities/capabilities.test.ts",
      name: "costs at most the statements it declares",
    },
  ],
  social: [
    {
      file: "packages/core/src/features/social/accounts.test.ts",
      name: "the calls cost at most the statements they declare",
    },
    {
      file: "packages/core/src/features/social/races.test.ts",
      name: "a known user costs at most five statements, a newcomer at most six",
    },
  ],
  username: [
    {
      file: "packages/username/src/username.test.ts",
      name: "signing in and asking for a name cost at most the statements they declare",
    },
  ],
  "step-up": [
    {
      file: "packages/step-up/src/devices/devices.test.ts",
      name: "every call costs at most the queries it declares",
    },
  ],
  "api-key": [
    {
      file: "packages/api-key/src/races.test.ts",
      name: "every call sends at most the queries that it declares",
    },
  ],
  "magic-link": [
    {
      file: "packages/magic-link/src/magic-link.test.ts",
      name: "every call costs at most the statements it declares",
    },
  ],
  "email-otp": [
    {
      file: "packages/email-otp/src/email-otp.test.ts",
      name: "every call costs at most the statements it declares",
    },
  ],
  anonymous: [
    {
      file: "packages/anonymous/src/races.test.ts",
      name: "every call costs at most the statements it declares",
    },
  ],
  "phone-number": [
    {
      file: "packages/phone-number/src/races.test.ts",
      name: "every call costs at most the statements it declares",
    },
  ],
  "two-factor": [
    {
      file: "packages/two-factor/src/races.long.test.ts",
      name: "every call costs at most the statements it declares, and a sign-in what was settled",
    },
    {
      file: "packages/two-factor/src/challenge/pending.test.ts",
      name: "each call costs at most the statements it declares",
    },
  ],
  passkey: [
    {
      file: "packages/passkey/src/budgets.test.ts",
      name: "each call costs at most the queries that it declares",
    },
  ],
  admin: [
    {
      file: "packages/admin/src/audit-log/audit-log.test.ts",
      name: "every call costs at most the statements it declares",
    },
    {
      file: "packages/admin/src/users/accounts.test.ts",
      name: "unlinking costs at most the statements it declares",
      calls: ["unlinkUserAccount"],
    },
  ],
  organization: [
    { file: "packages/organization/src/statements.test.ts", name: "each call keeps to its number of statements" },
    {
      file: "packages/organization/src/capabilities.test.ts",
      name: "are shown to admins, with the roles, by two statements",
      calls: ["listUserOrganizations"],
    },
    {
      file: "packages/organization/src/organizations/admin.test.ts",
      name: "each call keeps to its number of statements",
      calls: ["adminListOrganizations", "adminGetOrganization", "listOrganizationMembers"],
    },
  ],
  "multi-session": [
    {
      file: "packages/multi-session/src/multi-session.test.ts",
      name: "a sign-in, a switch, and the list stay within their budgets",
      calls: ["listDeviceSessions", "setActiveSession", "revokeDeviceSession"],
    },
  ],
  "one-time-token": [
    {
      file: "packages/one-time-token/src/one-time-token.test.ts",
      name: "OTT-01: of 20 requests with one token, one gets a session, and it's a new one",
      calls: ["generateOneTimeToken"],
    },
    {
      file: "packages/one-time-token/src/one-time-token.test.ts",
      name: "a sign-in with a token stays within its budget",
      calls: ["verifyOneTimeToken"],
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
      name: "it costs one statement, and what the app's own question costs",
      calls: ["getBillingAccess"],
    },
    {
      file: "packages/billing/src/provider/acting.test.ts",
      name: "every call costs at most the statements that it declares",
    },
    { file: "packages/billing/src/references/asking.test.ts", name: "costs at most the statements that it declares" },
    { file: "packages/billing/src/webhooks/receive.test.ts", name: "costs at most the statements that it declares" },
    {
      file: "packages/billing/src/seller/seller.test.ts",
      name: "costs three statements a page, whatever the app's own question costs",
      calls: ["listSellerProducts", "listSellerCustomers", "listSellerSubscriptions", "listSellerDeliveries"],
    },
    {
      file: "packages/billing/src/seller/seller.test.ts",
      name: "running a delivery again costs at most the queries that it declares",
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
