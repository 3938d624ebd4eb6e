/** Valid requests to the SSO plugin. */

import { idpKeys, parts, post, responseXml, sign } from "../../../packages/sso/test/saml/identity-provider.ts";
import { ssoIssuer } from "../app.ts";
import { sendValid, type World } from "../world.ts";
import { adam, get, type MakeSample, olga, type Samples, strangerPosts } from "./sample.ts";

/** The algorithm that a query names for its signature. RFC 4051, section 2.3.2. */
const rsaSha256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

/** A domain can belong to one organization only, and several worlds can share an app. */
const domainIn = ({ number }: World, name: string): string => `${name}.acme${number}.test`;

/** Adds an unverified domain to Acme. */
async function domainOf(world: World): Promise<object> {
  const { people, ids } = world;
  const input = { domain: domainIn(world, "corp"), organizationId: ids.acme };
  await sendValid(people.olga, "/sso/add-domain", input);
  // An earlier request can have verified it.
  await sendValid(people.olga, "/sso/remove-domain", input);
  await sendValid(people.olga, "/sso/add-domain", input);
  return input;
}

const aboutDomain: MakeSample = async (world) => {
  const { olga: person } = world.people;
  return { browser: person.browser, person, body: await domainOf(world) };
};

const fresh = (world: World): string => `n${world.number}x${world.next()}`;

const registration = (world: World) => ({
  providerId: `idp-${fresh(world)}`,
  issuer: ssoIssuer,
  domain: domainIn(world, "sso"),
  oidcConfig: { clientId: "app", clientSecret: "the client's own secret", scopes: ["groups"] },
  roleMapping: [{ claim: "groups", equals: "admins", role: "admin" }],
  defaultRole: "member",
  syncRoles: true,
  organizationId: world.ids.acme,
});

interface ListedProvider {
  readonly providerId: string;
  readonly type: string;
  readonly enabled: boolean;
}

/** Lists Acme's providers. Leaves room for the next ones, because the number per organization is limited. */
async function listWithRoom({ people, ids }: World): Promise<readonly ListedProvider[]> {
  const { browser } = people.olga;
  const listed = await sendValid({ browser }, `/sso/providers?organizationId=${ids.acme}`);
  const [oldest, ...others] = listed.providers as readonly ListedProvider[];
  if (!oldest || others.length <= 20) return oldest ? [oldest, ...others] : [];
  await sendValid({ browser }, "/sso/delete-provider", { providerId: oldest.providerId });
  return others;
}

/** Registers a provider for one of Acme's verified domains, and returns its id. */
async function providerOf(world: World, input: object = registration(world)): Promise<string> {
  const { browser } = world.people.olga;
  await listWithRoom(world);
  const { providerId } = await sendValid({ browser }, "/sso/register", input);
  await browser.post("/sso/verify-domain", { domain: domainIn(world, "sso"), organizationId: world.ids.acme });
  return String(providerId);
}

const samlRegistration = (world: World) => {
  const { oidcConfig: _, ...common } = registration(world);
  return {
    ...common,
    samlConfig: { entryPoint: `${ssoIssuer}/saml`, logoutUrl: `${ssoIssuer}/slo`, cert: [idpKeys.certificate] },
  };
};

/** Returns the id of one of Acme's SAML providers. A new one needs a new key, which is slow to create. */
async function samlProviderOf(world: World): Promise<string> {
  const known = (await listWithRoom(world)).find(({ type, enabled }) => type === "saml" && enabled);
  return known?.providerId ?? providerOf(world, samlRegistration(world));
}

const byProvider =
  (input: object): MakeSample =>
  async (world) => {
    const { olga: person } = world.people;
    return { browser: person.browser, person, body: { providerId: await providerOf(world), ...input } };
  };

const byUnknown =
  (values: { readonly query?: Readonly<Record<string, string>>; readonly body?: unknown }): MakeSample =>
  async (world) => ({
    browser: world.app.browser(),
    person: null,
    params: { providerId: await samlProviderOf(world) },
    ...values,
  });

/** Lets a browser without an account open one of Acme's setup links. */
export async function openSetup({ people, ids, app }: World) {
  const input = { organizationId: ids.acme, callbackURL: "/setup", directory: true };
  const { url } = await sendValid(people.olga, "/sso/setup-link", input);
  const browser = app.browser();
  await sendValid({ browser }, "/sso/setup/open", { token: new URL(String(url)).searchParams.get("token") });
  return browser;
}

/** A request from someone who opened a setup link. */
const withSetup =
  (make: (world: World) => Promise<{ readonly body?: unknown; readonly query?: Record<string, string> }>): MakeSample =>
  async (world) => {
    const made = await make(world);
    return { browser: await openSetup(world), person: null, ...made };
  };

export const ssoSamples: Samples = {
  setSsoEnforcement: [
    async (world) => {
      const { olga: person } = world.people;
      await providerOf(world);
      const body = { domain: domainIn(world, "sso"), organizationId: world.ids.acme, enforcement: "off" };
      return { browser: person.browser, person, body };
    },
  ],
  testSSOProvider: [byProvider({ callbackURL: "/sso", errorCallbackURL: "/sso/error" })],
  listSSOTests: [
    async (world) => {
      const { olga: person } = world.people;
      return { browser: person.browser, person, query: { providerId: await providerOf(world) } };
    },
  ],
  createSsoSetupLink: [
    async (world) => {
      const { olga: person } = world.people;
      const body = { organizationId: world.ids.acme, callbackURL: "/setup", expiresIn: 3600, directory: true };
      return { browser: person.browser, person, body };
    },
  ],
  openSsoSetup: [
    async ({ app, people, ids }) => {
      const input = { organizationId: ids.acme, callbackURL: "/setup" };
      const { url } = await sendValid(people.olga, "/sso/setup-link", input);
      return { browser: app.browser(), person: null, body: { token: new URL(String(url)).searchParams.get("token") } };
    },
  ],
  getSsoSetup: [withSetup(async () => ({}))],
  registerSetupProvider: [
    withSetup(async (world) => {
      await listWithRoom(world);
      const { organizationId: _, roleMapping: __, defaultRole: ___, syncRoles: ____, ...body } = registration(world);
      return { body };
    }),
  ],
  addSetupDomain: [withSetup(async (world) => ({ body: { domain: domainIn(world, "setup") } }))],
  verifySetupDomain: [
    withSetup(async (world) => {
      await domainOf(world);
      return { body: { domain: domainIn(world, "corp") } };
    }),
  ],
  testSetupProvider: [
    withSetup(async (world) => ({ body: { providerId: await providerOf(world), callbackURL: "/setup" } })),
  ],
  listSetupTests: [withSetup(async (world) => ({ query: { providerId: await providerOf(world) } }))],
  registerSSOProvider: [
    async (world) => {
      const { olga: person } = world.people;
      await providerOf(world);
      return { browser: person.browser, person, body: registration(world) };
    },
    async (world) => {
      const { olga: person } = world.people;
      await listWithRoom(world);
      return { browser: person.browser, person, body: samlRegistration(world) };
    },
  ],
  listAllSsoDomains: [get(adam, () => ({ state: "verified", limit: "10" }))],
  listAllSSOProviders: [get(adam, () => ({ state: "on", limit: "10" }))],
  listSSOProviders: [get(olga, ({ ids }) => ({ organizationId: ids.acme }))],
  getSSOProvider: [
    async (world) => {
      const { olga: person } = world.people;
      return { browser: person.browser, person, query: { providerId: await providerOf(world) } };
    },
  ],
  updateSSOProvider: [
    byProvider({ name: "Acme", enabled: false, oidcConfig: { scopes: [] } }),
    async (world) => {
      const { olga: person } = world.people;
      const samlConfig = {
        idpMetadata: {},
        metadataUrl: null,
        cert: idpKeys.certificate,
        mapping: { email: "mail", name: "cn" },
      };
      const body = { providerId: await samlProviderOf(world), samlConfig };
      return { browser: person.browser, person, body };
    },
  ],
  deleteSSOProvider: [byProvider({})],
  rotateSSOKeys: [
    async (world) => {
      const { olga: person } = world.people;
      // A provider has at most two keys, so remove the one that an earlier request may have added.
      const providerId = await samlProviderOf(world);
      await person.browser.post("/sso/rotate-keys", { providerId, step: "remove" });
      return { browser: person.browser, person, body: { providerId, step: "add" } };
    },
  ],
  discoverSSO: [strangerPosts((world) => ({ email: `ann@${domainIn(world, "sso")}` }))],
  signInSSO: [
    async (world) => {
      const body = { providerId: await providerOf(world), callbackURL: "/app", loginHint: "ann" };
      return { browser: world.app.browser(), person: null, body };
    },
  ],
  initiateSSO: [
    async (world) => ({
      browser: world.app.browser(),
      person: null,
      params: { providerId: await providerOf(world) },
      query: { iss: ssoIssuer, target_link_uri: "/app", login_hint: "ann", unsolicited: "true" },
    }),
  ],
  callbackSSO: [
    async (world) => ({
      browser: world.app.browser(),
      person: null,
      params: { providerId: await providerOf(world) },
      query: { code: "code", state: "state" },
    }),
  ],
  callbackSSOShared: [byUnknown({ query: { code: "code", state: "state", iss: ssoIssuer } })],
  samlResponse: [
    byUnknown({ body: { SAMLResponse: post(sign(responseXml(parts()), "Assertion")), RelayState: "state" } }),
  ],
  samlCallback: [
    byUnknown({ query: { ticket: "ticket", state: "state" } }),
    byUnknown({ query: { error: "saml_signature_invalid", state: "state" } }),
  ],
  samlMetadata: [
    async (world) => ({
      browser: world.app.browser(),
      person: null,
      query: { providerId: await samlProviderOf(world) },
    }),
  ],
  signOutSSO: [
    async ({ people: { olga: person } }) => ({ browser: person.browser, person, body: { callbackURL: "/bye" } }),
  ],
  samlSignOut: [
    async (world) => {
      const { olga: person } = world.people;
      const params = { providerId: await samlProviderOf(world) };
      return { browser: person.browser, person, params, body: { callbackURL: "/bye" } };
    },
  ],
  samlLogoutRedirect: [
    byUnknown({ query: { SAMLRequest: "request", RelayState: "state", SigAlg: rsaSha256, Signature: "c2ln" } }),
    byUnknown({ query: { SAMLResponse: "response", RelayState: "state", SigAlg: rsaSha256, Signature: "c2ln" } }),
  ],
  samlLogoutPost: [
    byUnknown({ body: { SAMLRequest: post(sign(responseXml(parts()), "Response")), RelayState: "state" } }),
    byUnknown({ body: { SAMLResponse: post(sign(responseXml(parts()), "Response")), RelayState: "state" } }),
  ],
  addSsoDomain: [aboutDomain],
  removeSsoDomain: [aboutDomain],
  requestDomainVerification: [aboutDomain],
  verifyDomain: [aboutDomain],
  listSsoDomains: [get(olga, ({ ids }) => ({ organizationId: ids.acme }))],
};
