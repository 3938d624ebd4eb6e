import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { oauthClientTable, oauthGrantTable, oauthRefreshTokenTable } from "../src/tables.ts";
import { pkce, redirectUri, startProvider, times } from "./provider.ts";

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("OIDP-02, OIDP-03: of 10 who use a code or a refresh token at once, at most one gets tokens", async () => {
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
    // Both grants are gone, and their tokens with them.
    expect(await auth.$context.db.count(oauthGrantTable, {})).toBe(0);
    expect(await auth.$context.db.count(oauthRefreshTokenTable, {})).toBe(0);
  });

  test("OIDP-08, OIDP-10, OIDP-15: of 10 requests at once, one opens a pushed request, creates a client, or sends a notice", async () => {
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
    // The scheduler can have started before.
    await vi.waitFor(() => expect(notices).toEqual(["https://client.test/backchannel"]));
  });
});
