/**
 * Compares how clients manage their registration (RFC 7592) with independent implementations. openid-client 5 reads a
 * registration, and oidc-provider gets the same requests.
 */

import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@latchkey/node";
import { type BaseClient, Issuer } from "openid-client-5";
import { afterEach, describe, expect, test } from "vitest";
import { redirectUri, startProvider } from "./provider.ts";

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(handle: (origin: string) => Promise<RequestListener> | RequestListener): Promise<string> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on("request", await handle(origin));
  return origin;
}

const options = { allowDynamicClientRegistration: true, allowUnauthenticatedClientRegistration: true };

/** Starts Latchkey, and returns the URL at which clients register. */
async function startOwn(): Promise<string> {
  const origin = await listen(async (baseURL) =>
    toNodeHandler((await startProvider(options, { baseURL, trustedOrigins: [baseURL] })).auth),
  );
  return `${origin}/api/auth/oauth2/register`;
}

/** Starts oidc-provider, and returns the URL at which clients register. */
async function startOther(): Promise<string> {
  const { default: Provider } = (await import("oidc-provider" as string)) as {
    default: new (issuer: string, settings: object) => { callback(): RequestListener };
  };
  const registrationManagement = { enabled: true, rotateRegistrationAccessToken: false };
  const features = { registration: { enabled: true }, registrationManagement };
  const settings = { features, scopes: ["openid", "profile", "email", "offline_access"], cookies: { keys: ["k"] } };
  const origin = await listen((issuer) => new Provider(issuer, settings).callback());
  return `${origin}/reg`;
}

const metadata = { client_name: "Agent", redirect_uris: [redirectUri], client_uri: "https://client.test/" };

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly cache: string | null;
}

async function send(url: string, method: string, body?: unknown, token?: string): Promise<Reply> {
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(url, init);
  const text = await response.text();
  const cache = response.headers.get("cache-control");
  return { status: response.status, body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>), cache };
}

test("openid-client 5 registers, and reads its registration with the token", async () => {
  const registration_endpoint = await startOwn();
  // Its own types don't include the static calls.
  const Client = new Issuer({ issuer: "http://127.0.0.1", registration_endpoint })
    .Client as object as typeof BaseClient;
  const registered = await Client.register(metadata);
  const { registration_client_uri: uri, registration_access_token: token } = registered;
  const found = await Client.fromUri(String(uri), String(token));
  expect(found.metadata).toMatchObject({
    client_id: registered.client_id,
    client_name: "Agent",
    redirect_uris: [redirectUri],
    registration_client_uri: uri,
    registration_access_token: token,
  });
  await expect(Client.fromUri(String(uri), "x")).rejects.toMatchObject({ error: "invalid_token" });
});

/** Returns the parts of a response to compare: the status, and the error or some of the metadata. */
function shapeOf({ status, body, cache }: Reply, names: readonly string[] = []): unknown {
  const shown = names.map((name) => [name, body[name] ?? null]);
  return { status, error: body.error ?? null, isCached: cache !== null && !/no-store/.test(cache), shown };
}

/** Manages a client's registration in all ways that the standard describes. */
async function walk(endpoint: string): Promise<unknown[]> {
  const created = await send(endpoint, "POST", metadata);
  const { client_id: id, client_secret: secret } = created.body;
  const { registration_access_token: token, registration_client_uri: uri } = created.body;
  const manage = (method: string, body?: unknown, own = String(token)) => send(String(uri), method, body, own);
  const named = ["client_name", "client_uri", "redirect_uris"];
  const read = async () => {
    const reply = await manage("GET");
    const { body } = reply;
    return [
      shapeOf(reply, named),
      body.client_id === id && body.registration_access_token === token && body.registration_client_uri === uri,
    ];
  };
  const put = async (body: unknown, own?: string) => shapeOf(await manage("PUT", body, own), named);
  const other = await send(endpoint, "POST", metadata);
  const base = { ...metadata, client_id: id };
  return [
    shapeOf(created, named),
    await read(),
    ["renamed", await put({ ...base, client_name: "Other" })],
    ["with the secret", await put({ ...base, client_secret: secret })],
    ["with another secret", await put({ ...base, client_secret: "x" })],
    ["without client_id", await put(metadata)],
    ["another's client_id", await put({ ...base, client_id: other.body.client_id })],
    ["with a token", await put({ ...base, registration_access_token: token })],
    ["with a URL", await put({ ...base, registration_client_uri: uri })],
    ["with an expiry", await put({ ...base, client_secret_expires_at: 0 })],
    ["with a time", await put({ ...base, client_id_issued_at: 0 })],
    ["unsafe", await put({ ...base, redirect_uris: ["javascript:alert(1)"] })],
    ["no list", await put([])],
    ["left out", await put({ redirect_uris: [redirectUri], client_id: id })],
    ["set again", await put({ ...base, client_uri: "https://client.test/a" })],
    ["null", await put({ ...base, client_uri: null })],
    ["empty", await put({ ...base, client_name: "" })],
    await read(),
    ["no token", shapeOf(await send(String(uri), "GET"))],
    ["wrong token", shapeOf(await manage("GET", undefined, "x"))],
    ["wrong token, PUT", await put(base, "x")],
    ["wrong token, DELETE", shapeOf(await manage("DELETE", undefined, "x"))],
    ["deleted", shapeOf(await manage("DELETE"))],
    ["read after", shapeOf(await manage("GET"))],
    ["deleted again", shapeOf(await manage("DELETE"))],
  ];
}

describe("a client that manages its registration", () => {
  test("gets the same responses as from oidc-provider", async () => {
    const [own, other] = [await walk(await startOwn()), await walk(await startOther())];
    expect(own).toEqual(other);
  });
});
