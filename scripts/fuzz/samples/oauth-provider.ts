/** Valid requests to the OAuth provider plugin. */

import { createHash, randomBytes } from "node:crypto";
import { origin, panic } from "../app.ts";
import { type Person, sendValid, type World } from "../world.ts";
import { adam, ann, get, type MakeSample, newcomerPosts, type Sample, type Samples, strangerGets } from "./sample.ts";

const redirectUri = "https://client.test/callback";

interface Client {
  readonly client_id: string;
  readonly client_secret: string;
}

async function clientOf(world: World): Promise<Client> {
  const body = { client_name: "Fuzz", redirect_uris: [redirectUri] };
  return (await world.app.call("createOAuthClient", { body })) as Client;
}

function parametersOf({ client_id }: Client, verifier = randomBytes(32).toString("base64url")) {
  const code_challenge = createHash("sha256").update(verifier).digest("base64url");
  const rest = { redirect_uri: redirectUri, scope: "openid email offline_access", state: "s" };
  return { response_type: "code", client_id, code_challenge, code_challenge_method: "S256", ...rest };
}

async function open(person: Person, parameters: Record<string, string>): Promise<URL> {
  const reply = await person.browser.get(`/oauth2/authorize?${new URLSearchParams(parameters)}`);
  return new URL(reply.headers.get("location") ?? panic(`The request was answered with ${reply.status}.`));
}

/** Returns the query of the consent page. */
async function waiting(person: Person, client: Client): Promise<string> {
  return (await open(person, parametersOf(client))).search.slice(1);
}

interface Granted {
  readonly person: Person;
  readonly client: Client;
  readonly input: Record<string, string>;
}

/** A new user allows a new client's request. */
async function granted(world: World): Promise<Granted> {
  const [person, client] = [await world.newcomer(), await clientOf(world)];
  const verifier = randomBytes(32).toString("base64url");
  const page = await open(person, parametersOf(client, verifier));
  const { url } = await sendValid(person, "/oauth2/consent", { accept: true, oauth_query: page.search.slice(1) });
  const code = new URL(String(url)).searchParams.get("code") ?? "";
  const input = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
  return { person, client, input: { ...input, ...client } };
}

async function tokensOf(world: World, input: Record<string, string>): Promise<Record<string, string>> {
  return (await world.app.call("oauth2Token", { body: input })) as Record<string, string>;
}

/** A request from a program, without cookies. */
const byProgram =
  (body: (world: World) => Promise<object>): MakeSample =>
  async (world): Promise<Sample> => ({ browser: world.app.browser(), person: null, body: await body(world) });

const withToken: MakeSample = async (world) => {
  const { access_token: token } = await tokensOf(world, (await granted(world)).input);
  return { browser: world.app.browser(), person: null, query: {}, headers: { authorization: `Bearer ${token}` } };
};

const withRegistration =
  (body: object, parameter = "client_id"): MakeSample =>
  async (world) => {
    const person = await world.newcomer();
    const reply = await person.browser.post("/oauth2/register", { redirect_uris: [redirectUri] });
    const { client_id, registration_access_token: token } = reply.body;
    const fields = { client_id, ...body };
    const headers = { authorization: `Bearer ${token}` };
    const params = { [parameter]: String(client_id) };
    return { browser: world.app.browser(), person: null, params, body: fields, query: {}, headers };
  };

/** A request about a client of a new user. */
const aboutOwn = (more: object): MakeSample =>
  newcomerPosts(async (person) => {
    const body = { redirect_uris: [redirectUri] };
    const { client_id } = await sendValid(person, "/oauth2/create-client", body);
    return { client_id, ...more };
  });

const consentOf = async (world: World): Promise<{ readonly person: Person; readonly id: string }> => {
  const { person } = await granted(world);
  const { body } = await person.browser.get<{ id: string }[]>("/oauth2/get-consents");
  return { person, id: body[0]?.id ?? panic("There's no consent.") };
};

const aboutConsent =
  (more: object): MakeSample =>
  async (world) => {
    const { person, id } = await consentOf(world);
    return { browser: person.browser, person, body: { id, ...more } };
  };

/** An admin's request about a resource that exists. */
const aboutResource =
  (more: (world: World) => Promise<object> | object = () => ({})): MakeSample =>
  async (world) => {
    const identifier = `https://api.test/${randomBytes(8).toString("hex")}`;
    await world.app.call("adminCreateOAuthResource", { body: { identifier } });
    const { adam: person } = world.people;
    const fields = { identifier, ...(await more(world)) };
    return { browser: person.browser, person, body: fields, query: fields };
  };

const withClientId = async (world: World) => ({ client_id: (await clientOf(world)).client_id });

export const oauthProviderSamples: Samples = {
  getOpenIdConfig: [strangerGets()],
  getOAuthServerConfig: [strangerGets()],
  getOpenIdConfigAtRoot: [strangerGets()],
  getOAuthServerConfigAtBase: [strangerGets()],
  getProtectedResource: [strangerGets()],
  oauth2Authorize: [
    async (world) => {
      const person = await world.newcomer();
      return { browser: person.browser, person, query: parametersOf(await clientOf(world)) };
    },
  ],
  oauth2PushRequest: [
    byProgram(async (world) => {
      const client = await clientOf(world);
      return { ...parametersOf(client), ...client };
    }),
  ],
  oauth2Consent: [
    newcomerPosts(async (person, world) => ({
      accept: true,
      scope: "openid",
      oauth_query: await waiting(person, await clientOf(world)),
    })),
  ],
  oauth2Continue: [
    newcomerPosts(async (person, world) => ({
      selected: true,
      oauth_query: await waiting(person, await clientOf(world)),
    })),
  ],
  oauth2Token: [
    byProgram(async (world) => (await granted(world)).input),
    byProgram(async (world) => {
      const { input, client } = await granted(world);
      const { refresh_token } = await tokensOf(world, input);
      return { grant_type: "refresh_token", refresh_token, ...client };
    }),
  ],
  oauth2EndSession: [
    async (world) => {
      const { person, input, client } = await granted(world);
      const { id_token } = await tokensOf(world, input);
      const query = { id_token_hint: String(id_token), client_id: client.client_id, state: "s" };
      return { browser: person.browser, person, query };
    },
  ],
  oauth2ConfirmEndSession: [
    newcomerPosts(async ({ browser }) => {
      const { body } = await browser.get<string>("/oauth2/end-session");
      return { request: /name="request" value="([^"]+)"/.exec(body)?.[1] ?? "" };
    }),
  ],
  oauth2Introspect: [
    byProgram(async (world) => {
      const { input, client } = await granted(world);
      return { token: (await tokensOf(world, input)).access_token, ...client };
    }),
  ],
  oauth2Revoke: [
    byProgram(async (world) => {
      const { input, client } = await granted(world);
      return { token: (await tokensOf(world, input)).refresh_token, token_type_hint: "refresh_token", ...client };
    }),
  ],
  oauth2UserInfo: [withToken],
  createOAuthClient: [
    newcomerPosts(() => ({
      client_name: "Fuzz",
      redirect_uris: [redirectUri],
      contacts: ["a@client.test"],
      logo_uri: "https://client.test/logo.png",
      scope: "openid",
    })),
  ],
  registerOAuthClient: [
    newcomerPosts(() => ({ redirect_uris: [redirectUri], token_endpoint_auth_method: "none", scope: "openid" })),
  ],
  getOAuthRegistration: [withRegistration({})],
  updateOAuthRegistration: [withRegistration({ redirect_uris: [redirectUri], client_name: "Other" }, "id")],
  deleteOAuthRegistration: [withRegistration({})],
  updateOAuthClient: [aboutOwn({ update: { client_name: "Other", redirect_uris: [redirectUri], disabled: true } })],
  deleteOAuthClient: [aboutOwn({})],
  rotateOAuthClientSecret: [aboutOwn({ overlap: 60 })],
  getOAuthClient: [
    async (world) => {
      const person = await world.newcomer();
      const { client_id } = await sendValid(person, "/oauth2/create-client", { redirect_uris: [redirectUri] });
      return { browser: person.browser, person, query: { client_id: String(client_id) } };
    },
  ],
  getOAuthClients: [get(ann)],
  getOAuthPublicClient: [
    async (world) => {
      const person = await world.newcomer();
      return { browser: person.browser, person, query: { client_id: (await clientOf(world)).client_id } };
    },
  ],
  getOAuthPublicClientPrelogin: [
    async (world) => {
      const browser = world.app.browser();
      const client = await clientOf(world);
      const reply = await browser.get(`/oauth2/authorize?${new URLSearchParams(parametersOf(client))}`);
      const oauth_query = new URL(reply.headers.get("location") ?? origin).search.slice(1);
      return { browser, person: null, body: { client_id: client.client_id, oauth_query } };
    },
  ],
  getOAuthConsent: [
    async (world) => {
      const { person, id } = await consentOf(world);
      return { browser: person.browser, person, query: { id } };
    },
  ],
  getOAuthConsents: [get(ann)],
  updateOAuthConsent: [aboutConsent({ update: { scopes: ["openid"] } })],
  deleteOAuthConsent: [aboutConsent({})],
  getConnectedOAuthApps: [get(ann)],
  disconnectOAuthApp: [
    async (world) => {
      const { person } = await granted(world);
      const { body } = await person.browser.get<{ clientId: string }[]>("/oauth2/get-consents");
      return { browser: person.browser, person, body: { client_id: body[0]?.clientId } };
    },
  ],
  adminCreateOAuthResource: [
    async ({ people: { adam: person } }) => {
      const identifier = `https://api.test/${randomBytes(8).toString("hex")}`;
      const policy = { accessTokenTtl: 300, allowedScopes: ["email"], customClaims: { tier: "gold" }, disabled: false };
      return { browser: person.browser, person, body: { identifier, name: "API", ...policy } };
    },
  ],
  adminListOAuthResources: [get(adam, () => ({ limit: "2" })), get(adam)],
  adminGetOAuthResource: [aboutResource()],
  adminUpdateOAuthResource: [aboutResource(() => ({ update: { refreshTokenTtl: 3600, name: "Other" } }))],
  adminDeleteOAuthResource: [aboutResource()],
  adminLinkClientResource: [aboutResource(withClientId)],
  adminUnlinkClientResource: [aboutResource(withClientId)],
  adminListOAuthClients: [get(adam, () => ({ search: "a", limit: "2" })), get(adam)],
  adminUpdateOAuthClient: [
    async (world) => {
      const { client_id } = await clientOf(world);
      const { adam: person } = world.people;
      return { browser: person.browser, person, body: { client_id, update: { disabled: true } } };
    },
  ],
  adminRevokeOAuthGrants: [
    async (world) => {
      const { client_id } = await clientOf(world);
      const { adam: person } = world.people;
      return { browser: person.browser, person, body: { client_id, userId: person.id } };
    },
  ],
};
