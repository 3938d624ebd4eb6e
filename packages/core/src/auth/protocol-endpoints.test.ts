import { startAuth, testOrigin } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { oauthErrorFormat } from "../http/error-format.ts";
import { fail } from "../http/errors.ts";
import { getService, type ServiceName } from "../kernel/services.ts";
import { defineUntypedEndpoint } from "../plugin/endpoint.ts";
import * as input from "../plugin/input.ts";
import { definePlugin, type Plugin } from "../plugin/plugin.ts";
import { requireSession } from "../sessions/guards.ts";

const errors = { invalid_grant: { status: 400, message: 'The code isn\'t "valid"' } };

const endpoints = {
  things: defineUntypedEndpoint({
    method: ["GET", "HEAD", "PUT", "DELETE"],
    path: "/things/:id",
    input: input.object<{ id: string; name?: string }>({ id: input.id, name: input.optional(input.text()) }),
    handle: ({ id, name }, { method, reply }) => {
      if (method === "DELETE") reply.successStatus = 204;
      return { id, name, method };
    },
  }),
  exchange: defineUntypedEndpoint({
    method: "POST",
    path: "/exchange",
    input: input.object<{ code: string; resource: string[] }>({
      code: input.text(),
      resource: input.withDefault(input.list(input.text()), []),
    }),
    acceptsForm: "only",
    originCheck: "exempt",
    cors: "any-origin",
    errorFormat: oauthErrorFormat,
    rateLimit: { window: 60, max: 5 },
    handle: ({ code, resource }, context) => {
      if (code === "bad") fail(errors, "invalid_grant");
      return { code, resource, cookie: context.header("cookie"), jar: context.headers.get("cookie") };
    },
  }),
  own: defineUntypedEndpoint({
    method: "GET",
    path: "/own",
    guards: [requireSession],
    cors: "any-origin",
    errorFormat: oauthErrorFormat,
    handle: (_, { user }) => user.id,
  }),
  keys: defineUntypedEndpoint({
    method: "GET",
    path: "/keys",
    handle: (_, context) => {
      const { reply } = context;
      reply.setSuccessHeader("cache-control", "public, max-age=300");
      if (context.header("if-none-match") === '"1"') reply.successStatus = 304;
      return {};
    },
  }),
  metadata: defineUntypedEndpoint({
    method: "GET",
    path: "/.well-known/thing{basePath}",
    atRoot: true,
    cors: "any-origin",
    handle: () => ({ thing: true }),
  }),
};

async function start(options: object = {}) {
  const protocol = definePlugin({ id: "protocol", endpoints: endpoints as never });
  const app = await startAuth({ plugins: [protocol], ...options });
  const call = async (target: string, init: RequestInit = {}) => {
    const response = await app.auth.handler(new Request(`${testOrigin}${target}`, init));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: text === "" ? null : JSON.parse(text) };
  };
  const form = (body: string, headers: Record<string, string> = {}) =>
    call("/api/auth/exchange", {
      method: "POST",
      body,
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });
  return { ...app, call, form };
}

test("an endpoint accepts only the methods that it declares", async () => {
  const { call } = await start();
  const json = { "content-type": "application/json", origin: testOrigin };
  const put = await call("/api/auth/things/a", { method: "PUT", headers: json, body: '{"name":"b"}' });
  expect(put.body).toEqual({ id: "a", name: "b", method: "PUT" });
  expect((await call("/api/auth/things/a?name=c")).body).toEqual({ id: "a", name: "c", method: "GET" });
  const head = await call("/api/auth/things/a", { method: "HEAD" });
  expect([head.status, head.text, head.headers.get("content-type")]).toEqual([200, "", "application/json"]);
  const deleted = await call("/api/auth/things/a", { method: "DELETE" });
  expect([deleted.status, deleted.text, deleted.headers.get("content-type")]).toEqual([204, "", null]);
  expect((await call("/api/auth/things/a", { method: "PATCH", headers: json, body: "{}" })).status).toBe(404);
  expect((await call("/api/auth/keys", { method: "HEAD" })).status).toBe(404);
});

test("a PUT with a cookie has to come from a trusted origin", async () => {
  const { call } = await start();
  const headers = { "content-type": "application/json", cookie: "a=1", origin: "https://evil.test" };
  const refused = await call("/api/auth/things/a", { method: "PUT", headers, body: "{}" });
  expect(refused.body.code).toBe("INVALID_ORIGIN");
});

test("a form-only endpoint takes repeated parameters where it declares a list, and no JSON", async () => {
  const { call, form } = await start();
  expect((await form("code=a&resource=x&resource=y")).body).toMatchObject({ code: "a", resource: ["x", "y"] });
  const twice = await form("code=a&code=b");
  expect([twice.status, twice.body.error]).toEqual([400, "invalid_request"]);
  const headers = { "content-type": "application/json" };
  const json = await call("/api/auth/exchange", { method: "POST", headers, body: '{"code":"a"}' });
  expect([json.status, json.body.error]).toEqual([415, "invalid_request"]);
});

test("errors from the handler, validation, guards, and the rate limit have the endpoint's format", async () => {
  const { call, form } = await start({ rateLimit: { enabled: true } });
  expect((await form("code=bad")).body).toEqual({
    error: "invalid_grant",
    error_description: "The code isn't 'valid'",
  });
  expect((await form("")).body.error).toBe("invalid_request");
  expect((await call("/api/auth/own")).body.error).toBe("invalid_token");
  for (let sent = 0; sent < 5; sent++) await form("code=a");
  const limited = await form("code=a");
  expect([limited.status, limited.body.error]).toEqual([429, "temporarily_unavailable"]);
  expect(limited.headers.get("retry-after")).not.toBeNull();
});

test("an endpoint that allows every origin answers preflights and doesn't read cookies", async () => {
  const { auth, browser, call, form } = await start();
  const preflight = await call("/api/auth/exchange", {
    method: "OPTIONS",
    headers: { origin: "https://any.test", "access-control-request-method": "POST" },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  expect(preflight.headers.get("access-control-allow-methods")).toBe("POST");
  expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();

  const answered = await form("code=a", { origin: "https://any.test", cookie: "a=1" });
  expect(answered.headers.get("access-control-allow-origin")).toBe("*");
  expect(answered.body).toEqual({ code: "a", resource: [], cookie: null, jar: null });

  const ann = browser();
  await ann.signUp("ann@example.com");
  expect((await ann.get("/get-session")).status).toBe(200);
  expect((await ann.get("/own")).status).toBe(401);
  const other = await auth.handler(
    new Request(`${testOrigin}/api/auth/ok`, { headers: { origin: "https://any.test" } }),
  );
  expect(other.headers.get("access-control-allow-origin")).toBeNull();
});

test("an endpoint can allow caching, and can respond with 304 if nothing has changed", async () => {
  const { call } = await start();
  const first = await call("/api/auth/keys");
  expect(first.headers.get("cache-control")).toBe("public, max-age=300");
  expect(first.headers.get("pragma")).toBeNull();
  const second = await call("/api/auth/keys", { headers: { "if-none-match": '"1"' } });
  expect([second.status, second.text]).toEqual([304, ""]);
});

test("auth.wellKnownHandler serves only the paths outside the base path", async () => {
  const { auth } = await start();
  const get = (target: string, method = "GET") =>
    auth.wellKnownHandler(new Request(`${testOrigin}${target}`, { method }));
  expect(await (await get("/.well-known/thing/api/auth"))?.json()).toEqual({ thing: true });
  for (const target of ["/.well-known/thing", "/.well-known/other", "/api/auth/ok", "/"]) {
    expect(await get(target)).toBeNull();
  }
  expect(await get("/.well-known/thing/api/auth", "POST")).toBeNull();
});

declare global {
  interface LatchkeyServices {
    readonly greeter?: { greet(): string };
  }
}

test("a plugin can use another plugin's service, and the app fails at startup without it", async () => {
  const provider = (id: string): Plugin => definePlugin({ id, provides: { greeter: { greet: () => id } } });
  const user: Plugin = definePlugin({ id: "user", uses: { greeter: "greeter() of the greeter package" } });
  const { auth } = await startAuth({ plugins: [user, provider("one")] });
  expect(getService(auth.$context, "greeter").greet()).toBe("one");
  expect(() => getService(auth.$context, "unknown" as ServiceName)).toThrow('No plugin provides the service "unknown"');
  await expect(startAuth({ plugins: [user] })).rejects.toThrow(
    'plugins: "user" needs greeter() of the greeter package. Add it to plugins.',
  );
  await expect(startAuth({ plugins: [provider("one"), provider("two")] })).rejects.toThrow(
    'plugins: "one" provides the service "greeter", which another plugin also provides. Remove one of them.',
  );
});
