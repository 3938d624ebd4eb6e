/** Tests that the MCP SDK's client can sign in at the showcase and call the example's tools until access is revoked. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OAuthClientProvider, UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { people } from "showcase/people";
import { type RunningShowcase, startShowcase } from "showcase/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { networkAddresses } from "../../runtimes/test/program.ts";
import { scopes } from "../src/notes.ts";
import { type RunningNotes, startNotes } from "../src/server.ts";

const redirectUri = "http://127.0.0.1/callback";
const folder = mkdtempSync(join(tmpdir(), "latchkey-mcp-"));
let showcase: RunningShowcase;
let notes: RunningNotes;
let cookie: string;

beforeAll(async () => {
  notes = await startNotes({ port: 0 });
  showcase = await startShowcase({
    port: 0,
    secret: "nW4bT8qLz2XvK6cRm9HsJ3dYg7FpA5eU",
    file: join(folder, "test.db"),
    mcpServer: { resource: notes.resource, scopes: Object.values(scopes) },
  });
  notes.trust(`${showcase.url}/api/auth`);
  const { email, password } = people[1] ?? {};
  const response = await post("/sign-in/email", { email, password });
  cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
});
afterAll(async () => {
  await showcase?.close();
  await notes?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a request from Ann's browser. */
function post(path: string, body: object): Promise<Response> {
  return fetch(`${showcase.url}/api/auth${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: showcase.url, cookie: cookie ?? "" },
    body: JSON.stringify(body),
  });
}

/** Opens the provider's page in Ann's browser, and approves the request. Returns the code. */
async function allow(url: URL, scope?: string): Promise<string> {
  const response = await fetch(url, { headers: { cookie }, redirect: "manual" });
  const page = new URL(response.headers.get("location") ?? "", showcase.url);
  expect(page.pathname).toBe("/consent");
  // The redirect sets the cookie that binds the request to the browser.
  const own = response.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
  cookie = [cookie, ...own].join("; ");
  const answer = await post("/oauth2/consent", { accept: true, scope, oauth_query: page.search.slice(1) });
  const { url: next } = (await answer.json()) as { url: string };
  return new URL(next).searchParams.get("code") ?? "";
}

/** Creates an agent. `kept` contains the data that it stores and the URLs that it sends its user to. */
function createAgent() {
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier: string; visited: URL[] } = {
    verifier: "",
    visited: [],
  };
  const authProvider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: {
      client_name: "Agent",
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      scope: `${Object.values(scopes).join(" ")} offline_access`,
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
    invalidateCredentials: (what) => {
      if (what === "tokens" || what === "all") delete kept.tokens;
    },
  };
  const createTransport = () => new StreamableHTTPClientTransport(new URL(notes.mcpURL), { authProvider });
  async function connect(transport = createTransport()): Promise<Client> {
    const client = new Client({ name: "agent", version: "1.0.0" });
    await client.connect(transport as Transport);
    return client;
  }
  /** Signs in like an agent: the first attempt redirects the user, and the second attempt has a token. */
  async function signIn(): Promise<Client> {
    const transport = createTransport();
    await expect(connect(transport)).rejects.toThrow(UnauthorizedError);
    await transport.finishAuth(await allow(kept.visited.at(-1) as URL));
    return connect();
  }
  return { kept, createTransport, connect, signIn };
}

test("an agent registers, asks the user, calls tools, and loses its access when the user disconnects it", async () => {
  const agent = createAgent();
  const client = await agent.signIn();
  expect(agent.kept.visited[0]?.searchParams.get("resource")).toBe(notes.resource);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["list_notes", "add_note"]);
  await client.callTool({ name: "add_note", arguments: { text: "Buy milk" } });
  expect(await client.callTool({ name: "list_notes" })).toMatchObject({ content: [{ text: "Buy milk" }] });

  // The API accepts the same token for the same user.
  const authorization = `Bearer ${agent.kept.tokens?.access_token}`;
  expect(await (await fetch(notes.resource, { headers: { authorization } })).json()).toEqual({ notes: ["Buy milk"] });

  const connected = await fetch(`${showcase.url}/api/auth/oauth2/get-connected-apps`, { headers: { cookie } });
  expect(await connected.json()).toMatchObject([{ client: { client_name: "Agent", verified: false } }]);
  const { client_id } = agent.kept.client ?? {};
  expect((await post("/oauth2/disconnect-app", { client_id })).status).toBe(200);
  // Signed tokens work until they expire. To get a new one, the agent has to ask the user again.
  agent.kept.tokens = { ...(agent.kept.tokens as OAuthTokens), access_token: "expired" };
  await expect(agent.connect()).rejects.toThrow(UnauthorizedError);
  await allow(agent.kept.visited.at(-1) as URL);
});

test("if a user only allows reading, the agent can't write and asks again", async () => {
  const agent = createAgent();
  const transport = agent.createTransport();
  await expect(agent.connect(transport)).rejects.toThrow(UnauthorizedError);
  await transport.finishAuth(await allow(agent.kept.visited[0] as URL, scopes.read));
  const authorization = `Bearer ${agent.kept.tokens?.access_token}`;
  const read = await fetch(notes.resource, { headers: { authorization } });
  expect(read.status).toBe(200);
  const written = await fetch(notes.resource, { method: "POST", body: "No", headers: { authorization } });
  expect(written.status).toBe(403);
  expect(written.headers.get("www-authenticate")).toContain('error="insufficient_scope"');
  // Without a refresh token, the SDK asks the user again.
  await expect(agent.connect()).rejects.toThrow();
  expect(agent.kept.visited.at(-1)?.searchParams.get("scope")).toContain(scopes.write);
  expect(agent.kept.visited).toHaveLength(2);
});

test("a response to a request without a token says where to get one, and only this machine can send requests", async () => {
  for (const url of [notes.mcpURL, notes.resource]) {
    const response = await fetch(url);
    expect(response.status).toBe(401);
    const document = /resource_metadata="([^"]+)"/.exec(response.headers.get("www-authenticate") ?? "")?.[1] ?? "";
    expect(await (await fetch(document)).json()).toMatchObject({
      resource: notes.resource,
      authorization_servers: [`${showcase.url}/api/auth`],
    });
  }
  expect(await networkAddresses(Number(new URL(notes.resource).port))).toEqual([]);
});
