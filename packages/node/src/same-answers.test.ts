/** The same requests through `auth.handler` and over a socket, where the kernel gets Node's request itself. */

import { createServer } from "node:http";
import { ReadableStream } from "node:stream/web";
import type { Auth } from "@latchkey/core";
import {
  AuthError,
  defineGuard,
  definePlugin,
  defineUntypedEndpoint,
  type Endpoint,
  type EndpointDeclaration,
  htmlResponse,
  type RequestContext,
  readBytes,
  redirectResponse,
} from "@latchkey/core/plugin";
import { startAuth, testOrigin, testPassword } from "@latchkey/test-kit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { close, portOf, useServers } from "../test/servers.ts";
import { overSocket, type Sent, throughHandler } from "../test/wire.ts";
import { toNodeHandler } from "./handler.ts";

useServers();

const define = (
  path: string,
  handle: (input: object, context: RequestContext) => unknown,
  more: Partial<EndpointDeclaration> = {},
): Endpoint => defineUntypedEndpoint({ method: ["GET", "POST"], path, queryBudget: 9, ...more, handle });

/** Everything that an endpoint can learn about its request. */
async function describeRequest(input: object, context: RequestContext): Promise<object> {
  const { request, headers, origin, method, clientAddress } = context;
  return {
    input,
    origin,
    method,
    clientAddress,
    url: request?.url,
    webMethod: request?.method,
    bodyUsed: request?.bodyUsed,
    isSame: request === context.request && headers === context.headers,
    cookies: context.cookies.values("a"),
    both: ["accept", "X-Several", "content-type", "cookie"].map((name) => [context.header(name), headers.get(name)]),
  };
}

const odd = definePlugin({
  id: "odd",
  cookies: ["one", "dropped", "kept", "gone"],
  endpoints: {
    echo: define("/odd/echo", describeRequest, { query: ["q"], acceptsForm: true }),
    param: define("/odd/param/:id", describeRequest),
    redirect: define("/odd/redirect", (_, { reply, settings }) => {
      reply.setCookie(settings.cookie("one"), "1", 60);
      reply.setHeader("X-Reply", "yes");
      return redirectResponse("http://app.test/there");
    }),
    page: define("/odd/page", () => htmlResponse("<p>Łucja</p>", 202, true)),
    stream: define("/odd/stream", () => {
      const body = ReadableStream.from([Buffer.from("one "), Buffer.from("two")]) as unknown as BodyInit;
      const headers: [string, string][] = [
        ["content-type", "text/plain"],
        ["set-cookie", "x=1; Path=/"],
        ["set-cookie", "y=2"],
        ["vary", "accept"],
      ];
      return new Response(body, { status: 201, headers });
    }),
    empty: define("/odd/empty", () => new Response(null, { status: 204 })),
    nothing: define("/odd/nothing", () => undefined),
    unsendable: define("/odd/unsendable", () => 1n),
    read: define("/odd/read", async () => {
      const response = new Response("x");
      await response.text();
      return response;
    }),
    unnamed: define("/odd/header", (_, { reply }) => reply.setHeader("x-a", "a\nb")),
    refused: define("/odd/refused", (_, { reply, settings }) => {
      reply.setCookie(settings.cookie("dropped"), "1");
      reply.setCookieAlways(settings.cookie("kept"), "a b;ü", 5);
      reply.clearCookie(settings.cookie("gone"));
      throw new AuthError(
        "ODD",
        { status: 429, message: "Odd" },
        { headers: { "Retry-After": "3" }, details: { a: 1 } },
      );
    }),
    broken: define("/odd/broken", () => {
      throw new Error("It broke.");
    }),
    status: define("/odd/status", () => {
      throw new AuthError("ODD", { status: 999, message: "Odd" });
    }),
    raw: define("/odd/raw", async (_, { request }) => ({ bytes: [...(await readBytes(request as Request, 5))] }), {
      rawBody: true,
      originCheck: "exempt",
    }),
    guarded: defineUntypedEndpoint({
      method: "POST",
      path: "/odd/guarded",
      queryBudget: 0,
      guards: [
        defineGuard({ name: "peek", check: async ({ request }) => ({ peeked: await request?.clone().text() }) }),
      ],
      handle: (_, { peeked }) => ({ peeked }),
    }),
  },
});

const json = { "content-type": "application/json", origin: testOrigin };
const sign = (body: object, headers: Sent["headers"] = json): Sent => ({
  method: "POST",
  headers,
  body: JSON.stringify(body),
});
const ann = { email: "ann@example.com", password: testPassword };
const form = { origin: testOrigin, "content-type": "application/x-www-form-urlencoded" };
const foreign = "https://partner.test";

/**
 * Target under `/api/auth` (or from the root, with `^`), and the rest of the request. SESSION becomes a real cookie.
 */
const requests: readonly (readonly [string, Sent?])[] = [
  ["/ok"],
  ["/ok?a=1&a=2"],
  ["/ok#x"],
  ["/ok/"],
  ["/OK"],
  ["/%6fk"],
  ["//ok"],
  ["/ok;a"],
  ["/nowhere"],
  ["^/"],
  ["^/api/auth"],
  ["^/api/authx/ok"],
  ["^//api/auth/ok"],
  ["^/other?x=/api/auth/ok"],
  ["/ok", { method: "HEAD" }],
  ["/ok", { method: "PUT", headers: json, body: "{}" }],
  ["/ok", { method: "DELETE" }],
  ["/ok", { method: "OPTIONS" }],
  ["/ok", { method: "OPTIONS", headers: { origin: foreign, "access-control-request-method": "POST" } }],
  ["/ok", { method: "OPTIONS", headers: { origin: "https://evil.test", "access-control-request-method": "POST" } }],
  ["/ok", { headers: { origin: foreign } }],
  ["/ok", { headers: { origin: "https://evil.test" } }],
  ["/ok", { headers: { origin: testOrigin } }],
  ["/ok", { headers: { origin: "" } }],
  ["/ok", { headers: { origin: "null" } }],
  ["/odd/stream", { headers: { origin: foreign } }],
  ["/get-session"],
  ["/get-session", { headers: { cookie: "SESSION" } }],
  ["/get-session", { headers: { cookie: "latchkey.session_token=wrong; SESSION; SESSION" } }],
  ["/get-session", { headers: { cookie: "latchkey.session_token=wrong" } }],
  ["/get-session?disableCookieCache=maybe", { headers: { cookie: "SESSION" } }],
  ["/get-session", { headers: { authorization: ["Bearer a", "Bearer b"] } }],
  ["/list-sessions", { headers: { cookie: "SESSION" } }],
  ["/sign-in/email", sign(ann)],
  ["/sign-in/email", sign({ ...ann, password: "wrong password" })],
  ["/sign-in/email", sign({ email: 1 })],
  ["/sign-in/email", sign(ann, { "content-type": "application/json" })],
  ["/sign-in/email", sign(ann, { ...json, origin: "https://evil.test" })],
  ["/sign-in/email", sign(ann, { ...json, origin: [testOrigin, "https://evil.test"] })],
  ["/sign-in/email", sign(ann, { ...json, origin: "null" })],
  ["/sign-in/email", sign(ann, { ...json, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" })],
  ["/sign-in/email", sign(ann, { ...json, "content-type": "text/plain" })],
  ["/sign-in/email", sign(ann, { ...json, "content-type": ["application/json", "text/plain"] })],
  ["/sign-in/email", sign(ann, { origin: testOrigin })],
  ["/sign-in/email", { method: "POST", headers: json, body: "" }],
  ["/sign-in/email", { method: "POST", headers: { origin: testOrigin } }],
  ["/sign-in/email", { method: "POST", headers: json, body: '{"email":' }],
  ["/sign-in/email", { method: "POST", headers: json, body: "[]" }],
  ["/sign-in/email", { method: "POST", headers: json, body: '{"__proto__":{"email":"a"}}' }],
  ["/sign-in/email", { method: "POST", headers: json, body: new Uint8Array([0x7b, 0xff, 0x7d]) }],
  ["/sign-in/email", sign({ ...ann, more: "x".repeat(2_000_000) })],
  ["/odd/echo?q=1&p=2", sign({ a: "ü" }, { ...json, cookie: "SESSION; a=1; a=%41; a=%" })],
  ["/odd/echo?q='a'&r=%C3%BC&s=%2B+&t=[x]|{y}", { headers: { "x-several": ["1", "2"], accept: "*/*" } }],
  ["/odd/echo", { method: "POST", headers: form, body: "a=1&b=%C3%BC&b=+" }],
  ["/odd/echo", { headers: { "x-forwarded-for": "192.0.2.1" } }],
  ["/odd/param/a%20b?q=1"],
  ["/odd/param/a%2Fb"],
  ["/odd/param/~!$&'()*+,;=:@"],
  ["/odd/param/%zz"],
  ["/odd/redirect", { headers: { origin: foreign } }],
  ["/odd/redirect", { method: "HEAD" }],
  ["/odd/page"],
  ["/odd/empty"],
  ["/odd/nothing"],
  ["/odd/unsendable"],
  ["/odd/read"],
  ["/odd/header"],
  ["/odd/refused"],
  ["/odd/refused", { headers: { origin: foreign } }],
  ["/odd/broken"],
  ["/odd/status"],
  ["/odd/raw", { method: "POST", body: "12345" }],
  ["/odd/raw", { method: "POST", body: "123456" }],
  ["/odd/raw", { method: "POST" }],
  ["/odd/guarded", { method: "POST", headers: json, body: '{"a":1}' }],
  ["/error?error=a_b"],
  ["/error?error=%3Cb%3E"],
];

const trusted = {
  listed: [foreign],
  "from a function that reads the request": (request: Request) =>
    request.method === "PUT" || request.headers.has("x-none") ? [] : [foreign],
};

describe.each(Object.entries(trusted))("with trusted origins %s", (_, trustedOrigins) => {
  const apps = new Map<string, number>();
  const servers: ReturnType<typeof createServer>[] = [];
  let auth: Auth;
  let session = "";

  beforeAll(async () => {
    const app = await startAuth({ plugins: [odd], trustedOrigins });
    auth = app.auth as unknown as Auth;
    const browser = app.browser();
    await browser.signUp(ann.email);
    session = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const wrapped = { handler: (...given: Parameters<Auth["handler"]>) => auth.handler(...given) };
    for (const [name, handler] of Object.entries({ direct: auth, wrapped })) {
      const server = createServer(toNodeHandler(handler));
      servers.push(server);
      await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
      apps.set(name, portOf(server));
    }
  });
  afterAll(() => Promise.all(servers.map(close)));

  test.each(requests.map(([target, sent = {}], number) => [number, sent.method ?? "GET", target, sent] as const))(
    "%i: %s %s",
    async (_number, _method, given, sent) => {
      const target = given.startsWith("^") ? given.slice(1) : `/api/auth${given}`;
      const { cookie } = sent.headers ?? {};
      const whole: Sent =
        typeof cookie === "string"
          ? { ...sent, headers: { ...sent.headers, cookie: cookie.replaceAll("SESSION", session) } }
          : sent;
      const expected = await throughHandler(auth.handler, testOrigin + target, whole);
      for (const [name, port] of apps) {
        expect({ name, ...(await overSocket(port, "app.test", target, whole)) }).toEqual({ name, ...expected });
      }
    },
  );
});
