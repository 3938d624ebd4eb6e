/** Valid requests to the SSO plugin. */

import { idpKeys, parts, post, responseXml, sign } from "../../../packages/sso/test/saml/identity-provider.ts";
import { ssoIssuer } from "../app.ts";
import { sendValid, type World } from "../world.ts";
import { get, type MakeSample, olga, type Samples, strangerPosts } from "./sample.ts";

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
  organizationId: world.ids.acme,
});

interface ListedProvider {
  readonly providerId: string;
  readonly type: string;
  readonly enabled: boolean;
}

/** Lists the providers of Acme. Leaves room for the next ones, because organizations can't have any number of them. */
async function listWithRoom({ people, ids }: World): Promise<readonly ListedProvider[]> {
  const { browser } = people.olga;
  const listed = await sendValid({ browser }, `/sso/providers?organizationId=${ids.acme}`);
  const [oldest, ...others] = listed.providers as readonly ListedProvider[];
  if (!oldest || others.length <= 20) return oldest ? [oldest, ...others] : [];
  await sendValid({ browser }, "/sso/delete-provider", { providerId: oldest.providerId });
  return others;
}

/** Registers a provider of a verified domain of Acme, and returns its id. */
async function providerOf(world: World, input: object = registration(world)): Promise<string> {
  const { browser } = world.people.olga;
  await listWithRoom(world);
  const { providerId } = await sendValid({ browser }, "/sso/register", input);
  await browser.post("/sso/verify-domain", { domain: domainIn(world, "sso"), organizationId: world.ids.acme });
  return String(providerId);
}

const samlRegistration = (world: World) => {
  const { oidcConfig: _, ...common } = registration(world);
  return { ...common, samlConfig: { entryPoint: `${ssoIssuer}/saml`, cert: [idpKeys.certificate] } };
};

/** Returns the id of a SAML provider of Acme. A new one needs a new key, which takes long. */
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

export const ssoSamples: Samples = {
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
      const samlConfig = { idpMetadata: {}, cert: idpKeys.certificate, mapping: { email: "mail", name: "cn" } };
      const body = { providerId: await samlProviderOf(world), samlConfig };
      return { browser: person.browser, person, body };
    },
  ],
  deleteSSOProvider: [byProvider({})],
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
      query: { iss: ssoIssuer, target_link_uri: "/app", login_hint: "ann" },
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
  addSsoDomain: [aboutDomain],
  removeSsoDomain: [aboutDomain],
  requestDomainVerification: [aboutDomain],
  verifyDomain: [aboutDomain],
  listSsoDomains: [get(olga, ({ ids }) => ({ organizationId: ids.acme }))],
};
