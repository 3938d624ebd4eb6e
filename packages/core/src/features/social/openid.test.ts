import { startAuth, type TestBrowser } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { agree, listen, appSecret as secret, silenceProvider, startOidcProvider } from "../../../test/oidc-provider.ts";
import { json } from "../../../test/provider-server.ts";
import { userTable } from "../../tables/user.ts";
import { type OpenIDProviderOptions, openidProvider } from "./openid.ts";

silenceProvider();

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

const pathOf = (url: URL): string => url.toString().replace("http://app.test/api/auth", "");

describe("with a certified provider", () => {
  test.each(["client_secret_basic", "client_secret_post"] as const)("sign-in works with %s", async (method) => {
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

  test("RFC 9207: if a provider announces the iss parameter, a response without it or with another issuer is rejected", async () => {
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

  test("OAUTH-05: a code from another user's sign-in is rejected", async () => {
    const app = await start(await startOidcProvider());
    const [victim, attacker] = [app.browser(), app.browser()];
    const stolen = await agree(await app.begin(victim), "victim");
    const own = await agree(await app.begin(attacker), "attacker");
    own.searchParams.set("code", stolen.searchParams.get("code") as string);
    const reply = await attacker.get(pathOf(own));
    expect(new URL(reply.headers.get("location") as string).searchParams.get("error")).toBe("invalid_code");
  });

  test("a wrong client secret doesn't sign anyone in", async () => {
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

  test("OAUTH-34: a document from another issuer is rejected, and so is a redirect to it", async () => {
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

  test("fetches the document once an hour, and uses the cached one while it can't be fetched", async () => {
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
