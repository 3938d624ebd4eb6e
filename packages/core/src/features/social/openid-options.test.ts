import type { IncomingMessage } from "node:http";
import { startAuth, type TestBrowser } from "@latchkey/test-kit";
import { exportJWK, generateKeyPair } from "jose";
import { describe, expect, test } from "vitest";
import {
  appSecret,
  listen,
  type Returned,
  silenceProvider,
  startOidcProvider,
  visitProvider,
} from "../../../test/oidc-provider.ts";
import { accountTable } from "../../tables/account.ts";
import { sessionTable } from "../../tables/session.ts";
import { type OpenIDProviderOptions, openidProvider } from "./openid.ts";

silenceProvider();

async function start(issuer: string, options: Partial<OpenIDProviderOptions> = {}) {
  const provider = openidProvider({
    id: "op",
    issuer,
    clientId: "app",
    scope: ["offline_access"],
    prompt: "consent",
    allowInsecureIssuer: true,
    ...(options.privateKey ? {} : { clientSecret: appSecret }),
    ...options,
  });
  const app = await startAuth({ providers: [provider], clock: () => new Date() });
  const begin = async (person: TestBrowser): Promise<URL> => {
    const { body } = await person.post("/sign-in/social", { provider: "op", callbackURL: "/app" });
    return new URL(body.url as string);
  };
  return {
    ...app,
    begin,
    async signIn(person: TestBrowser, cookies?: Map<string, string>): Promise<string | null> {
      const { url } = await visitProvider(await begin(person), "ann", cookies);
      return (await person.get(pathOf(url))).headers.get("location");
    },
  };
}

const pathOf = (url: URL): string => url.toString().replace("http://app.test/api/auth", "");

/** The headers that a browser sends when another site posts a form. */
const crossSite = { origin: "null", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };

/** Records the forms that are posted to the provider's token endpoint. */
function recordForms(forms: URLSearchParams[], request: IncomingMessage): void {
  if (request.url !== "/token") return;
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => forms.push(new URLSearchParams(Buffer.concat(chunks).toString())));
}

describe("private_key_jwt", () => {
  test.each(["RS256", "ES256", "Ed25519"])("signs in and refreshes without a secret, with %s", async (alg) => {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    const keys = [{ ...(await exportJWK(publicKey)), kid: "one", alg, use: "sig" }];
    const issuer = await startOidcProvider({
      client_secret: undefined,
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys },
    });
    const app = await start(issuer, { privateKey: { ...(await exportJWK(privateKey)), alg, kid: "one" } });
    const person = app.browser();
    expect(await app.signIn(person)).toBe("http://app.test/app");
    expect((await person.post("/refresh-token", { providerId: "op" })).status).toBe(200);
  });

  test("doesn't sign anyone in with another key", async () => {
    const [registered, other] = await Promise.all([1, 2].map(() => generateKeyPair("ES256", { extractable: true })));
    const keys = [{ ...(await exportJWK(registered?.publicKey as CryptoKey)), alg: "ES256", use: "sig" }];
    const issuer = await startOidcProvider({
      client_secret: undefined,
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys },
    });
    const app = await start(issuer, {
      privateKey: { ...(await exportJWK(other?.privateKey as CryptoKey)), alg: "ES256" },
    });
    expect(await app.signIn(app.browser())).toContain("error=invalid_code");
  });
});

describe("request options", () => {
  test("the authorization URL contains the prompt, the access type, and the response mode", async () => {
    const app = await start(await startOidcProvider(), {
      prompt: "login",
      accessType: "offline",
      responseMode: "query",
    });
    const { searchParams } = await app.begin(app.browser());
    const sent = ["prompt", "access_type", "response_mode"].map((name) => searchParams.get(name));
    expect(sent).toEqual(["login", "offline", "query"]);
  });

  test("a posted response signs in", async () => {
    const app = await start(await startOidcProvider(), { responseMode: "form_post" });
    const person = app.browser();
    const { posted }: Returned = await visitProvider(await app.begin(person), "ann");
    const form = new URLSearchParams({ ...posted });
    // Browsers don't send Lax cookies with a cross-site POST, so the callback redirects to itself with a GET, which has
    // them.
    const again = await app.browser().send("/callback/op", { method: "POST", body: form, headers: crossSite });
    const location = again.headers.get("location") as string;
    const reply = await person.get(pathOf(new URL(location, "http://app.test")));
    expect(reply.headers.get("location")).toBe("http://app.test/app");
  });

  test("additional parameters are sent to the token endpoint, and additional headers with the discovery request", async () => {
    const forms: URLSearchParams[] = [];
    const discovery: unknown[] = [];
    const issuer = await startOidcProvider({}, (handler) => (request, response) => {
      recordForms(forms, request);
      if (request.url?.startsWith("/.well-known")) discovery.push(request.headers["x-tenant"]);
      return handler(request, response);
    });
    const app = await start(issuer, {
      tokenParameters: { audience: "exchange" },
      refreshParameters: { audience: "refresh" },
      discoveryHeaders: { "x-tenant": "acme" },
    });
    const person = app.browser();
    await app.signIn(person);
    await person.post("/refresh-token", { providerId: "op" });
    expect(forms.map((form) => [form.get("grant_type"), form.get("audience")])).toEqual([
      ["authorization_code", "exchange"],
      ["refresh_token", "refresh"],
    ]);
    expect(discovery).toEqual(["acme"]);
  });

  test.each([
    [undefined, null],
    [120, 120],
  ])("an access token without a lifetime gets accessTokenExpiresIn (%s)", async (accessTokenExpiresIn, seconds) => {
    const issuer = await startOidcProvider({}, (handler) => async (request, response) => {
      if (request.url !== "/token") return handler(request, response);
      const end = response.end.bind(response);
      response.end = ((body: Buffer | string) => {
        const { expires_in: _, ...rest } = JSON.parse(body.toString()) as Record<string, unknown>;
        response.removeHeader("content-length");
        return end(JSON.stringify(rest));
      }) as never;
      return handler(request, response);
    });
    const app = await start(issuer, accessTokenExpiresIn === undefined ? {} : { accessTokenExpiresIn });
    await app.signIn(app.browser());
    const row = await app.auth.$context.db.findOne(accountTable, { where: { providerId: "op" } });
    const left = row?.accessTokenExpiresAt ? (row.accessTokenExpiresAt.getTime() - Date.now()) / 1000 : null;
    if (seconds === null) expect(left).toBeNull();
    else expect(Math.abs((left ?? 0) - seconds)).toBeLessThan(30);
  });
});

describe("sign-out at the provider", () => {
  const postLogoutRedirectURI = "http://app.test/bye";
  const registered = { post_logout_redirect_uris: [postLogoutRedirectURI, "http://app.test/other"] };

  test("ends the session in the app and at the provider, which redirects the user back", async () => {
    const app = await start(await startOidcProvider(registered), { postLogoutRedirectURI });
    const [person, cookies] = [app.browser(), new Map<string, string>()];
    await app.signIn(person, cookies);
    const { body } = await person.post("/sign-out", { state: "s1" });
    expect(body).toEqual({ success: true, url: expect.any(String), redirect: true });
    expect((await person.get("/get-session")).body).toBeNull();
    const { url } = await visitProvider(new URL(body.url as string), "ann", cookies);
    expect(url.toString()).toBe("http://app.test/bye?state=s1");
    // The provider asks the user to sign in again, so its session has ended too.
    expect((await visitProvider(await app.begin(person), "ann", cookies)).prompts).toEqual(["login", "consent"]);
    expect((await visitProvider(await app.begin(person), "ann", cookies)).prompts).toEqual(["consent"]);
  });

  test("the call can choose another registered URL, and leave the redirect to the client", async () => {
    const app = await start(await startOidcProvider(registered), { postLogoutRedirectURI });
    const person = app.browser();
    await app.signIn(person);
    const { body } = await person.post("/sign-out", { callbackURL: "/other", disableRedirect: true });
    expect(body.redirect).toBe(false);
    const url = new URL(body.url as string);
    expect(url.searchParams.get("post_logout_redirect_uri")).toBe("http://app.test/other");
    expect(url.searchParams.get("id_token_hint")).toMatch(/^ey/);
    expect(url.searchParams.get("client_id")).toBe("app");
  });

  test("returns no URL without the option, after a password sign-in, or without a session", async () => {
    const issuer = await startOidcProvider(registered);
    const plain = await start(issuer);
    const person = plain.browser();
    await plain.signIn(person);
    expect((await person.post("/sign-out", {})).body).toEqual({ success: true });
    const app = await start(issuer, { postLogoutRedirectURI });
    const other = app.browser();
    await other.signUp("bob@example.com");
    expect((await other.post("/sign-out", {})).body).toEqual({ success: true });
    expect((await other.post("/sign-out", {})).body).toEqual({ success: true });
  });

  test("signs the user out of the app even if the provider has no sign-out endpoint", async () => {
    const issuer = await listen((own) => (_, response) => {
      response.setHeader("content-type", "application/json");
      const endpoints = { authorization_endpoint: `${own}/auth`, token_endpoint: `${own}/token` };
      response.end(JSON.stringify({ issuer: own, ...endpoints, jwks_uri: `${own}/jwks` }));
    });
    const app = await start(issuer, { postLogoutRedirectURI });
    const person = app.browser();
    await person.signUp("bob@example.com");
    const { db } = app.auth.$context;
    const id = (await db.findOne(accountTable, { where: { providerId: "credential" } }))?.id as string;
    await db.update(accountTable, { where: { id }, set: { providerId: "op", accountId: "bob" } });
    expect(await db.update(sessionTable, { where: {}, set: { signInAccountId: id } })).toBe(1);
    expect((await person.post("/sign-out", {})).body).toEqual({ success: true });
    expect((await person.get("/get-session")).body).toBeNull();
  });
});
