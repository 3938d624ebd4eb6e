import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { mcp } from "../src/mcp.ts";
import { oauthClientTable } from "../src/tables.ts";
import { issuer, pkce, redirectUri, startProvider, times } from "./provider.ts";

const url = "https://client.test/oauth/client.json";
const tools = "https://tools.test/mcp";

const metadata = {
  client_id: url,
  client_name: "Agent",
  redirect_uris: [redirectUri],
  token_endpoint_auth_method: "none",
  scope: "openid profile offline_access tools:read unknown",
  something_else: { nested: true },
};

async function start(options: Parameters<typeof startProvider>[0] = {}) {
  const server = { answer: (_url: string): Response => Response.json(metadata), reads: [] as string[] };
  const publicFetch: typeof fetch = async (input, init) => {
    if (init?.signal?.aborted) throw new Error("aborted");
    server.reads.push(String(input));
    return server.answer(String(input));
  };
  const all = { ...mcp({ resource: tools, scopes: ["tools:read"] }), ...options };
  const app = await startProvider(all, { publicFetch });
  const ask = (more: Record<string, string> = {}) =>
    app.authorize(app.parametersOf(url, pkce().challenge, { scope: "openid offline_access", ...more }));
  const problemOf = async () => (await ask()).searchParams.get("error_description");
  return { ...app, server, ask, problemOf };
}

describe("a client whose id is the URL of its metadata", () => {
  test("gets tokens for an MCP server after the user has consented, and its document is read once", async () => {
    const { auth, server, ask, consent, parametersOf, authorize, send } = await start();
    expect(await (await auth.handler(new Request(`${issuer}/.well-known/openid-configuration`))).json()).toMatchObject({
      client_id_metadata_document_supported: true,
    });
    const { verifier, challenge } = pkce();
    const parameters = parametersOf(url, challenge, { scope: "openid offline_access tools:read", resource: tools });
    const page = await authorize(parameters);
    expect(page.pathname).toBe("/consent");
    const code = (await consent(page)).searchParams.get("code") ?? "";
    const input = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
    const { status, body } = await send("/oauth2/token", { ...input, client_id: url });
    expect([status, body.scope]).toEqual([200, "openid offline_access tools:read"]);
    const refresh = { grant_type: "refresh_token", refresh_token: String(body.refresh_token), client_id: url };
    const renewed = await send("/oauth2/token", refresh);
    // If a response gets lost, a repeated request gets the same one.
    expect((await send("/oauth2/token", refresh)).body).toEqual(renewed.body);
    await ask();
    expect(server.reads).toEqual([url]);
  });

  test("20 concurrent first requests create one client", async () => {
    const { auth, ask } = await start();
    const pages = await times(20, () => ask());
    expect(new Set(pages.map(({ pathname }) => pathname))).toEqual(new Set(["/consent"]));
    expect(await auth.$context.db.count(oauthClientTable, {})).toBe(1);
  });

  test.each<readonly [string, () => Response, string]>([
    ["redirects", () => Response.redirect("https://client.test/other", 302), "couldn't be read"],
    ["is missing", () => new Response("", { status: 404 }), "couldn't be read"],
    ["is too long", () => Response.json({ ...metadata, more: "x".repeat(6000) }), "couldn't be read"],
    ["is a page", () => new Response("<html>"), "isn't a JSON object"],
    ["is a list", () => Response.json([metadata]), "isn't a JSON object"],
    ["has another id", () => Response.json({ ...metadata, client_id: `${url}x` }), "different client_id"],
    ["has a secret", () => Response.json({ ...metadata, client_secret: "x" }), "has a secret"],
    [
      "authenticates with a secret",
      () => Response.json({ ...metadata, token_endpoint_auth_method: "client_secret_post" }),
      "has a secret",
    ],
    [
      "has an unsafe redirect URI",
      () => Response.json({ ...metadata, redirect_uris: ["javascript:x"] }),
      "redirect URI",
    ],
    [
      "wants tokens without a user",
      () => Response.json({ ...metadata, grant_types: ["client_credentials"] }),
      "client_credentials",
    ],
    ["has wrong types", () => Response.json({ ...metadata, client_name: 1 }), "isn't valid"],
  ])("OIDP-10: is refused if the document %s", async (_, answer, problem) => {
    const { auth, server, problemOf } = await start();
    server.answer = answer;
    expect(await problemOf()).toContain(problem);
    expect(await auth.$context.db.count(oauthClientTable, {})).toBe(0);
  });

  test("OIDP-10: needs the user's consent again if its redirect URIs change", async () => {
    const { server, clock, ask, consent, parametersOf, authorize } = await start();
    await consent(await ask());
    expect((await ask()).searchParams.get("code")).not.toBeNull();
    server.answer = () => Response.json({ ...metadata, client_name: "Renamed" });
    clock.advance(301);
    expect((await ask()).searchParams.get("code")).not.toBeNull();
    const evil = "https://evil.test/cb";
    server.answer = () => Response.json({ ...metadata, redirect_uris: [redirectUri, evil] });
    const early = await authorize(parametersOf(url, pkce().challenge, { redirect_uri: evil }));
    expect(early.pathname).toBe("/api/auth/error");
    clock.advance(301);
    expect((await ask()).pathname).toBe("/consent");
  });

  test("OIDP-10: is cached for as long as its server says, but at most for a day", async () => {
    const { server, clock, ask } = await start();
    server.answer = () => Response.json(metadata, { headers: { "cache-control": "public, max-age=9999999" } });
    await ask();
    clock.advance(86_399);
    await ask();
    expect(server.reads).toHaveLength(1);
    clock.advance(2);
    server.answer = () => new Response("", { status: 500 });
    expect((await ask()).searchParams.get("error")).toBe("invalid_client");
  });

  test("OIDP-10: isn't read unless the app allows it, and never from an address that can't be public", async () => {
    const closed = await start({ clientIdMetadataDocuments: false });
    expect((await closed.ask()).searchParams.get("error")).toBe("invalid_client");
    const { server, authorize, parametersOf } = await start();
    for (const id of [
      ...["https://10.0.0.1/c.json", "https://localhost/c.json", "http://client.test/c.json", "https://client.test"],
      ...["https://client.test/", "https://client.test/a/../c.json", "https://client.test/c.json#x"],
      ...["https://user@client.test/c.json", `https://client.test/${"x".repeat(255)}`],
    ]) {
      const answer = await authorize(parametersOf(id, pkce().challenge));
      expect([id, answer.searchParams.get("error")]).toEqual([id, "invalid_client"]);
    }
    expect([...closed.server.reads, ...server.reads]).toEqual([]);
  });
});

test("OIDP-21: a client with a metadata document needs consent for each MCP server", async () => {
  const other = "https://other.test/mcp";
  const resources = [{ identifier: tools }, { identifier: other }];
  const { createClient, authorize, consent, parametersOf } = await start({ resources });
  const { client_id } = await createClient();
  const ask = (resource: string) => authorize(parametersOf(client_id, pkce().challenge, { scope: "openid", resource }));
  await consent(await ask(tools));
  expect((await ask(tools)).searchParams.get("code")).not.toBeNull();
  expect((await ask(other)).pathname).toBe("/consent");
});

test("OIDP-09: a client's keys can only be at a public URL, and new keys are found there", async () => {
  const { clock, server, createClient, send } = await start({ scopes: ["openid", "read"] });
  const at = "https://client.test/jwks.json";
  const rest = {
    grant_types: ["client_credentials"],
    redirect_uris: [],
    token_endpoint_auth_method: "private_key_jwt",
    client_credentials_scopes: ["read"],
  } as const;
  for (const jwks_uri of [
    "https://10.0.0.1/",
    "https://localhost/",
    "http://client.test/",
    "https://metadata.internal/",
  ]) {
    await expect(createClient({ ...rest, jwks_uri })).rejects.toThrow();
  }
  const { client_id } = await createClient({ ...rest, jwks_uri: at });
  const pairs = await Promise.all([generateKeyPair("ES256"), generateKeyPair("ES256")]);
  const jwks = await Promise.all(
    pairs.map(async ({ publicKey }, kid) => ({ ...(await exportJWK(publicKey)), kid: `${kid}` })),
  );
  let published = 1;
  server.answer = () => Response.json({ keys: jwks.slice(0, published) });
  const ask = async (kid: number) => {
    const iat = Math.floor(clock.now().getTime() / 1000);
    const claims = { iss: client_id, sub: client_id, aud: issuer, jti: crypto.randomUUID(), iat, exp: iat + 60 };
    const client_assertion = await new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", kid: `${kid}` })
      .sign(pairs[kid]?.privateKey ?? new Uint8Array());
    const client_assertion_type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    const body = { grant_type: "client_credentials", client_assertion, client_assertion_type };
    return (await send("/oauth2/token", body)).status;
  };
  expect([await ask(0), await ask(0), server.reads.length]).toEqual([200, 200, 1]);
  published = 2;
  expect([await ask(1), server.reads.length]).toEqual([401, 1]);
  clock.advance(31);
  expect([await ask(1), server.reads.length]).toEqual([200, 2]);
  server.answer = () => new Response("", { status: 500 });
  clock.advance(301);
  expect(await ask(1)).toBe(200);
});

describe("at the token endpoint", () => {
  test("OIDP-10: an outdated document is read again, and access that it no longer allows ends", async () => {
    const { server, ask, consent, authorize, parametersOf, send, clock } = await start();
    await ask();
    const { verifier, challenge } = pkce();
    const page = await authorize(parametersOf(url, challenge, { scope: "openid offline_access" }));
    const code = (await consent(page)).searchParams.get("code") ?? "";
    const input = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
    const { body } = await send("/oauth2/token", { ...input, client_id: url });
    const refresh = (token: unknown) =>
      send("/oauth2/token", { grant_type: "refresh_token", refresh_token: String(token), client_id: url });
    clock.advance(301);
    const renewed = await refresh(body.refresh_token);
    expect([renewed.status, server.reads]).toEqual([200, [url, url]]);
    const { publicKey } = await generateKeyPair("ES256");
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: "k1" }] };
    server.answer = () => Response.json({ ...metadata, token_endpoint_auth_method: "private_key_jwt", jwks });
    clock.advance(301);
    expect((await refresh(renewed.body.refresh_token)).body.error).toBe("invalid_client");
    // The document of an unknown client isn't read.
    const reads = server.reads.length;
    const unknown = { ...input, client_id: "https://client.test/unknown.json" };
    expect((await send("/oauth2/token", unknown)).body.error).toBe("invalid_client");
    expect(server.reads).toHaveLength(reads);
  });

  test("OIDP-09: a document or key set that can't be read isn't requested again immediately", async () => {
    const { server, problemOf, clock, createClient, send } = await start();
    server.answer = () => new Response("", { status: 500 });
    expect([await problemOf(), await problemOf()]).toEqual(
      Array(2).fill("The client's metadata document couldn't be read"),
    );
    expect(server.reads).toEqual([url]);
    clock.advance(31);
    await problemOf();
    expect(server.reads).toEqual([url, url]);
    const { privateKey } = await generateKeyPair("ES256");
    const own = await createClient({
      token_endpoint_auth_method: "private_key_jwt",
      jwks_uri: "https://client.test/jwks.json",
    });
    for (let at = 0; at < 3; at++) {
      const assertion = await new SignJWT({})
        .setProtectedHeader({ alg: "ES256", kid: "k1" })
        .setIssuer(own.client_id)
        .setSubject(own.client_id)
        .setAudience(issuer)
        .setJti(`j${at}`)
        .setExpirationTime(clock.now().getTime() / 1000 + 60)
        .sign(privateKey);
      const type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
      const given = { grant_type: "client_credentials", client_assertion: assertion, client_assertion_type: type };
      expect((await send("/oauth2/token", given)).body.error).toBe("invalid_client");
    }
    expect(server.reads).toHaveLength(3);
  });

  test("OIDP-09: URLs with a port are rejected, so that no one can scan for servers", async () => {
    const { authorize, parametersOf, createClient, server } = await start();
    const port = await authorize(parametersOf("https://client.test:8443/c.json", pkce().challenge));
    expect(port.pathname).toBe("/api/auth/error");
    expect(server.reads).toEqual([]);
    const keys = { token_endpoint_auth_method: "private_key_jwt", jwks_uri: "https://client.test:22/jwks" } as const;
    await expect(createClient(keys)).rejects.toMatchObject({ code: "INVALID_CLIENT_METADATA" });
  });
});
