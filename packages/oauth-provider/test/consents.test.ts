import { tokenTable, userTable } from "@latchkey/core/plugin";
import { expect, test } from "vitest";
import { pendingKind } from "../src/authorize/pending.ts";
import { oauthClientTable, oauthGrantTable } from "../src/tables.ts";
import { issuer, pkce, redirectUri, startProvider } from "./provider.ts";

type Consent = { id: string; scopes: string[] };

test("OIDP-04: removing scopes from a consent ends the grants that exceed it", async () => {
  const { ann, browser, createClient, getTokens, userInfo, authorize, parametersOf, refresh } = await startProvider();
  const client = await createClient();
  const wide = await getTokens(client);
  const slim = await getTokens(client, { scope: "openid" });
  const [{ id } = { id: "" }] = (await ann.get<Consent[]>("/oauth2/get-consents")).body;
  const update = (scopes: string[], who = ann) => who.post("/oauth2/update-consent", { id, update: { scopes } });
  expect((await update(["openid", "admin"])).body.code).toBe("INVALID_SCOPE");
  const bob = browser();
  await bob.signUp("bob@example.com");
  expect((await update(["openid"], bob)).status).toBe(404);
  expect((await bob.get(`/oauth2/get-consent?id=${id}`)).status).toBe(404);
  expect((await update(["openid"])).body).toMatchObject({ id, scopes: ["openid"] });
  expect((await ann.get(`/oauth2/get-consent?id=${id}`)).body).toMatchObject({ id, scopes: ["openid"] });
  expect((await userInfo(wide.access_token)).status).toBe(401);
  expect((await refresh(client, wide.refresh_token)).body.error).toBe("invalid_grant");
  expect((await userInfo(slim.access_token)).status).toBe(200);
  expect((await authorize(parametersOf(client.client_id, pkce().challenge))).pathname).toBe("/consent");
});

test("OIDP-04: a code no longer works after the consent is withdrawn", async () => {
  const { ann, createClient, getCode, send, basic } = await startProvider();
  const client = await createClient();
  const input = await getCode(client);
  const [{ id } = { id: "" }] = (await ann.get<Consent[]>("/oauth2/get-consents")).body;
  await ann.post("/oauth2/delete-consent", { id });
  expect((await send("/oauth2/token", input, basic(client))).body.error).toBe("invalid_grant");
});

test("OIDP-04: a ban ends clients' access, and lifting the ban doesn't restore it", async () => {
  const { ann, annId, auth, browser, createClient, getTokens, userInfo, refresh } = await startProvider();
  const { db } = auth.$context;
  const root = browser();
  const { body } = await root.signUp("root@example.com");
  await db.update(userTable, { where: { id: body.user.id }, set: { role: "admin" } as object });
  const client = await createClient();
  const tokens = await getTokens(client);
  expect((await root.post("/admin/ban-user", { userId: annId })).status).toBe(200);
  expect(await db.count(oauthGrantTable, {})).toBe(0);
  expect((await root.post("/admin/unban-user", { userId: annId })).status).toBe(200);
  expect((await userInfo(tokens.access_token)).status).toBe(401);
  expect((await refresh(client, tokens.refresh_token)).body.error).toBe("invalid_grant");
  await ann.signIn("ann@example.com");
  expect((await userInfo((await getTokens(client)).access_token)).status).toBe(200);
});

test("OIDP-20: a browser has at most 20 open requests", async () => {
  const { auth, ann, createClient, authorize, parametersOf } = await startProvider();
  const { client_id } = await createClient();
  for (let at = 0; at < 45; at++) await authorize(parametersOf(client_id, pkce().challenge), ann);
  expect(await auth.$context.db.count(tokenTable, { where: { kind: pendingKind.name } })).toBeLessThanOrEqual(20);
});

test("OIDP-20: unused registrations are deleted after 30 days, and others are kept", async () => {
  const open = { allowDynamicClientRegistration: true, allowUnauthenticatedClientRegistration: true };
  const { auth, clock, createClient, getTokens } = await startProvider(open);
  const register = async () => {
    const request = new Request(`${issuer}/oauth2/register`, {
      method: "POST",
      body: JSON.stringify({ redirect_uris: [redirectUri] }),
      headers: { "content-type": "application/json" },
    });
    return (await (await auth.handler(request)).json()) as { client_id: string; client_secret: string };
  };
  const used = await register();
  const [, created] = [await register(), await createClient()];
  await getTokens(used);
  clock.advance(31 * 86_400);
  const young = await register();
  await auth.api.removeExpired();
  const left = await auth.$context.db.findMany(oauthClientTable, { limit: 9 });
  const ids = [used, created, young].map(({ client_id }) => client_id);
  expect(left.map(({ clientId }) => clientId).sort()).toEqual(ids.sort());
});

test("OIDP-18: codes and tokens never reach the log", async () => {
  const lines: unknown[] = [];
  const logger = { level: "debug", log: (...args: unknown[]) => lines.push(args) };
  const { createClient, getCode, send, basic, refresh } = await startProvider({}, { logger });
  const client = await createClient();
  const input = await getCode(client);
  const { body } = await send("/oauth2/token", input, basic(client));
  await send("/oauth2/token", input, basic(client));
  await refresh(client, String(body.refresh_token));
  await send("/oauth2/token", { ...input, code: `${input.code}x` }, basic(client));
  const text = JSON.stringify(lines);
  for (const secret of [input.code, body.access_token, body.refresh_token, client.client_secret]) {
    expect(text).not.toContain(String(secret));
  }
});

test("pages can show a client before the sign-in, if the app allows it and the client's request is open", async () => {
  const app = await startProvider({ allowPublicClientPrelogin: true });
  const { browser, createClient, authorize, parametersOf } = app;
  const { client_id } = await createClient();
  const other = await createClient();
  const bob = browser();
  const page = await authorize(parametersOf(client_id, pkce().challenge), bob);
  const ask = (id: string, who = bob) =>
    who.post("/oauth2/public-client-prelogin", { client_id: id, oauth_query: page.search.slice(1) });
  expect((await ask(client_id)).body).toMatchObject({ client_name: "Photos", redirect_hosts: ["client.test"] });
  expect((await ask(other.client_id)).body.code).toBe("INVALID_OAUTH_REQUEST");
  expect((await ask(client_id, browser())).body.code).toBe("INVALID_OAUTH_REQUEST");
  const closed = await startProvider();
  const { client_id: hidden } = await closed.createClient();
  const stranger = closed.browser();
  const query = (await closed.authorize(closed.parametersOf(hidden, pkce().challenge), stranger)).search.slice(1);
  const refused = await stranger.post("/oauth2/public-client-prelogin", { client_id: hidden, oauth_query: query });
  expect(refused.body.code).toBe("INVALID_OAUTH_REQUEST");
});
