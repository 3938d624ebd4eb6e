import { describe, expect, test } from "vitest";
import { redirectUri, startProvider } from "./provider.ts";

describe("a client", () => {
  test("authenticates only with its registered method, with one method at a time, and with its own secret", async () => {
    const { createClient, getCode, send, basic } = await startProvider();
    const client = await createClient();
    expect(client.client_secret_expires_at).toBe(0);
    const open = await createClient({ token_endpoint_auth_method: "none" });
    const input = await getCode(client);
    const { client_id, client_secret = "" } = client;
    const errorOf = async (more: Record<string, string>, headers = {}) =>
      (await send("/oauth2/token", { ...input, ...more }, headers)).body.error;
    expect(await errorOf({ client_id })).toBe("invalid_client");
    expect(await errorOf({ client_id, client_secret: "wrong" })).toBe("invalid_client");
    expect(await errorOf({ client_secret }, basic(client))).toBe("invalid_request");
    expect(await errorOf({}, { authorization: "Basic !" })).toBe("invalid_client");
    expect(await errorOf({}, basic({ ...open, client_secret: "x" }))).toBe("invalid_client");
    expect(await errorOf({ client_id, client_secret })).toBeUndefined();
    const wrong = await send("/oauth2/token", input, basic({ client_id, client_secret: "wrong" }));
    expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([401, "Basic"]);
    expect(wrong.headers.get("cache-control")).toBe("no-store");
  });

  test("uses both secrets until the overlap ends", async () => {
    const { auth, clock, createClient, getTokens } = await startProvider();
    const client = await createClient();
    const { client_id } = client;
    const renewed = await auth.api.rotateOAuthClientSecret({ body: { client_id, overlap: 60 } });
    await getTokens(client);
    await getTokens(renewed);
    clock.advance(61);
    await expect(getTokens(client)).rejects.toThrow("invalid_client");
    await getTokens(renewed);
  });

  test("uses its secret until it expires, and a new one after that", async () => {
    const { auth, clock, createClient, getTokens, refresh, send, basic, ann } = await startProvider({
      clientSecretExpiresIn: 600,
      clientPrivileges: () => true,
    });
    const client = await createClient();
    const { client_id } = client;
    const seconds = () => Math.floor(clock.now().getTime() / 1000);
    expect(client.client_secret_expires_at).toBe(seconds() + 600);
    const tokens = await getTokens(client);
    clock.advance(599);
    expect(await send("/oauth2/introspect", { token: tokens.access_token }, basic(client))).toMatchObject({
      status: 200,
    });
    clock.advance(1);
    for (const path of ["/oauth2/introspect", "/oauth2/revoke"]) {
      const reply = await send(path, { token: tokens.access_token }, basic(client));
      expect([path, reply.status, reply.body.error]).toEqual([path, 401, "invalid_client"]);
    }
    expect(await refresh(client, tokens.refresh_token)).toMatchObject({
      status: 401,
      body: { error: "invalid_client" },
    });
    // An overlap doesn't make the expired secret valid again.
    const renewed = await auth.api.rotateOAuthClientSecret({ body: { client_id, overlap: 3600 } });
    expect(renewed.client_secret_expires_at).toBe(seconds() + 600);
    expect((await refresh(client, tokens.refresh_token)).body.error).toBe("invalid_client");
    expect((await refresh(renewed, tokens.refresh_token)).status).toBe(200);

    await ann.post("/oauth2/create-client", { redirect_uris: [redirectUri] });
    await ann.post("/oauth2/create-client", { redirect_uris: [redirectUri], token_endpoint_auth_method: "none" });
    const { body: listed } = await ann.get<{ client_secret_expires_at: number }[]>("/oauth2/get-clients");
    expect(listed.map((one) => one.client_secret_expires_at).sort()).toEqual([0, seconds() + 600]);
  });

  test("can use a replaced secret at most until the secret's own expiry", async () => {
    const { auth, clock, createClient, getTokens } = await startProvider({ clientSecretExpiresIn: 600 });
    const client = await createClient();
    clock.advance(590);
    const renewed = await auth.api.rotateOAuthClientSecret({ body: { client_id: client.client_id, overlap: 3600 } });
    await getTokens(client);
    clock.advance(10);
    await expect(getTokens(client)).rejects.toThrow("invalid_client");
    await getTokens(renewed);
  });

  test.each([
    "javascript:alert(1)",
    "http://client.test/cb",
    "https://*.client.test/cb",
    "https://client.test/cb#x",
    "https://user@client.test/cb",
    "data:text/html,x",
    "myapp:/cb",
    "/cb",
  ])("OIDP-09: can't have the redirect URI %s", async (uri) => {
    const { createClient } = await startProvider();
    await expect(createClient({ redirect_uris: [uri] })).rejects.toMatchObject({ code: "INVALID_CLIENT_METADATA" });
  });

  test("can only be managed by its owner, and only if the app allows it", async () => {
    const closed = await startProvider();
    const metadata = { client_name: "Mine", redirect_uris: [redirectUri] };
    const refused = await closed.ann.post("/oauth2/create-client", metadata);
    expect([refused.status, refused.body.code]).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS"]);

    const { ann, browser, annId } = await startProvider({ clientPrivileges: () => true });
    const { body: created } = await ann.post("/oauth2/create-client", metadata);
    expect(created).toMatchObject({ client_name: "Mine", user_id: annId, client_secret: expect.any(String) });
    const trusted = await ann.post("/oauth2/create-client", { ...metadata, skip_consent: true });
    expect(trusted.body.code).toBe("INVALID_CLIENT_METADATA");
    const { body: listed } = await ann.get("/oauth2/get-clients");
    expect(listed).toMatchObject([{ client_id: created.client_id }]);
    expect(JSON.stringify(listed)).not.toContain(created.client_secret);
    const bob = browser();
    await bob.signUp("bob@example.com");
    for (const path of ["/oauth2/delete-client", "/oauth2/client/rotate-secret"]) {
      expect((await bob.post(path, { client_id: created.client_id })).status).toBe(404);
    }
    const shown = await bob.get(`/oauth2/public-client?client_id=${created.client_id}`);
    expect(shown.body).toEqual({
      client_id: created.client_id,
      client_name: "Mine",
      client_uri: null,
      logo_uri: null,
      contacts: null,
      tos_uri: null,
      policy_uri: null,
      redirect_hosts: ["client.test"],
      verified: false,
    });
  });
});
