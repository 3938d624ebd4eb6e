/** Valid requests to the SSO plugin. */

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

/** Registers a provider of a verified domain of Acme, and returns its id. */
async function providerOf(world: World): Promise<string> {
  const { browser } = world.people.olga;
  const { acme: organizationId } = world.ids;
  const listed = await sendValid({ browser }, `/sso/providers?organizationId=${organizationId}`);
  // Leaves room for the next ones, because organizations can't have any number of them.
  const [oldest, ...others] = listed.providers as readonly { readonly providerId: string }[];
  if (oldest && others.length > 20)
    await sendValid({ browser }, "/sso/delete-provider", { providerId: oldest.providerId });
  const { providerId } = await sendValid({ browser }, "/sso/register", registration(world));
  await browser.post("/sso/verify-domain", { domain: domainIn(world, "sso"), organizationId });
  return String(providerId);
}

const byProvider =
  (input: object): MakeSample =>
  async (world) => {
    const { olga: person } = world.people;
    return { browser: person.browser, person, body: { providerId: await providerOf(world), ...input } };
  };

export const ssoSamples: Samples = {
  registerSSOProvider: [
    async (world) => {
      const { olga: person } = world.people;
      await providerOf(world);
      return { browser: person.browser, person, body: registration(world) };
    },
  ],
  listSSOProviders: [get(olga, ({ ids }) => ({ organizationId: ids.acme }))],
  getSSOProvider: [
    async (world) => {
      const { olga: person } = world.people;
      return { browser: person.browser, person, query: { providerId: await providerOf(world) } };
    },
  ],
  updateSSOProvider: [byProvider({ name: "Acme", enabled: false, oidcConfig: { scopes: [] } })],
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
  addSsoDomain: [aboutDomain],
  removeSsoDomain: [aboutDomain],
  requestDomainVerification: [aboutDomain],
  verifyDomain: [aboutDomain],
  listSsoDomains: [get(olga, ({ ids }) => ({ organizationId: ids.acme }))],
};
