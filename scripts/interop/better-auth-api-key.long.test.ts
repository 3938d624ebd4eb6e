/** Tests better-auth's unchanged API key client against this handler. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { apiKeyClient } from "@better-auth/api-key/client";
import { apiKey } from "@latchkey/api-key";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { toNodeHandler } from "@latchkey/node";
import { createAuthClient } from "better-auth/client";
import { afterAll, beforeAll, expect, test } from "vitest";

let server: Server;
let origin: string;

async function start() {
  const auth = createAuth({
    baseURL: origin,
    database: memoryAdapter(),
    secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
    emailAndPassword: { enabled: true },
    plugins: [apiKey({ enableMetadata: true })],
  });
  server.on("request", toNodeHandler(auth));
  return auth;
}
let auth: Awaited<ReturnType<typeof start>>;

beforeAll(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  auth = await start();
});
afterAll(() => server.close());

/** A client with a simulated browser, because Node's fetch stores no cookies and sends no origin. */
function client() {
  const cookies = new Map<string, string>();
  const customFetchImpl = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const headers = new Headers(init?.headers);
    headers.set("origin", origin);
    if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(input, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";", 1)[0] as string).split(/=(.*)/s);
      cookies.set(name, value);
    }
    return response;
  };
  return createAuthClient({ baseURL: origin, fetchOptions: { customFetchImpl }, plugins: [apiKeyClient()] });
}

test("creates, reads, lists, changes, and deletes a key", async () => {
  const ann = client();
  expect((await ann.apiKey.create({ name: "early" })).error?.status).toBe(401);
  await ann.signUp.email({ name: "Ann", email: "ann@example.com", password: "correct horse battery" });
  const created = await ann.apiKey.create({
    name: "CI",
    expiresIn: 86_400 * 7,
    prefix: "ci_",
    metadata: { team: "web" },
  });
  expect(created.data).toMatchObject({ name: "CI", prefix: "ci_", enabled: true, metadata: { team: "web" } });
  const { id = "", key = "" } = created.data ?? {};
  expect((await auth.api.verifyApiKey({ body: { key } })).valid).toBe(true);
  expect((await ann.apiKey.get({ query: { id } })).data).toMatchObject({ id, name: "CI", remaining: null });
  expect((await ann.apiKey.list({ query: { limit: 10, sortBy: "name" } })).data).toMatchObject({
    apiKeys: [{ id, name: "CI" }],
    total: 1,
  });
  expect((await ann.apiKey.update({ keyId: id, name: "CD", enabled: false })).data).toMatchObject({ name: "CD" });
  expect((await auth.api.verifyApiKey({ body: { key } })).error?.code).toBe("KEY_DISABLED");
  expect((await ann.apiKey.update({ keyId: id, remaining: 5 })).error).toMatchObject({
    code: "SERVER_ONLY_PROPERTY",
    status: 400,
  });
  expect((await ann.apiKey.delete({ keyId: id })).data).toEqual({ success: true });
  expect((await ann.apiKey.get({ query: { id } })).error).toMatchObject({ code: "KEY_NOT_FOUND", status: 404 });
});
