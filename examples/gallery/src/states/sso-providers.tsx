/** States of an organization's identity providers. */

import { en } from "@latchkey/ui";
import { ProvidersPanel, ssoEn } from "@latchkey/ui/sso";
import {
  administrator,
  certificate,
  offered,
  offeredWithDirectory,
  owner,
  provider,
  reader,
  saml,
  withSso,
} from "../fixtures/sso.ts";
import { daysFromNow } from "../fixtures/users.ts";
import { errorResponse, ok } from "../mock-fetch.ts";
import { loadingStates, type State } from "../state.ts";
import { chooseInMenu as choose } from "../user-actions.ts";

const { providers: providerWords, roles, certificates, setup, tests: testWords, errors } = ssoEn;
const manageProvider = providerWords.manage.replace("{name}", "Okta");

const manageSaml = providerWords.manage.replace("{name}", saml.name);
/** A SAML provider whose metadata was rejected, and for which the app's next certificate is ready. */
const rotating = {
  ...saml,
  samlConfig: {
    ...saml.samlConfig,
    metadataUrl: "https://login.entra.example/federationmetadata.xml",
    metadataProblem: "certificates",
    spCertificate: [...saml.samlConfig.spCertificate, { ...certificate, notAfter: daysFromNow(3650) }],
  },
};

const providersPage = { element: <ProvidersPanel />, responses: withSso({}) };
/** States of the section with the identity providers. */
export const providerStates: readonly State[] = [
  ...loadingStates({ element: <ProvidersPanel />, responses: { ...offered, ...owner } }, "/sso/providers", en.loading),
  {
    ...providersPage,
    name: "none",
    responses: withSso({ "/sso/providers": ok({ providers: [] }) }),
    expectedText: providerWords.none,
  },
  { ...providersPage, name: "some", expectedText: providerWords.unverified },
  { ...providersPage, name: "reader", responses: withSso(reader), expectedText: providerWords.unverified },
  {
    ...providersPage,
    name: "long",
    responses: withSso({
      "/sso/providers": ok({
        providers: [{ ...saml, name: "The identity provider of the whole group of companies ".repeat(2).trim() }],
      }),
    }),
    expectedText: /whole group/,
  },
  {
    ...providersPage,
    name: "menu",
    play: ({ click }) => click("button", manageProvider),
    expectedText: providerWords.tests,
  },
  {
    ...providersPage,
    name: "edit",
    play: choose(manageProvider, providerWords.edit),
    expectedText: providerWords.editText,
  },
  {
    ...providersPage,
    name: "edit-saml",
    play: choose(manageSaml, providerWords.edit),
    expectedText: providerWords.keepSecret,
  },
  {
    ...providersPage,
    name: "edit-saml-url",
    play: async (hand) => {
      await choose(manageSaml, providerWords.edit)(hand);
      await hand.choose(providerWords.metadataSource, "url");
    },
    expectedText: providerWords.metadataUrlHint,
  },
  {
    ...providersPage,
    name: "roles",
    play: choose(manageProvider, roles.edit),
    expectedText: roles.otherwise,
  },
  {
    ...providersPage,
    name: "roles-refused",
    responses: withSso({
      "/sso/providers": ok({
        providers: [
          { ...provider, roleMapping: [...provider.roleMapping, { claim: "groups", equals: "Board", role: "owner" }] },
        ],
      }),
      "/sso/update-provider": errorResponse(403, "SSO_ROLE_NOT_ALLOWED"),
    }),
    play: async (hand) => {
      await choose(manageProvider, roles.edit)(hand);
      await hand.click("button", en.save);
    },
    expectedText: errors.SSO_ROLE_NOT_ALLOWED ?? "",
  },
  {
    ...providersPage,
    name: "certificates",
    play: choose(manageSaml, certificates.view),
    expectedText: certificates.theirsText,
  },
  {
    ...providersPage,
    name: "certificates-rotation",
    responses: withSso({ "/sso/providers": ok({ providers: [rotating] }) }),
    play: choose(manageSaml, certificates.view),
    expectedText: certificates.rejected,
  },
  {
    ...providersPage,
    name: "tests",
    play: choose(manageProvider, providerWords.tests),
    expectedText: testWords.failed,
  },
  {
    ...providersPage,
    name: "off",
    play: choose(manageProvider, providerWords.turnOff),
    expectedText: providerWords.turnOffText,
  },
  {
    ...providersPage,
    name: "delete",
    play: choose(manageProvider, providerWords.remove),
    expectedText: providerWords.removeText,
  },
  {
    ...providersPage,
    name: "link",
    responses: withSso({
      "/sso/setup-link": ok({
        url: "https://acme.example/sso-setup?token=Jf8sK2mPq7RtVx4Yz9BcDe3GhL6NwA1u",
        expiresAt: daysFromNow(7),
      }),
    }),
    play: ({ click }) => click("button", providerWords.link),
    expectedText: providerWords.linkText,
  },
  {
    ...providersPage,
    name: "link-with-directory",
    responses: { ...withSso({}), ...offeredWithDirectory, ...administrator },
    play: ({ click }) => click("button", providerWords.link),
    expectedText: providerWords.linkDirectory,
  },
  {
    ...providersPage,
    name: "refused",
    responses: withSso({ "/sso/test-provider": errorResponse(503, "PROVIDER_UNAVAILABLE") }),
    play: choose(manageProvider, providerWords.test),
    expectedText: en.errors.PROVIDER_UNAVAILABLE ?? /provider/i,
  },
  {
    ...providersPage,
    name: "set-up",
    play: ({ click }) => click("button", providerWords.add),
    expectedText: setup.provider,
  },
];
