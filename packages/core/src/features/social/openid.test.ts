import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { startAuth, type TestBrowser } from "@latchkey/test-kit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { json } from "../../../test/provider-server.ts";
import { userTable } from "../../tables/user.ts";
import { type OpenIDProviderOptions, openidProvider } from "./openid.ts";

const servers: Server[] = [];
// The provider logs long warnings that its defaults aren't for production.
beforeEach(() => {
  for (const kind of ["info", "warn"] as const) vi.spyOn(console, kind).mockImplementation(() => {});
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const redirectURI = "http://app.test/api/auth/callback/op";
const secret = "a secret / with + signs of 32 characters";

async function listen(handle: (issuer: string) => Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on("request", handle(issuer) as never);
  return issuer;
}

/** The certified implementation, with this app as its only client. */
async function startOidcProvider(client: object = {}): Promise<string> {
  const { default: Provider } = (await import("oidc-provider" as string)) as {
    default: new (issuer: string, settings: object) => { callback(): Parameters<typeof createServer>[1] };
  };
  return listen((issuer) =>
    new Provider(issuer, {
      clients: [
        {
          client_id: "app",
          client_secret: secret,
          redirect_uris: [redirectURI],
          grant_types: ["authorization_code", "refresh_token"],
          ...client,
        },
      ],
      claims: { email: ["email", "email_verified"], profile: ["name", "picture"] },
      scopes: ["openid", "offline_access", "profile", "email"],
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true, name: `The ${id}` }),
      }),
      cookies: { keys: ["k"] },
      pkce: { required: () => true },
      issueRefreshToken: () => true,
      rotateRefreshToken: true,
    }).callback(),
  );
}

async function start(issuer: string, options: Partial<OpenIDProviderOptions> = {}) {
  const provider = openidProvider({
    id: "op",
    issuer,
    clientId: "app",
    clientSecret: secret,
    scope: ["offline_access"],
    authorizationParameters: { prompt: "consent" },
    allowInsecureIssuer: true,
    ...options,
  });
  // Uses the machine's clock, as the provider does.
  const app = await startAuth({ providers: [provider], clock: () => new Date() });
  const begin = async (person: TestBrowser): Promise<URL> => {
    const { body } = await person.post("/sign-in/social", { provider: "op", callbackURL: "/app" });
    return new URL(body.url as string);
  };
  return { ...app, begin };
}

/** Acts as the user at the provider: enters a name and agrees. Returns the URL of the redirect back. */
async function agree(url: URL, name: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = url;
  let init: RequestInit = {};
  for (let step = 0; step < 12; step++) {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join("; ");
    const response = await fetch(at, { ...init, redirect: "manual", headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = response.headers.get("location");
    init = {};
    if (location) {
      at = new URL(location, at);
      if (at.origin === "http://app.test") return at;
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1];
    if (!action) throw new Error(`The provider shows ${response.status}: ${page.slice(0, 500)}`);
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? "login";
    at = new URL(action, at);
    init = { method: "POST", body: new URLSearchParams({ prompt, login: name, password: "x" }) };
  }
  throw new Error("The provider sends people around in circles.");
}

const pathOf = (url: URL): string => url.toString().replace("http://app.test/api/auth", "");

describe("with a certified provider", () => {
  test.each(["client_secret_basic", "client_secret_post"] as const)("the whole flow, with %s", async (method) => {
    const issuer = await startOidcProvider({ token_endpoint_auth_method: method });
    const app = await start(issuer, { tokenEndpointAuthMethod: method });
    const person = app.browser();
    const back = await agree(await app.begin(person), "ann");
    expect(back.searchParams.get("iss")).toBe(issuer);
    const reply = await person.get(pathOf(back));
    expect(reply.headers.get("location")).toBe("http://app.test/app");
    expect((await person.get<{ user: object }>("/get-session")).body.user).toMatchObject({
      name: "The ann",
      email: "ann@example.com",
      emailVerified: true,
    });

    const first = (await person.post("/get-access-token", { providerId: "op" })).body;
    const second = await person.post("/refresh-token", { providerId: "op" });
    expect(second.status).toBe(200);
    expect(second.body.accessToken).not.toBe(first.accessToken);
    expect(second.body.refreshToken).not.toBe(first.refreshToken);
    const [account] = (await person.get<{ id: string }[]>("/list-accounts")).body;
    expect((await person.get(`/account-info?accountId=${account?.id}`)).body).toMatchObject({
      user: { id: "ann", email: "ann@example.com" },
    });
  });

  test("RFC 9207: a provider that announces its issuer must send it: a response without it, or with another, is rejected", async () => {
    const app = await start(await startOidcProvider());
    for (const [iss, error] of [
      [null, "issuer_missing"],
      ["https://evil.test", "issuer_mismatch"],
    ] as const) {
      const person = app.browser();
      const back = await agree(await app.begin(person), "ann");
      if (iss === null) back.searchParams.delete("iss");
      else back.searchParams.set("iss", iss);
      const reply = await person.get(pathOf(back));
      expect(new URL(reply.headers.get("location") as string).searchParams.get("error")).toBe(error);
    }
    expect(await app.auth.$context.db.count(userTable, {})).toBe(0);
  });

  test("OAUTH-05: another user's code in your own round trip is rejected", async () => {
    const app = await start(await startOidcProvider());
    const [victim, attacker] = [app.browser(), app.browser()];
    const stolen = await agree(await app.begin(victim), "victim");
    const own = await agree(await app.begin(attacker), "attacker");
    own.searchParams.set("code", stolen.searchParams.get("code") as string);
    const reply = await attacker.get(pathOf(own));
    expect(new URL(reply.headers.get("location") as string).searchParams.get("error")).toBe("invalid_code");
  });

  test("a wrong client secret signs no one in", async () => {
    const app = await start(await startOidcProvider(), { clientSecret: "wrong" });
    const person = app.browser();
    const reply = await person.get(pathOf(await agree(await app.begin(person), "ann")));
    expect(new URL(reply.headers.get("location") as string).searchParams.get("error")).toBe("invalid_code");
  });
});

describe("discovery", () => {
  const document = (issuer: string) => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
  });

  test("OAUTH-34: a document of another issuer is rejected, and so is a redirect to it", async () => {
    const refused = async (issuer: string) => {
      const app = await start(issuer);
      const { status, body } = await app.browser().post("/sign-in/social", { provider: "op" });
      return [status, body.code];
    };
    const foreign = await listen(() => (_, response) => json(response, document("https://evil.test")));
    expect(await refused(foreign)).toEqual([503, "PROVIDER_UNAVAILABLE"]);
    const slash = await listen((issuer) => (_, response) => json(response, document(`${issuer}/`)));
    expect(await refused(slash)).toEqual([503, "PROVIDER_UNAVAILABLE"]);
    const elsewhere = await listen(() => (_, response) => void response.writeHead(302, { location: foreign }).end());
    expect(await refused(elsewhere)).toEqual([503, "PROVIDER_UNAVAILABLE"]);
    const page = await listen(() => (_, response) => void response.end("<html>"));
    expect(await refused(page)).toEqual([503, "PROVIDER_UNAVAILABLE"]);
  });

  test("is read once an hour, and cached while it can't be read", async () => {
    let asked = 0;
    let broken = false;
    const issuer = await listen((own) => (_, response) => {
      asked++;
      json(response, broken ? { error: "no" } : document(own), broken ? 500 : 200);
    });
    let now = Date.now();
    const provider = openidProvider({ id: "op", issuer, clientId: "app", allowInsecureIssuer: true });
    const app = await startAuth({ providers: [provider], clock: () => new Date(now) });
    const ask = async () => (await app.browser().post("/sign-in/social", { provider: "op" })).status;
    expect([await ask(), await ask(), asked]).toEqual([200, 200, 1]);
    now += 3_600_001;
    broken = true;
    expect([await ask(), await ask(), asked]).toEqual([200, 200, 2]);
  });
});
