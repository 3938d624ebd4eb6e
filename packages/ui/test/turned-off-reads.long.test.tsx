// @vitest-environment jsdom

/** Tests that no screen sends a read that `disabledPaths` turns off. Each screen's reads are recorded, not listed. */

import { admin } from "@latchkey/admin";
import { adminClient } from "@latchkey/admin/client";
import { apiKey } from "@latchkey/api-key";
import { apiKeyClient } from "@latchkey/api-key/client";
import { billing } from "@latchkey/billing";
import { billingClient } from "@latchkey/billing/client";
import { multiSession } from "@latchkey/multi-session";
import { multiSessionClient } from "@latchkey/multi-session/client";
import { organization } from "@latchkey/organization";
import { createAccessControl, defaultStatements } from "@latchkey/organization/access";
import { organizationClient } from "@latchkey/organization/client";
import { passkey } from "@latchkey/passkey";
import { passkeyClient } from "@latchkey/passkey/client";
import { twoFactor } from "@latchkey/two-factor";
import { twoFactorClient } from "@latchkey/two-factor/client";
import { username } from "@latchkey/username";
import { usernameClient } from "@latchkey/username/client";
import { cleanup, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { Admin } from "../src/admin/admin.tsx";
import { AdminUser } from "../src/admin/admin-user.tsx";
import { adminUi } from "../src/admin/plugin.tsx";
import { AccountApiKeys } from "../src/api-key/index.ts";
import { apiKeyUi } from "../src/api-key/plugin.tsx";
import { BillingPage } from "../src/billing/page/billing-page.tsx";
import { billingUi } from "../src/billing/plugin.tsx";
import { PricingTable } from "../src/billing/pricing/pricing-table.tsx";
import {
  AccountConnections,
  AccountDanger,
  AccountProfile,
  AccountSecurity,
  Devices,
  UserButton,
} from "../src/index.ts";
import { multiSessionUi } from "../src/multi-session/index.ts";
import { Organization } from "../src/organization/organization.tsx";
import { organizationUi } from "../src/organization/plugin.tsx";
import { OrganizationSwitcher } from "../src/organization/switcher/organization-switcher.tsx";
import { OwnOrganizations } from "../src/organization/switcher/own-organizations.tsx";
import { passkeyUi } from "../src/passkey/plugin.tsx";
import { twoFactorUi } from "../src/two-factor/plugin.tsx";
import { usernameUi } from "../src/username/plugin.ts";
import { platform } from "./billing.tsx";
import { installPasskeys } from "./passkeys.tsx";
import { startSite, type Visit, watchScreens } from "./site.tsx";

watchScreens();

const secret = "whsec_CzBVep/E6Q4zWH2ix+wRNluApcrvFDleg6jN8hc8YYY=";
const clients = [
  adminClient(),
  apiKeyClient(),
  billingClient(),
  multiSessionClient(),
  organizationClient(),
  passkeyClient(),
  twoFactorClient(),
  usernameClient(),
];
const ui = {
  plugins: [
    adminUi(),
    apiKeyUi(),
    billingUi(),
    multiSessionUi(),
    organizationUi(),
    passkeyUi(),
    twoFactorUi(),
    usernameUi(),
  ],
};

interface Place {
  readonly visit: Visit;
  readonly annId: string;
}

/** Ann is an admin, and the owner of an organization with a team, an invitation, and a custom role. */
async function start(disabledPaths: readonly string[]): Promise<Place> {
  const site = await startSite(
    {
      disabledPaths,
      socialProviders: { github: { clientId: "app", clientSecret: "secret" } },
      user: { deleteUser: { enabled: true } },
      plugins: [
        admin(),
        apiKey(),
        billing({ secret, provider: platform() }),
        multiSession(),
        organization({
          ac: createAccessControl({ ...defaultStatements }),
          teams: { enabled: true },
          dynamicAccessControl: { enabled: true },
        }),
        passkey(),
        twoFactor({ otpOptions: { sendOTP: () => {} } }),
        username(),
      ],
    },
    clients,
  );
  const visit = site.visit();
  const ann = (await visit.browser.signUp("ann@example.com")).body.user;
  // With 2FA, users have trusted devices. With a verified email, they have invitations.
  await site.setUser(ann.id, { role: "admin", twoFactorEnabled: true, emailVerified: true });
  const post = async (path: string, body: object): Promise<void> => {
    const { status, body: answer } = await visit.browser.post(path, body);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  };
  await post("/organization/create", { name: "Acme", slug: "acme" });
  await post("/organization/create-team", { name: "Design" });
  await post("/organization/create-role", { role: "auditor", permission: { member: ["update"] } });
  return { visit, annId: ann.id };
}

interface ScreenCase {
  readonly name: string;
  readonly url: string;
  /** Whether its button opens a menu or panel. */
  readonly opens?: boolean;
  element(place: Place): ReactElement;
}

const screens: readonly ScreenCase[] = [
  { name: "profile", url: "/account", element: () => <AccountProfile /> },
  { name: "security", url: "/account", element: () => <AccountSecurity /> },
  { name: "connections", url: "/account", element: () => <AccountConnections /> },
  { name: "danger zone", url: "/account", element: () => <AccountDanger /> },
  { name: "devices", url: "/account", element: () => <Devices /> },
  { name: "API keys", url: "/account", element: () => <AccountApiKeys /> },
  { name: "organizations", url: "/account", element: () => <OwnOrganizations /> },
  { name: "switcher", url: "/account", opens: true, element: () => <OrganizationSwitcher /> },
  { name: "members", url: "/organization", element: () => <Organization /> },
  { name: "invitations", url: "/organization#invitations", element: () => <Organization /> },
  { name: "teams", url: "/organization#teams", element: () => <Organization /> },
  { name: "roles", url: "/organization#roles", element: () => <Organization /> },
  { name: "users", url: "/admin", element: () => <Admin /> },
  { name: "user", url: "/admin", element: ({ annId }) => <AdminUser userId={annId} /> },
  { name: "all organizations", url: "/admin/organizations", element: () => <Admin /> },
  { name: "audit log", url: "/admin/audit", element: () => <Admin /> },
  { name: "billing", url: "/billing", element: () => <BillingPage /> },
  { name: "pricing", url: "/pricing", element: () => <PricingTable /> },
  { name: "user menu", url: "/", opens: true, element: () => <UserButton /> },
];

/** Shows a screen until it has all of its data. */
async function show(disabledPaths: readonly string[], { url, element, opens = false }: ScreenCase): Promise<Visit> {
  history.replaceState(null, "", url);
  const place = await start(disabledPaths);
  const { visit } = place;
  // The capabilities are loaded over HTTP, as on a page that the server doesn't render. Until they're known, no screen
  // may send a call.
  const { person } = visit.show(element(place), { ...ui, capabilities: undefined });
  await settle(visit);
  // The button is missing if the calls that it needs are turned off.
  const [button] = opens ? screen.queryAllByRole("button") : [];
  if (button) {
    await person.click(button);
    await settle(visit);
  }
  return visit;
}

/** Waits until all requests have a response and no new ones are sent, including those of content that just appeared. */
async function settle(visit: Visit): Promise<void> {
  let [count, quietPolls] = [0, 0];
  await waitFor(
    () => {
      const isQuiet = visit.asked.length === count && visit.answered.length === count;
      quietPolls = isQuiet ? quietPolls + 1 : 0;
      count = visit.asked.length;
      expect(visit.answered).toContain("/capabilities");
      expect(quietPolls).toBeGreaterThan(5);
      expect(document.querySelector("[data-lk=skeleton]")).toBeNull();
    },
    { interval: 10 },
  );
}

/** Calls that every screen needs. */
const always = ["/get-session", "/capabilities"];

test.each(screens)("the screen doesn't send calls that are turned off: $name", async (screenCase) => {
  installPasskeys();
  const usual = await show([], screenCase);
  expect(usual.refused).toEqual([]);
  cleanup();
  sessionStorage.clear();
  const reads = new Set(usual.asked.map((path) => path.replace(/\?.*/, "")).filter((path) => !always.includes(path)));
  for (const path of reads) {
    const visit = await show([path], screenCase);
    expect({ path, refused: visit.refused }).toEqual({ path, refused: [] });
    cleanup();
    sessionStorage.clear();
  }
});
