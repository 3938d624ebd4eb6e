import { definePlugin } from "@latchkey/core/plugin";
import { testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { oauthGrantTable } from "../src/tables.ts";
import { issuer, startProvider } from "./provider.ts";

const limited = {
  rateLimit: {
    enabled: true,
    customRules: { "/oauth2/introspect": { window: 60, max: 3 }, "/oauth2/userinfo": { window: 60, max: 3 } },
  },
};

/** Sends each request from a different IP address. */
function fromManyAddresses(handler: (request: Request, info: { remoteAddress: string }) => Promise<Response>) {
  let last = 0;
  return async (path: string, init: RequestInit) => {
    last++;
    const response = await handler(new Request(`${issuer}${path}`, init), { remoteAddress: `203.0.113.${last}` });
    return {
      status: response.status,
      body: (await response.json()) as Record<string, unknown>,
      headers: response.headers,
    };
  };
}

describe("a client's requests share a limit, even from many IP addresses", () => {
  test("at introspection, where another client has its own limit", async () => {
    const { auth, basic, createClient, getTokens } = await startProvider({}, limited);
    const send = fromManyAddresses(auth.handler);
    const [one, other] = [await createClient(), await createClient()];
    const { access_token: token } = await getTokens(one);
    const introspect = (client: typeof one, secret = client.client_secret ?? "") =>
      send("/oauth2/introspect", {
        method: "POST",
        body: new URLSearchParams({ token }),
        headers: basic({ ...client, client_secret: secret }),
      });
    // Callers without the secret can't use up the client's limit.
    for (let i = 0; i < 5; i++) expect((await introspect(one, "wrong")).status).toBe(401);
    for (let i = 0; i < 3; i++) expect((await introspect(one)).body).toMatchObject({ active: true });
    const refused = await introspect(one);
    expect([refused.status, typeof refused.body.error]).toEqual([429, "string"]);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await introspect(other)).body).toEqual({ active: false });
  });

  test("at userinfo, by grant", async () => {
    const { auth, clock, createClient, getTokens, refresh } = await startProvider({}, limited);
    const send = fromManyAddresses(auth.handler);
    const client = await createClient();
    const [one, other] = [await getTokens(client), await getTokens(client)];
    const ask = (token: string) => send("/oauth2/userinfo", { headers: { authorization: `Bearer ${token}` } });
    for (let i = 0; i < 3; i++) expect((await ask(one.access_token)).status).toBe(200);
    expect((await ask(one.access_token)).status).toBe(429);
    // A new token from the same grant shares the limit.
    const renewed = (await refresh(client, one.refresh_token)).body;
    expect((await ask(String(renewed.access_token))).status).toBe(429);
    expect((await ask(other.access_token)).status).toBe(200);
    clock.advance(61);
    expect((await ask(one.access_token)).status).toBe(200);
  });

  test("unless the app turns the limit off", async () => {
    const off = { rateLimit: { enabled: true, customRules: { "/oauth2/userinfo": false } } };
    const { auth, createClient, getTokens } = await startProvider({}, off);
    const send = fromManyAddresses(auth.handler);
    const { access_token: token } = await getTokens(await createClient());
    const ask = () => send("/oauth2/userinfo", { headers: { authorization: `Bearer ${token}` } });
    for (let i = 0; i < 5; i++) expect((await ask()).status).toBe(200);
  });
});

test("OIDP-04: a new password and the end of the grants are stored together, or not at all", async () => {
  let isBroken = true;
  const late = definePlugin({
    id: "late",
    onAccessRevoked() {
      if (isBroken) throw new Error("late");
    },
  });
  const { ann, auth, browser, createClient, getTokens, userInfo } = await startProvider({}, {}, undefined, [late]);
  const { access_token: token } = await getTokens(await createClient());
  const change = () =>
    ann.post("/change-password", { currentPassword: testPassword, newPassword: "another long password" });
  expect((await change()).status).toBe(500);
  expect((await browser().signIn("ann@example.com", testPassword)).status).toBe(200);
  expect((await userInfo(token)).status).toBe(200);
  isBroken = false;
  expect((await change()).status).toBe(200);
  expect((await userInfo(token)).status).toBe(401);
  expect(await auth.$context.db.count(oauthGrantTable, {})).toBe(0);
});

describe("the scopes of a client's own tokens", () => {
  const robot = { grant_types: ["client_credentials"], redirect_uris: [] };
  const scopes = { scopes: ["openid", "read", "write"] };
  const ask = { grant_type: "client_credentials" };

  test("can be set, changed, and removed by the server, and a change ends tokens with other scopes", async () => {
    const { auth, basic, createClient, send } = await startProvider(scopes);
    const client = await createClient(robot);
    const set = (client_credentials_scopes: string[] | null) =>
      auth.api.updateOAuthClient({ body: { client_id: client.client_id, update: { client_credentials_scopes } } });
    const isActive = async (token: unknown) =>
      (await send("/oauth2/introspect", { token: String(token) }, basic(client))).body.active;
    expect((await send("/oauth2/token", ask, basic(client))).body.error).toBe("unauthorized_client");
    await set(["read"]);
    const first = (await send("/oauth2/token", ask, basic(client))).body;
    expect(first.scope).toBe("read");
    await set(["read", "write"]);
    expect(await isActive(first.access_token)).toBe(true);
    const wide = (await send("/oauth2/token", ask, basic(client))).body;
    expect(wide.scope).toBe("read write");
    await set(["read"]);
    expect([await isActive(wide.access_token), await isActive(first.access_token)]).toEqual([false, false]);
    expect((await send("/oauth2/token", { ...ask, scope: "write" }, basic(client))).body.error).toBe("invalid_scope");
    await set(null);
    expect((await send("/oauth2/token", ask, basic(client))).body.error).toBe("unauthorized_client");
    await expect(set(["admin"])).rejects.toMatchObject({ code: "INVALID_CLIENT_METADATA" });
  });

  test("can't be set by someone who manages the client, or by the client itself", async () => {
    const options = { ...scopes, clientPrivileges: () => true, allowDynamicClientRegistration: true };
    const { ann, basic, send } = await startProvider(options);
    const given = { client_credentials_scopes: ["read"] };
    expect((await ann.post("/oauth2/create-client", { ...robot, ...given })).status).toBe(400);
    const { body } = await ann.post<{ client_id: string; client_secret: string }>("/oauth2/create-client", robot);
    for (const value of [["read"], [], null]) {
      const update = { client_credentials_scopes: value };
      const reply = await ann.post("/oauth2/update-client", { client_id: body.client_id, update });
      expect([reply.status, reply.body.code]).toEqual([400, "INVALID_CLIENT_METADATA"]);
    }
    const registered = await ann.post<{ client_id: string; client_secret: string }>("/oauth2/register", {
      redirect_uris: ["https://client.test/callback"],
      grant_types: ["authorization_code", "client_credentials"],
      ...given,
    });
    for (const client of [body, ...(registered.status === 201 ? [registered.body] : [])]) {
      expect((await send("/oauth2/token", ask, basic(client))).body.error).toBe("unauthorized_client");
    }
  });
});
