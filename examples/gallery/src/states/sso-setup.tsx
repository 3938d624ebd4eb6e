/** States of the guided setup of single sign-on. */

import { scimEn } from "@latchkey/ui/scim";
import { SsoSetupPage, SsoSetupWizard, type SsoSetupWizardProps, ssoEn } from "@latchkey/ui/sso";
import { domain, failed, offered, offeredWithDirectory, passed, pending, provider } from "../fixtures/sso.ts";
import { daysFromNow } from "../fixtures/users.ts";
import { errorResponse, ok } from "../mock-fetch.ts";
import type { State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

type Membership = NonNullable<SsoSetupWizardProps["membership"]>;
const { step } = scimEn;
const { domains: words, providers: providerWords, setup, tests: testWords } = ssoEn;
const setupState = {
  organizationName: "Acme",
  expiresAt: daysFromNow(6),
  directory: false,
  domains: [domain, pending],
  providers: [provider],
};
const reply = async <T,>(data: T) => ({ data, error: null }) as const;
const calls = {
  paths: { state: [], lastTests: [], verifyDomain: [], testProvider: [] },
  state: () => reply({ domains: [pending], providers: [{ ...provider, domain: pending.domain }] } as never),
  register: () => reply(null),
  verifyDomain: () => reply(null),
  testProvider: () => reply({ url: "/" }),
  lastTests: () =>
    reply({
      tests: [passed, failed].map((one) => ({ ...one, createdAt: new Date(one.createdAt) })),
    }),
  require: () => reply(null),
};
let registered = provider.providerId;
/** Calls that return the provider that was set up. */
const newCalls = {
  ...calls,
  state: () =>
    reply({
      domains: [pending],
      providers: [{ ...provider, providerId: registered, domain: pending.domain }],
    } as never),
  register: ({ providerId }: { readonly providerId: string }) => {
    registered = providerId;
    return reply(null);
  },
};
const verified = { ...pending, verified: true, verifiedAt: daysFromNow(0) };
const verifiedCalls = {
  ...calls,
  state: () => reply({ domains: [verified], providers: [{ ...provider, domain: verified.domain }] } as never),
};
const wizard = { element: <SsoSetupWizard calls={calls} onCancel={() => {}} />, responses: offered };
const next = ({ click }: UserActions): Promise<void> => click("button", setup.next);
const connection = {
  id: "c-okta",
  organizationId: "o-acme",
  name: "Okta",
  enabled: true,
  defaultRole: "member",
  deprovision: "suspend",
  lastRequestAt: daysFromNow(-0.01),
  createdBy: "u-ann",
  createdAt: daysFromNow(-1),
  baseURL: "https://acme.example/api/auth/scim/v2",
  tokens: [],
};
/** A member who can connect a directory, too. */
const membership = { organization: { id: "o-acme" }, can: () => true } as unknown as Membership;
const directory = {
  element: <SsoSetupWizard calls={calls} providerId="okta-1" membership={membership} onCancel={() => {}} />,
  responses: { ...offeredWithDirectory, "/scim/list-connections": ok([]) },
};
/** States of the guided setup. */
export const wizardStates: readonly State[] = [
  { ...wizard, name: "choose", expectedText: setup.provider },
  { ...wizard, name: "copy", play: next, expectedText: setup.redirectURI },
  {
    ...wizard,
    name: "paste",
    play: async (hand) => {
      await next(hand);
      await next(hand);
    },
    expectedText: providerWords.issuer,
  },
  {
    ...wizard,
    name: "domain",
    element: <SsoSetupWizard calls={newCalls} onCancel={() => {}} />,
    play: async (hand) => {
      await next(hand);
      await next(hand);
      await hand.type(providerWords.issuer, "https://acme.okta.example");
      await hand.type(providerWords.clientId, "0oa1x7Kd");
      await hand.type(providerWords.clientSecret, "a secret of Okta");
      await next(hand);
    },
    expectedText: words.recordName,
  },
  {
    ...wizard,
    name: "test",
    element: <SsoSetupWizard calls={calls} providerId="okta-1" onCancel={() => {}} />,
    expectedText: testWords.failed,
  },
  {
    ...directory,
    name: "directory",
    play: next,
    expectedText: step.text,
  },
  {
    ...directory,
    name: "directory-waiting",
    responses: { ...directory.responses, "/scim/list-connections": ok([{ ...connection, lastRequestAt: null }]) },
    play: async (hand) => {
      await next(hand);
      await hand.click("button", step.check);
    },
    expectedText: step.waiting,
  },
  {
    ...directory,
    name: "directory-connected",
    responses: { ...directory.responses, "/scim/list-connections": ok([connection]) },
    play: next,
    expectedText: step.connected,
  },
  {
    ...wizard,
    name: "require",
    element: <SsoSetupWizard calls={verifiedCalls} providerId="okta-1" onCancel={() => {}} />,
    play: next,
    expectedText: words.enforcementText,
  },
];
const setupPage = { element: <SsoSetupPage search="?token=x" />, responses: offered };
/** States of the page that a setup link opens. */
export const setupStates: readonly State[] = [
  { ...setupPage, name: "link", expectedText: setup.title },
  {
    ...setupPage,
    name: "open",
    play: next,
    responses: { ...offered, "/sso/setup/open": ok(setupState), "/sso/setup/state": ok(setupState) },
    expectedText: setup.titleFor.replace("{name}", "Acme"),
  },
  {
    ...setupPage,
    name: "invalid",
    play: next,
    responses: { ...offered, "/sso/setup/open": errorResponse(403, "SETUP_LINK_INVALID") },
    expectedText: setup.invalidTitle,
  },
  {
    ...setupPage,
    name: "directory",
    element: <SsoSetupPage search="?sso-tested=okta-1" />,
    responses: {
      ...offeredWithDirectory,
      "/sso/setup/state": ok({ ...setupState, directory: true }),
      "/sso/setup/last-tests": ok({ tests: [passed] }),
      "/scim/setup/state": ok({ connection: { ...connection, tokens: undefined, lastRequestAt: null } }),
    },
    play: next,
    expectedText: scimEn.replace,
  },
  {
    ...setupPage,
    name: "no-link",
    element: <SsoSetupPage search="" />,
    responses: { ...offered, "/sso/setup/state": ok(null) },
    expectedText: setup.invalidTitle,
  },
];
