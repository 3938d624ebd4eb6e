/** States of the admin pages with the domains and identity providers of all organizations. */

import { en } from "@latchkey/ui";
import { AdminDomains, AdminProviders, ssoEn } from "@latchkey/ui/sso";
import { adminCapabilities } from "../fixtures/admin.ts";
import { offered, provider, saml, someDomains, someProviders } from "../fixtures/sso.ts";
import { type MockResponses, ok } from "../mock-fetch.ts";
import { loadingStates, type State } from "../state.ts";
import { chooseInMenu as choose } from "../user-actions.ts";

const { domains: words, providers: providerWords, all, certificates, errors } = ssoEn;
const organizations = { "o-acme": { name: "Acme" }, "o-north": { name: "Northwind Traders" } };
const north = { organizationId: "o-north" };
const permitted = (permissions: object): MockResponses => ({
  "/admin/capabilities": ok({ ...adminCapabilities, permissions }),
});

const withDomains = (list: readonly object[], more: MockResponses = {}, nextCursor: string | null = null) => ({
  ...offered,
  "/sso/list-all-domains": ok({ domains: list, organizations, nextCursor }),
  ...more,
});
const everyDomain = [{ ...someDomains[1], ...north, id: "dom-9", domain: "northwind.example" }, ...someDomains];
const domainPage = { element: <AdminDomains />, responses: withDomains(everyDomain) };
/** States of the page with the domains. */
export const adminDomainStates: readonly State[] = [
  ...loadingStates({ element: <AdminDomains />, responses: offered }, "/sso/list-all-domains", en.loading),
  { ...domainPage, name: "none", responses: withDomains([]), expectedText: words.none },
  { ...domainPage, name: "some", expectedText: /Northwind Traders/ },
  { ...domainPage, name: "pages", responses: withDomains(everyDomain, {}, "more"), expectedText: en.nextPage },
  {
    ...domainPage,
    name: "reader",
    responses: withDomains(everyDomain, permitted({ sso: ["read"] })),
    expectedText: /Northwind Traders/,
  },
  {
    ...domainPage,
    name: "denied",
    responses: withDomains(everyDomain, permitted({ user: ["list"] })),
    expectedText: errors.YOU_ARE_NOT_ALLOWED_TO_MANAGE_SSO ?? "",
  },
  {
    ...domainPage,
    name: "no-matches",
    responses: withDomains([]),
    play: async ({ click }) => {
      await click("button", all.state);
      await click("radio", words.failing);
    },
    expectedText: all.noDomains,
  },
  {
    ...domainPage,
    name: "remove",
    play: choose(words.manage.replace("{domain}", "northwind.example"), words.remove),
    expectedText: words.removeText,
  },
];

const withProviders = (list: readonly object[], more: MockResponses = {}, nextCursor: string | null = null) => ({
  ...offered,
  "/sso/list-all-providers": ok({ providers: list, organizations, nextCursor }),
  ...more,
});
const everyProvider = [{ ...provider, ...north, providerId: "north-1", name: "Google Workspace" }, ...someProviders];
const providerPage = { element: <AdminProviders />, responses: withProviders(everyProvider) };
/** States of the page with the identity providers. */
export const adminProviderStates: readonly State[] = [
  ...loadingStates({ element: <AdminProviders />, responses: offered }, "/sso/list-all-providers", en.loading),
  { ...providerPage, name: "none", responses: withProviders([]), expectedText: providerWords.none },
  { ...providerPage, name: "some", expectedText: /Northwind Traders/ },
  { ...providerPage, name: "pages", responses: withProviders(everyProvider, {}, "more"), expectedText: en.nextPage },
  {
    ...providerPage,
    name: "reader",
    responses: withProviders(everyProvider, permitted({ sso: ["read"] })),
    expectedText: /Northwind Traders/,
  },
  {
    ...providerPage,
    name: "no-matches",
    responses: withProviders([]),
    play: async ({ click }) => {
      await click("button", all.state);
      await click("radio", all.providerStates.expiring);
    },
    expectedText: all.noProviders,
  },
  {
    ...providerPage,
    name: "certificates",
    play: choose(providerWords.manage.replace("{name}", saml.name), certificates.view),
    expectedText: certificates.theirsText,
  },
  {
    ...providerPage,
    name: "off",
    play: choose(providerWords.manage.replace("{name}", "Google Workspace"), providerWords.turnOff),
    expectedText: providerWords.turnOffText,
  },
];
