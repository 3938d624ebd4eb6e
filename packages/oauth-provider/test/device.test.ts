/** The device flow for OAuth clients. RFC 8628. */

import { admin } from "@latchkey/admin";
import { userTable } from "@latchkey/core/plugin";
import { deviceAuthorization, deviceGrantType } from "@latchkey/device-authorization";
import { jwt } from "@latchkey/jwt";
import { testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import * as client from "openid-client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OAuthProviderOptions } from "../src/options.ts";
import { oauthProvider } from "../src/plugin.ts";
import { oauthClientTable, oauthConsentTable, oauthGrantTable } from "../src/tables.ts";
import { issuer, startProvider, times } from "./provider.ts";

const scope = "openid offline_access";
const grants = { grant_types: [deviceGrantType, "refresh_token"], redirect_uris: [] };

async function start(authOptions: object = {}, options: Partial<OAuthProviderOptions> = {}) {
  const provider = oauthProvider({ loginPage: "/sign-in", consentPage: "/consent", ...options });
  const keys = jwt({ jwks: { keyPairConfigs: [{ alg: "ES256" }] } });
  const plugins = [keys, admin(), provider, deviceAuthorization({ clients: ["tv"] })];
  const app = await startProvider({}, { plugins, ...authOptions });
  const tv = await app.createClient({ ...grants, client_name: "TV", token_endpoint_auth_method: "none" });
  const ask = async (input: Record<string, string> = {}) =>
    (await app.send("/device/code", { client_id: tv.client_id, scope, ...input })).body as Record<string, string>;
  const approve = async (code = "") => (await app.ann.post("/device/approve", { userCode: code })).status;
  const redeem = (code = "", client_id = tv.client_id) =>
    app.send("/oauth2/token", { grant_type: deviceGrantType, device_code: code, client_id });
  return { ...app, tv, ask, approve, redeem };
}

test("openid-client signs a device in and refreshes its tokens", async () => {
  const { auth, tv, approve, annId, ann } = await start({ clock: () => new Date() });
  const send: client.CustomFetch = (url, init) => auth.handler(new Request(url, init as RequestInit));
  const options = { [client.customFetch]: send, execute: [client.allowInsecureRequests] };
  const config = await client.discovery(new URL(issuer), tv.client_id, undefined, client.None(), options);
  expect(config.serverMetadata().grant_types_supported).toContain(deviceGrantType);
  const asked = await client.initiateDeviceAuthorization(config, { scope });
  const { body: shown } = await ann.get(`/device?user_code=${asked.user_code}`);
  expect(shown).toMatchObject({ client_name: "TV", scope, status: "pending" });
  expect(await approve(asked.user_code)).toBe(200);
  const tokens = await client.pollDeviceAuthorizationGrant(config, { ...asked, interval: 1 });
  expect(tokens.claims()).toMatchObject({ sub: annId, aud: tv.client_id, amr: ["pwd"] });
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
  expect(renewed.claims()?.sub).toBe(annId);
});

test("OIDP-18: the device page gets the client's name without characters that change the text's direction", async () => {
  const { auth, ann, tv, ask } = await start();
  await auth.$context.db.update(oauthClientTable, {
    where: { clientId: tv.client_id },
    set: { name: "TV\u202e\u200b" },
  });
  const { user_code } = await ask();
  expect((await ann.get(`/device?user_code=${user_code}`)).body.client_name).toBe("TV");
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("DEVC-03: one of 10 requests that redeem an OAuth client's code gets tokens", async () => {
    const { auth, ask, approve, redeem } = await start({ database: opened.database });
    const { device_code, user_code } = await ask();
    await approve(user_code);
    opened.statements.length = 0;
    const replies = await times(10, () => redeem(device_code));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.error === "invalid_grant")).toHaveLength(9);
    expect(await auth.$context.db.count(oauthGrantTable, {})).toBe(1);
  });

  test("OIDP-04: a device gets no access from a code that's redeemed while the user revokes the client's access", async () => {
    const { ann, auth, ask, approve, redeem, tv } = await start({ database: opened.database });
    const { db } = auth.$context;
    for (let round = 0; round < 5; round++) {
      const first = await ask();
      await approve(first.user_code);
      await redeem(first.device_code);
      const { device_code, user_code } = await ask();
      await approve(user_code);
      const disconnect = ann.post("/oauth2/disconnect-app", { client_id: tv.client_id });
      const [{ status }] = await Promise.all([disconnect, redeem(device_code)]);
      expect(status).toBe(200);
      const left = [await db.count(oauthGrantTable, {}), await db.count(oauthConsentTable, {})];
      expect(left).toEqual([0, 0]);
      expect((await redeem(device_code)).status).toBe(400);
    }
  }, 30_000);

  test("issuing a device's tokens stays within the query budget", async () => {
    const { auth, ask, approve, redeem } = await start({ database: opened.database });
    // The first use creates the signing key.
    const first = await ask();
    await approve(first.user_code);
    await redeem(first.device_code);
    const { device_code, user_code } = await ask();
    await approve(user_code);
    opened.statements.length = 0;
    expect((await redeem(device_code)).status).toBe(200);
    const own = opened.statements.filter(({ kind, table }) => kind !== "transaction" && table !== "audit");
    expect(own.length).toBeLessThanOrEqual(auth.$context.extensions.endpoints.oauth2Token?.queryBudget ?? 0);
  });
});

test("DEVC-05: an OAuth code doesn't work at /device/token, or the other way around, and neither is used up", async () => {
  const { send, tv, ask, approve, redeem, createClient } = await start();
  const { device_code, user_code } = await ask();
  await approve(user_code);
  const atDevice = (code = "", id = tv.client_id) =>
    send("/device/token", { grant_type: deviceGrantType, device_code: code, client_id: id });
  expect((await atDevice(device_code)).body.error).toBe("invalid_grant");
  const other = await createClient({ ...grants, token_endpoint_auth_method: "none" });
  expect((await redeem(device_code, other.client_id)).body.error).toBe("invalid_grant");
  expect((await redeem(device_code)).status).toBe(200);

  const own = (await send("/device/code", { client_id: "tv" })).body as Record<string, string>;
  await approve(own.user_code);
  expect((await redeem(own.device_code)).body.error).toBe("invalid_grant");
  expect((await redeem(own.device_code, "tv")).body.error).toBe("invalid_client");
  expect((await atDevice(own.device_code, "tv")).status).toBe(200);
});

test("users see their devices' clients among the connected apps, and can revoke their access there", async () => {
  const { ann, send, tv, ask, approve, redeem } = await start();
  const { device_code, user_code } = await ask();
  await approve(user_code);
  const { refresh_token } = (await redeem(device_code)).body as Record<string, string>;
  const [consent] = (await ann.get<{ id: string; clientId: string }[]>("/oauth2/get-consents")).body;
  expect(consent).toMatchObject({ clientId: tv.client_id, scopes: ["openid", "offline_access"] });
  expect((await ann.post("/oauth2/delete-consent", { id: consent?.id })).status).toBe(200);
  const refresh = { grant_type: "refresh_token", refresh_token: refresh_token ?? "", client_id: tv.client_id };
  expect((await send("/oauth2/token", refresh)).body.error).toBe("invalid_grant");
});

test("DEVC-06: a banned user's device gets no tokens, and a client without the grant type or scopes gets no code", async () => {
  const { auth, ask, annId, approve, redeem, createClient } = await start();
  const { device_code, user_code } = await ask();
  await approve(user_code);
  await auth.$context.db.update(userTable, { where: { id: annId }, set: { banned: true } as object });
  const { status, body } = await redeem(device_code);
  expect([status, body.error]).toEqual([400, "access_denied"]);
  const plain = await createClient({ token_endpoint_auth_method: "none" });
  expect((await ask({ client_id: plain.client_id })).error).toBe("unauthorized_client");
  expect((await ask({ scope: "admin" })).error).toBe("invalid_scope");
  expect((await ask({ resource: "https://api.test" })).error).toBe("invalid_target");
  expect((await ask({ client_id: "unknown" })).error).toBe("invalid_client");
});

test.each<readonly [string, (app: Awaited<ReturnType<typeof start>>) => Promise<{ readonly status: number }>]>([
  [
    "withdraws the consent",
    async ({ ann }) => {
      const [consent] = (await ann.get<{ id: string }[]>("/oauth2/get-consents")).body;
      return ann.post("/oauth2/delete-consent", { id: consent?.id });
    },
  ],
  [
    "narrows the consent",
    async ({ ann }) => {
      const [consent] = (await ann.get<{ id: string }[]>("/oauth2/get-consents")).body;
      return ann.post("/oauth2/update-consent", { id: consent?.id, update: { scopes: ["openid"] } });
    },
  ],
  ["disconnects the app", ({ ann, tv }) => ann.post("/oauth2/disconnect-app", { client_id: tv.client_id })],
  [
    "is stopped by an admin",
    async ({ auth, browser, tv }) => {
      const root = browser();
      const { body } = await root.signUp("root@example.com");
      await auth.$context.db.update(userTable, { where: { id: body.user.id }, set: { role: "admin" } as object });
      return root.post("/admin/oauth2/revoke-grants", { client_id: tv.client_id });
    },
  ],
])("OIDP-04: what a user has approved for a device is void once the user %s", async (_, withdraw) => {
  const app = await start();
  const { auth, ask, approve, createClient, redeem, send, tv } = app;
  // Gives the consent that's withdrawn later.
  const first = await ask();
  await approve(first.user_code);
  expect((await redeem(first.device_code)).status).toBe(200);
  const { device_code, user_code } = await ask();
  await approve(user_code);
  const other = await createClient({ ...grants, client_name: "Radio", token_endpoint_auth_method: "none" });
  const forOther = await ask({ client_id: other.client_id });
  await approve(forOther.user_code);
  const own = (await send("/device/code", { client_id: "tv" })).body as Record<string, string>;
  await approve(own.user_code);

  expect((await withdraw(app)).status).toBe(200);
  const { status, body } = await redeem(device_code);
  expect([status, body.error]).toEqual([400, "access_denied"]);
  expect(await auth.$context.db.count(oauthGrantTable, { where: { clientId: tv.client_id } })).toBe(0);
  // Approvals for another client or for a session are kept.
  expect((await redeem(forOther.device_code, other.client_id)).status).toBe(200);
  const asSession = { grant_type: deviceGrantType, device_code: own.device_code ?? "", client_id: "tv" };
  expect((await send("/device/token", asSession)).status).toBe(200);
});

test("DEVC-06: a device gets no tokens if the user changes the password while the code is redeemed", async () => {
  let during = async (): Promise<unknown> => undefined;
  const customUserInfoClaims = async () => {
    await during();
    return {};
  };
  const { auth, ann, ask, approve, redeem } = await start({}, { customUserInfoClaims });
  const { device_code, user_code } = await ask();
  await approve(user_code);
  during = () => ann.post("/change-password", { currentPassword: testPassword, newPassword: "another long password" });
  const { status, body } = await redeem(device_code);
  expect([status, body.error]).toEqual([400, "access_denied"]);
  expect(await auth.$context.db.count(oauthGrantTable, {})).toBe(0);
});

test("a code doesn't work for an API that was deleted and added again since the device's request", async () => {
  const { auth, clock, ask, approve, redeem } = await start({}, { enforcePerClientResources: false });
  const body = { identifier: "https://api.test" };
  const add = () => auth.api.adminCreateOAuthResource({ body });
  await add();
  const { device_code, user_code } = await ask({ resource: body.identifier });
  await approve(user_code);
  await auth.api.adminDeleteOAuthResource({ body });
  clock.advance(1);
  await add();
  expect((await redeem(device_code)).body.error).toBe("invalid_target");
  const later = await ask({ resource: body.identifier });
  await approve(later.user_code);
  expect((await redeem(later.device_code)).status).toBe(200);
});

test("a confidential client authenticates to get a code", async () => {
  const { send, basic, createClient } = await start();
  const made = await createClient(grants);
  expect((await send("/device/code", { client_id: made.client_id, scope })).body.error).toBe("invalid_client");
  expect((await send("/device/code", { scope }, basic(made))).status).toBe(200);
});
