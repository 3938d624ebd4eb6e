import { userTable } from "@latchkey/core/plugin";
import { organization } from "@latchkey/organization";
import { expect, test } from "vitest";
import type { ConnectedApp, OAuthClient, OAuthClientPage } from "../src/call-types.ts";
import { oauthGrantTable } from "../src/tables.ts";
import { redirectUri, startProvider } from "./provider.ts";

test("users see the apps that have access, and when each was last used, and can revoke the access", async () => {
  const page = { organizations: { page: "/choose-organization" } };
  const app = await startProvider(page, {}, undefined, [organization()]);
  const { ann, browser, clock, createClient, getTokens, refresh, userInfo } = app;
  const { id: acme } = (await ann.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" })).body;
  const list = async (who = ann) => (await who.get<ConnectedApp[]>("/oauth2/get-connected-apps")).body;
  expect(await list()).toEqual([]);
  const photos = await createClient({ client_name: "Photos" });
  const trusted = await createClient({ client_name: "Trusted", skip_consent: true });
  const tokens = await getTokens(photos, { scope: "openid offline_access" });
  clock.advance(10);
  const inAcme = await getTokens(photos, { scope: "openid email", organization: acme });
  clock.advance(10);
  await getTokens(trusted, { scope: "openid" });
  expect(await list()).toMatchObject([
    { client: { client_name: "Trusted", verified: true }, organizationId: null, scopes: ["openid"], isOffline: false },
    { client: { client_id: photos.client_id }, organizationId: acme, scopes: ["openid", "email"], isOffline: false },
    { client: { client_id: photos.client_id }, organizationId: null, isOffline: true, resources: [] },
  ]);
  const usedAt = async () => new Date((await list()).find(({ isOffline }) => isOffline)?.lastUsedAt ?? 0).getTime();
  const first = await usedAt();
  clock.advance(100);
  await userInfo(tokens.access_token);
  expect(await usedAt()).toBe(first);
  clock.advance(300);
  expect((await refresh(photos, tokens.refresh_token)).status).toBe(200);
  await expect.poll(usedAt).toBe(first + 420_000);

  const bob = browser();
  await bob.signUp("bob@example.com");
  expect(await list(bob)).toEqual([]);
  const { client_id } = photos;
  expect((await bob.post("/oauth2/disconnect-app", { client_id })).status).toBe(404);
  expect((await ann.post("/oauth2/disconnect-app", { client_id, organizationId: acme })).status).toBe(200);
  expect((await userInfo(inAcme.access_token)).status).toBe(401);
  expect((await list()).map((one) => [one.client.client_id, one.organizationId])).toEqual([
    [trusted.client_id, null],
    [client_id, null],
  ]);
  expect((await ann.post("/oauth2/disconnect-app", { client_id })).status).toBe(200);
  expect((await list()).map((one) => one.client.client_id)).toEqual([trusted.client_id]);
  expect((await ann.post("/oauth2/disconnect-app", { client_id })).body.code).toBe("OAUTH_CLIENT_NOT_FOUND");
});

test("site admins can list all clients, disable a client so that its owner can't enable it, and end its grants", async () => {
  const app = await startProvider({ clientPrivileges: () => true });
  const { ann, annId, auth, browser, createClient, getTokens, userInfo, refresh } = app;
  const { db } = auth.$context;
  const root = browser();
  const { body } = await root.signUp("root@example.com");
  await db.update(userTable, { where: { id: body.user.id }, set: { role: "admin" } as object });
  const own = (
    await ann.post<OAuthClient & { client_secret: string }>("/oauth2/create-client", {
      client_name: "Mine",
      redirect_uris: [redirectUri],
    })
  ).body;
  const first = await createClient({ client_name: "First party" });
  const list = async (query = "") => (await root.get<OAuthClientPage>(`/admin/oauth2/list-clients${query}`)).body;
  const all = await list();
  expect([all.total, all.nextCursor]).toEqual([2, null]);
  expect(new Map(all.clients.map((one) => [one.client_id, one.origin]))).toEqual(
    new Map([
      [first.client_id, "app"],
      [own.client_id, "user"],
    ]),
  );
  expect(JSON.stringify(all)).not.toContain(own.client_secret);
  const page = await list("?limit=1");
  const rest = await list(`?limit=1&cursor=${encodeURIComponent(page.nextCursor ?? "")}`);
  expect([page.total, rest.total, rest.nextCursor]).toEqual([2, null, null]);
  expect([...page.clients, ...rest.clients].map((one) => one.client_id)).toEqual(
    all.clients.map((one) => one.client_id),
  );
  expect((await list("?search=mine")).clients.map((one) => one.client_id)).toEqual([own.client_id]);

  const tokens = await getTokens(own);
  const { client_id } = own;
  const set = (disabled: boolean) => root.post("/admin/oauth2/update-client", { client_id, update: { disabled } });
  expect((await set(true)).body).toMatchObject({ disabled: true, blocked: true });
  expect((await userInfo(tokens.access_token)).status).toBe(401);
  const undo = await ann.post("/oauth2/update-client", { client_id, update: { disabled: false } });
  expect(undo.body).toMatchObject({ disabled: true });
  expect((await refresh(own, tokens.refresh_token)).body.error).toBe("invalid_client");
  expect((await set(false)).body).toMatchObject({ disabled: false, blocked: false });
  expect((await userInfo(tokens.access_token)).status).toBe(200);

  const revoke = (more: object = {}) => root.post("/admin/oauth2/revoke-grants", { client_id, ...more });
  expect((await revoke({ userId: body.user.id })).body).toEqual({ revoked: 0 });
  const code = await app.getCode(own);
  expect((await revoke({ userId: annId })).body).toEqual({ revoked: 1 });
  expect((await app.send("/oauth2/token", code, app.basic(own))).body.error).toBe("invalid_grant");
  expect((await userInfo(tokens.access_token)).status).toBe(401);
  expect(await db.count(oauthGrantTable, {})).toBe(0);
  expect((await revoke({ client_id: "unknown" })).status).toBe(404);
  for (const who of [ann, browser()]) {
    const status = who === ann ? 403 : 401;
    expect((await who.get("/admin/oauth2/list-clients")).status).toBe(status);
    expect((await who.post("/admin/oauth2/update-client", { client_id, update: { disabled: true } })).status).toBe(
      status,
    );
    expect((await who.post("/admin/oauth2/revoke-grants", { client_id })).status).toBe(status);
  }
});
