import { tokenTable } from "@latchkey/core/plugin";
import { type TestBrowser, testPassword } from "@latchkey/test-kit";
import { interleaved, quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { oauthClientTable, oauthGrantTable, oauthRefreshTokenTable } from "../src/tables.ts";
import { pkce, redirectUri, startProvider, times } from "./provider.ts";

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("OIDP-02, OIDP-03: if 10 requests use a code or a refresh token concurrently, at most one gets tokens", async () => {
    const app = await startProvider({}, { database: opened.database });
    const { auth, createClient, getCode, getTokens, send, basic, refresh, userInfo } = app;
    const client = await createClient();
    const input = await getCode(client);
    const exchanged = await times(10, () => send("/oauth2/token", input, basic(client)));
    const winners = exchanged.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(new Set(exchanged.map(({ body }) => body.error))).toEqual(new Set([undefined, "invalid_grant"]));

    const { access_token: token, refresh_token: refreshToken } = await getTokens(client);
    expect((await userInfo(token)).status).toBe(200);
    const refreshed = await times(10, () => refresh(client, refreshToken));
    expect(refreshed.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect((await userInfo(token)).status).toBe(401);
    // Both grants and their tokens are deleted.
    expect(await auth.$context.db.count(oauthGrantTable, {})).toBe(0);
    expect(await auth.$context.db.count(oauthRefreshTokenTable, {})).toBe(0);
  });

  test("OIDP-08, OIDP-10, OIDP-15: one of 10 concurrent requests opens a pushed request, creates a client, or sends a notice", async () => {
    const url = "https://client.test/client.json";
    const notices: string[] = [];
    const publicFetch: typeof fetch = async (input, init) => {
      if (init?.method === "POST") notices.push(String(input));
      return Response.json({ client_id: url, redirect_uris: [redirectUri] });
    };
    const options = { clientIdMetadataDocuments: true };
    const app = await startProvider(options, { database: opened.database, publicFetch });
    const { ann, auth, authorize, createClient, getCode, parametersOf, send, basic } = app;
    const { db } = auth.$context;
    const listening = { backchannel_logout_uri: "https://client.test/backchannel", skip_consent: true };
    const client = await createClient(listening);
    const { challenge } = pkce();
    const { body } = await send("/oauth2/par", parametersOf(client.client_id, challenge), basic(client));
    const pushed = { client_id: client.client_id, request_uri: String(body.request_uri) };
    const opens = await times(10, () => authorize(pushed));
    expect(opens.filter(({ searchParams }) => searchParams.get("code") !== null)).toHaveLength(1);

    const asked = await times(10, () => authorize(parametersOf(url, challenge)));
    expect(new Set(asked.map(({ pathname }) => pathname))).toEqual(new Set(["/consent"]));
    expect(await db.count(oauthClientTable, { where: { clientId: url } })).toBe(1);

    const codes = await Promise.all([getCode(client), getCode(client), getCode(client)]);
    const replies = await Promise.all(codes.map((input) => send("/oauth2/token", input, basic(client))));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    await times(10, () => ann.post("/sign-out"));
    await auth.api.deliverOutbox();
    // The scheduler might have started already.
    await vi.waitFor(() => expect(notices).toEqual(["https://client.test/backchannel"]));
  });

  const takings: readonly (readonly [
    string,
    (ann: TestBrowser, clientId: string, consentId: string) => Promise<unknown>,
  ])[] = [
    ["withdraws the consent", (ann, _, id) => ann.post("/oauth2/delete-consent", { id })],
    ["narrows the consent", (ann, _, id) => ann.post("/oauth2/update-consent", { id, update: { scopes: ["openid"] } })],
    ["disconnects the app", (ann, client_id) => ann.post("/oauth2/disconnect-app", { client_id })],
    [
      "changes the password",
      (ann) => ann.post("/change-password", { currentPassword: testPassword, newPassword: "another long password" }),
    ],
    ["signs out everywhere", (ann) => ann.post("/revoke-sessions")],
  ];

  test.each(takings)("OIDP-04: a client gets no code if a user %s during its silent request", async (_, take) => {
    const { database, beforeNextTransaction } = interleaved(opened.database);
    const { ann, auth, authorize, createClient, getTokens, parametersOf } = await startProvider({}, { database });
    const client = await createClient();
    await getTokens(client);
    const [{ id } = { id: "" }] = (await ann.get<{ id: string }[]>("/oauth2/get-consents")).body;
    beforeNextTransaction(() => take(ann, client.client_id, id));
    const silent = parametersOf(client.client_id, pkce().challenge, { prompt: "none" });
    const { searchParams } = await authorize(silent);
    expect([searchParams.get("error"), searchParams.get("code")]).toEqual(["access_denied", null]);
    const { db } = auth.$context;
    const left = [await db.count(tokenTable, { where: { kind: "oauth-code" } }), await db.count(oauthGrantTable, {})];
    expect(left).toEqual([0, 0]);
  });

  test("OIDP-25: scopes that are removed from a consent while the user gives another one aren't restored", async () => {
    const app = await startProvider({}, { database: opened.database });
    const { ann, authorize, consent, createClient, getTokens, parametersOf } = app;
    for (let round = 0; round < 5; round++) {
      const client = await createClient();
      await getTokens(client, { scope: "openid email" });
      const consents = (await ann.get<{ id: string; clientId: string }[]>("/oauth2/get-consents")).body;
      const id = consents.find(({ clientId }) => clientId === client.client_id)?.id;
      const page = await authorize(parametersOf(client.client_id, pkce().challenge, { scope: "openid profile" }));
      const narrow = () => ann.post("/oauth2/update-consent", { id, update: { scopes: ["openid"] } });
      await Promise.all([consent(page), narrow()]);
      const { body } = await ann.get<{ scopes: string[] }>(`/oauth2/get-consent?id=${id}`);
      expect(body.scopes).not.toContain("email");
    }
  });
});
