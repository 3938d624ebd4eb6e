// @vitest-environment jsdom

/** Tests that each control in the developer and identity lists disappears only if its own call is turned off. */

import { admin } from "@latchkey/admin";
import { apiKey } from "@latchkey/api-key";
import { apiKeyClient } from "@latchkey/api-key/client";
import type { ClientPlugin } from "@latchkey/client";
import type { Capabilities } from "@latchkey/client/capabilities";
import type { Plugin } from "@latchkey/core";
import { events } from "@latchkey/events";
import { eventsClient } from "@latchkey/events/client";
import { jwt } from "@latchkey/jwt";
import { oauthProvider } from "@latchkey/oauth-provider";
import { oauthProviderClient } from "@latchkey/oauth-provider/client";
import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { scim } from "@latchkey/scim";
import { scimClient } from "@latchkey/scim/client";
import type { SsoDomain } from "@latchkey/sso";
import { cleanup, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { AccountApiKeys } from "../src/api-key/api-keys.tsx";
import { apiKeyUi } from "../src/api-key/plugin.tsx";
import { OrganizationServiceAccounts } from "../src/api-key/service-accounts.tsx";
import { apiKeyEn } from "../src/api-key/texts.ts";
import { eventsUi } from "../src/events/plugin.tsx";
import { eventsEn } from "../src/events/texts.ts";
import { WebhooksPanel } from "../src/events/webhooks-panel.tsx";
import { OrganizationApplications } from "../src/oauth-provider/applications.tsx";
import { oauthProviderUi } from "../src/oauth-provider/plugin.tsx";
import { oauthProviderEn } from "../src/oauth-provider/texts.ts";
import { organizationUi } from "../src/organization/plugin.tsx";
import type { UiPlugin } from "../src/provider/types.ts";
import { scimUi } from "../src/scim/plugin.tsx";
import { ScimPanel } from "../src/scim/scim-panel.tsx";
import { scimEn } from "../src/scim/texts.ts";
import { DomainsPanel } from "../src/sso/domains-panel.tsx";
import { ssoEn } from "../src/sso/en.ts";
import { ProvidersPanel } from "../src/sso/providers-panel.tsx";
import { memberCalls } from "../src/sso/setup/calls.ts";
import { DomainStep, EnforceStep, TestStep } from "../src/sso/setup/finish.tsx";
import type { SsoReactClient } from "../src/sso/ui.ts";
import { fill } from "../src/texts/texts.ts";
import { startSite, type Visit, watchScreens } from "./site.tsx";
import { plugins as ssoPlugins, startSsoSite } from "./sso-site.tsx";

history.replaceState(null, "", "/organization");

watchScreens();

interface List {
  readonly element: ReactElement;
  readonly plugins: readonly UiPlugin[];
  /** Name of the button that opens the item's menu. */
  readonly menu: string;
  /** The call behind each button on the page and each menu item. `null` for an item that only opens a panel. */
  readonly controls: Readonly<Record<string, string | null>>;
  /** Starts a site where Ann owns Acme, which has one item. */
  start(): Promise<Visit>;
}

async function startAcme(server: Plugin[], client: ClientPlugin, path: string, item: object): Promise<Visit> {
  const site = await startSite({ plugins: [organization(), ...server] }, [organizationClient(), client]);
  const visit = site.visit();
  await visit.browser.signUp("ann@example.com");
  const made = await visit.browser.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" });
  const { status, body } = await visit.browser.post(path, { organizationId: made.body.id, ...item });
  expect({ status, body }).toMatchObject({ status: 200 });
  return visit;
}

const keys = [apiKey([{}, { configId: "org", references: "organization" }])];
const provider = oauthProvider({
  loginPage: "/sign-in",
  consentPage: "/consent",
  organizations: { page: "/choose-organization" },
});
const url = "https://hooks.acme.test/in";
const redirectUris = ["https://app.acme.test/callback"];
const { serviceAccounts } = apiKeyEn;
const { webhooks } = eventsEn;
const { applications } = oauthProviderEn;
const { domains, providers, roles } = ssoEn;

const lists: readonly (readonly [name: string, list: List])[] = [
  [
    "API keys",
    {
      element: <AccountApiKeys />,
      plugins: [apiKeyUi()],
      start: () => startAcme(keys, apiKeyClient(), "/api-key/create", { name: "CI", organizationId: undefined }),
      menu: fill(apiKeyEn.manage, { name: "CI" }),
      controls: {
        [apiKeyEn.create]: "/api-key/create",
        [apiKeyEn.rotate]: "/api-key/rotate",
        [apiKeyEn.turnOff]: "/api-key/update",
        [apiKeyEn.remove]: "/api-key/delete",
      },
    },
  ],
  [
    "service accounts",
    {
      element: <OrganizationServiceAccounts />,
      plugins: [organizationUi(), apiKeyUi()],
      start: () => startAcme(keys, apiKeyClient(), "/service-account/create", { name: "CI", role: "member" }),
      menu: fill(serviceAccounts.manage, { name: "CI" }),
      controls: {
        [serviceAccounts.create]: "/service-account/create",
        [serviceAccounts.createKey]: "/api-key/create",
        [serviceAccounts.edit]: "/service-account/update",
        [serviceAccounts.turnOff]: "/service-account/update",
        [serviceAccounts.remove]: "/service-account/delete",
      },
    },
  ],
  [
    "webhooks",
    {
      element: <WebhooksPanel />,
      plugins: [organizationUi(), eventsUi()],
      start: () =>
        startAcme([events({ organizations: true })], eventsClient(), "/webhook/create", { url, events: ["*"] }),
      menu: fill(webhooks.manage, { url }),
      controls: {
        [webhooks.create]: "/webhook/create",
        [webhooks.deliveries]: "/webhook/deliveries",
        [webhooks.test]: "/webhook/test",
        [webhooks.edit]: "/webhook/update",
        [webhooks.rotate]: "/webhook/rotate-secret",
        [webhooks.turnOff]: "/webhook/update",
        [webhooks.remove]: "/webhook/delete",
      },
    },
  ],
  [
    "directories",
    {
      element: <ScimPanel />,
      plugins: [organizationUi(), scimUi()],
      start: () => startAcme([scim()], scimClient(), "/scim/create-connection", { name: "Okta" }),
      menu: fill(scimEn.manage, { name: "Okta" }),
      controls: {
        [scimEn.create]: "/scim/create-connection",
        [scimEn.view]: null,
        [scimEn.edit]: "/scim/update-connection",
        [scimEn.replace]: "/scim/rotate-token",
        [scimEn.turnOff]: "/scim/update-connection",
        [scimEn.remove]: "/scim/delete-connection",
      },
    },
  ],
  [
    "identity providers",
    {
      element: <ProvidersPanel />,
      plugins: ssoPlugins,
      async start() {
        const { visit, register } = await startSsoSite();
        await register();
        return visit;
      },
      menu: fill(providers.manage, { name: "Acme" }),
      controls: {
        [providers.add]: "/sso/register",
        [providers.link]: "/sso/setup-link",
        [providers.test]: "/sso/test-provider",
        [providers.tests]: "/sso/last-tests",
        [providers.edit]: "/sso/update-provider",
        [roles.edit]: "/sso/update-provider",
        [providers.turnOff]: "/sso/update-provider",
        [providers.remove]: "/sso/delete-provider",
      },
    },
  ],
  [
    "domains",
    {
      element: <DomainsPanel />,
      plugins: ssoPlugins,
      async start() {
        const { visit, prove } = await startSsoSite();
        await prove("acme.test");
        return visit;
      },
      menu: fill(domains.manage, { domain: "acme.test" }),
      controls: {
        [domains.add]: "/sso/add-domain",
        [domains.record]: null,
        [domains.enforcement]: "/sso/set-enforcement",
        [domains.remove]: "/sso/remove-domain",
      },
    },
  ],
  [
    "OAuth applications",
    {
      element: <OrganizationApplications />,
      plugins: [organizationUi(), oauthProviderUi()],
      start: () =>
        startAcme([admin(), jwt(), provider], oauthProviderClient(), "/oauth2/create-client", {
          client_name: "Board",
          redirect_uris: redirectUris,
        }),
      menu: fill(applications.manage, { name: "Board" }),
      controls: {
        [applications.create]: "/oauth2/create-client",
        [applications.edit]: "/oauth2/update-client",
        [applications.rotate]: "/oauth2/client/rotate-secret",
        [applications.turnOff]: "/oauth2/update-client",
        [applications.remove]: "/oauth2/delete-client",
      },
    },
  ],
];

/** Returns the controls that a page shows. Their order doesn't matter. */
async function shownControls(visit: Visit, list: List, disabledPaths: readonly string[]): Promise<readonly string[]> {
  const { body: capabilities } = await visit.browser.get<Capabilities>("/capabilities");
  const { person } = visit.show(list.element, {
    plugins: list.plugins,
    capabilities: { ...capabilities, disabledPaths },
  });
  await screen.findAllByRole("listitem");
  const names = Object.keys(list.controls);
  const buttons = names.filter((name) => screen.queryByRole("button", { name }));
  const menu = screen.queryByRole("button", { name: list.menu });
  if (menu) await person.click(menu);
  const items = names.filter((name) => screen.queryByRole("menuitem", { name }));
  // A menu without items isn't rendered.
  expect(menu !== null).toBe(items.length > 0);
  cleanup();
  return [...buttons, ...items].sort();
}

test.each(lists)("controls disappear if their calls are turned off: %s", async (_, list) => {
  const visit = await list.start();
  const all = Object.entries(list.controls);
  const paths = [...new Set(all.flatMap(([, path]) => path ?? []))];
  const without = (off: readonly string[]): readonly string[] =>
    all.flatMap(([name, path]) => (path !== null && off.includes(path) ? [] : [name])).sort();
  for (const off of [[], ...paths.map((path) => [path]), paths]) {
    expect({ off, shown: await shownControls(visit, list, off) }).toEqual({ off, shown: without(off) });
  }
  expect(visit.refused).toEqual([]);
});

test.each([
  ["/sso/verify-domain", domains.verify],
  ["/sso/test-provider", providers.test],
  ["/sso/set-enforcement", ssoEn.setup.require],
])("without %s, the setup has no button for it", async (path, name) => {
  const { visit, register } = await startSsoSite();
  await register();
  const { body: capabilities } = await visit.browser.get<Capabilities>("/capabilities");
  const { body: added } = await visit.browser.get<readonly SsoDomain[]>("/sso/domains");
  const calls = memberCalls(visit.client as unknown as SsoReactClient, "");
  const props = { calls, domains: added, providerId: "acme-idp", reload: async () => {}, onNext() {}, onBack() {} };
  const steps = (
    <>
      <DomainStep {...props} />
      <TestStep {...props} />
      <EnforceStep {...props} />
    </>
  );
  for (const disabledPaths of [[], [path]]) {
    visit.show(steps, { plugins: ssoPlugins, capabilities: { ...capabilities, disabledPaths } });
    await screen.findByText(ssoEn.tests.none);
    expect(screen.queryAllByRole("button", { name })).toHaveLength(1 - disabledPaths.length);
    cleanup();
  }
});
