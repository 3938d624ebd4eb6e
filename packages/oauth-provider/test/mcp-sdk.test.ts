/** The official MCP SDK's client signs in to a protected MCP server built with the same SDK. */

import { testOrigin, testPassword } from "@latchkey/test-kit";
import { type OAuthClientProvider, UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { expect, test } from "vitest";
import { mcp } from "../src/mcp.ts";
import { type Access, protect } from "../src/resource.ts";
import { issuer, redirectUri, startProvider } from "./provider.ts";

const resource = `${testOrigin}/mcp`;

/** Answers one request as an MCP server with one tool. */
async function answer(request: Request, { subject }: Access): Promise<Response> {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  server.registerTool("whoami", { description: "Says who is signed in" }, () => ({
    content: [{ type: "text", text: subject }],
  }));
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  return transport.handleRequest(request);
}

async function start() {
  const app = await startProvider({
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    ...mcp({ resource, scopes: ["notes:read"] }),
  });
  const ask: typeof fetch = async (input, init) =>
    app.auth.handler(new Request(input as string, { ...init, signal: null }));
  const options = { issuer, resource, scopes: ["notes:read"], allowHttp: true, fetch: ask, now: app.clock.now };
  const handle = protect(answer, options);
  const send: typeof fetch = (input, init) => {
    const url = new URL(String(input));
    return url.pathname === "/mcp" ? handle(new Request(url, { ...init, signal: null })) : ask(url.href, init);
  };
  return { ...app, send };
}

/** Stores the data of the SDK's client, and the URL that it sends its user to. */
function createKeeper() {
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier: string; visited: URL[] } = {
    verifier: "",
    visited: [],
  };
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: {
      client_name: "Agent",
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      scope: "notes:read offline_access",
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url) => void kept.visited.push(url),
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier,
    invalidateCredentials: (scope) => {
      if (scope === "tokens" || scope === "all") delete kept.tokens;
    },
  };
  return { kept, provider };
}

async function connect(send: typeof fetch, provider: OAuthClientProvider): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(resource), { authProvider: provider, fetch: send });
  const client = new Client({ name: "agent", version: "1.0.0" });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return client;
}

test("the MCP SDK's client finds the provider, registers, asks the user, and calls a tool until access is removed", async () => {
  const { send, authorize, consent, ann, annId, clock } = await start();
  const { kept, provider } = createKeeper();
  await expect(connect(send, provider)).rejects.toThrow(UnauthorizedError);
  expect(kept.client).toMatchObject({ client_name: "Agent" });
  const asked = kept.visited[0]?.searchParams ?? new URLSearchParams();
  expect(asked.get("resource")).toBe(resource);
  const page = await authorize(Object.fromEntries(asked));
  expect(page.pathname).toBe("/consent");
  const code = (await consent(page)).searchParams.get("code") ?? "";
  const transport = new StreamableHTTPClientTransport(new URL(resource), { authProvider: provider, fetch: send });
  await transport.finishAuth(code);

  const client = await connect(send, provider);
  expect(await client.callTool({ name: "whoami" })).toMatchObject({ content: [{ type: "text", text: annId }] });

  // The SDK only requests the scopes in the 401 response, without offline_access. It refreshes until the user's session
  // ends.
  expect([asked.get("scope"), kept.tokens?.scope]).toEqual(["notes:read", "notes:read"]);
  const first = kept.tokens;
  clock.advance(700);
  expect(await client.callTool({ name: "whoami" })).toMatchObject({ content: [{ type: "text", text: annId }] });
  expect(kept.visited).toHaveLength(1);
  expect(kept.tokens?.refresh_token).not.toBe(first?.refresh_token);

  // The user has consented, so they aren't asked again until they revoke the access.
  await ann.post("/sign-out");
  await ann.post("/sign-in/email", { email: "ann@example.com", password: testPassword });
  clock.advance(700);
  await expect(client.callTool({ name: "whoami" })).rejects.toThrow(UnauthorizedError);
  const again = Object.fromEntries(kept.visited[1]?.searchParams ?? []);
  expect((await authorize(again)).href).toContain(redirectUri);
  await ann.post("/oauth2/disconnect-app", { client_id: kept.client?.client_id });
  expect((await authorize(again)).pathname).toBe("/consent");
});
