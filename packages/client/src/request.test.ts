import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { sessionOf, startTestServer } from "../test/server.ts";
import { createAuthClient } from "./create-client.ts";

const server = startTestServer();
const connect = (options: Parameters<typeof createAuthClient>[0] = {}): ReturnType<typeof createAuthClient> =>
  createAuthClient({ baseURL: server.baseURL, ...options });
const credentials = { email: "ann@example.com", password: "correct horse" };

describe("on the wire", () => {
  test("a POST carries its fields as JSON", async () => {
    await connect().signIn.email({ ...credentials, fetchOptions: { headers: { "x-captcha-response": "solved" } } });
    expect(server.asked).toHaveLength(1);
    const [{ method, path, body, headers, query }] = server.asked as [(typeof server.asked)[number]];
    expect({ method, path, body: JSON.parse(body), query }).toEqual({
      method: "POST",
      path: "/sign-in/email",
      body: credentials,
      query: "",
    });
    expect(headers["content-type"]).toBe("application/json");
    expect(headers["x-captcha-response"]).toBe("solved");
  });

  test("a POST without fields carries {}", async () => {
    await connect().signOut();
    expect(server.asked).toMatchObject([{ method: "POST", path: "/sign-out", body: "{}" }]);
  });

  test("a GET carries no body and no content type", async () => {
    await connect().listSessions();
    expect(server.asked).toMatchObject([{ method: "GET", path: "/list-sessions", body: "" }]);
    expect(server.asked[0]?.headers["content-type"]).toBeUndefined();
  });

  test("a query: booleans, numbers, dates, lists; nothing for null and undefined", async () => {
    const at = new Date("2026-11-20T10:00:00.000Z");
    await connect().$fetch("/list", {
      query: { a: true, b: 2, c: "ü&=", d: at, e: ["x", "y"], f: null, g: undefined },
    });
    expect(server.asked[0]?.query).toBe("?a=true&b=2&c=%C3%BC%26%3D&d=2026-11-20T10%3A00%3A00.000Z&e=x&e=y");
  });

  test("cookies are sent, even to another origin", async () => {
    const seen: (RequestInit | undefined)[] = [];
    const watched: typeof fetch = (input, init) => {
      seen.push(init);
      return fetch(input, init);
    };
    await connect({ fetch: watched }).getSession();
    expect(seen.map((init) => init?.credentials)).toEqual(["include"]);
  });

  test("headers from the client, the call, and a server's incoming request are sent", async () => {
    const client = connect({ fetchOptions: { headers: { authorization: "Bearer one", "x-app": "web" } } });
    await client.getSession({ fetchOptions: { headers: new Headers({ Authorization: "Bearer two", cookie: "a=b" }) } });
    expect(server.asked[0]?.headers).toMatchObject({ authorization: "Bearer two", "x-app": "web", cookie: "a=b" });
  });

  test("the base path can be changed, and the base URL can have a trailing slash", async () => {
    const { baseURL } = server;
    const { data } = await connect({ baseURL: `${baseURL}/`, basePath: "/auth" }).$fetch("/ok");
    expect([data, server.asked.map(({ path }) => path)]).toEqual([null, ["/auth/ok"]]);
  });
});

describe("data", () => {
  test("dates are parsed", async () => {
    server.on("/get-session", { json: sessionOf("ann") });
    const { data } = await connect().getSession();
    expect(data?.user.createdAt).toEqual(new Date("2026-11-20T10:00:00.000Z"));
    expect(data?.session.expiresAt).toBeInstanceOf(Date);
  });

  test("null and an empty body are both null data", async () => {
    expect(await connect().getSession()).toEqual({ data: null, error: null });
    server.on("/ok", { text: "" });
    expect(await connect().$fetch("/ok")).toEqual({ data: null, error: null });
  });
});

describe("errors are values", () => {
  test("an error has code, message, status, and the server's other fields", async () => {
    const issues = [{ path: ["email"], message: "Invalid" }];
    server.on("/sign-in/email", {
      status: 400,
      json: { code: "VALIDATION_ERROR", message: "Invalid body parameters", issues },
    });
    expect(await connect().signIn.email(credentials)).toEqual({
      data: null,
      error: {
        code: "VALIDATION_ERROR",
        message: "Invalid body parameters",
        status: 400,
        statusText: "Bad Request",
        details: { issues },
      },
    });
  });

  test.each([
    [400, "BAD_REQUEST"],
    [401, "UNAUTHORIZED"],
    [403, "FORBIDDEN"],
    [404, "NOT_FOUND"],
    [409, "BAD_REQUEST"],
    [413, "PAYLOAD_TOO_LARGE"],
    [429, "TOO_MANY_REQUESTS"],
    [500, "INTERNAL_SERVER_ERROR"],
    [502, "SERVICE_UNAVAILABLE"],
    [503, "SERVICE_UNAVAILABLE"],
  ])("status %i with an empty body is %s", async (status, code) => {
    server.on("/list-sessions", { status, text: "" });
    const { error } = await connect().listSessions();
    expect(error).toMatchObject({ status, code, message: error?.statusText, details: {} });
    expect(error?.statusText).not.toBe("");
  });

  test.each(["<html>Bad gateway</html>", '"text"', "[1]", "null", "{", '{"code":7,"message":{}}'])(
    "a 502 whose body is %s keeps its status",
    async (text) => {
      server.on("/list-sessions", { status: 502, text });
      const { data, error } = await connect().listSessions();
      expect(data).toBeNull();
      expect(error).toMatchObject({ status: 502, code: "SERVICE_UNAVAILABLE" });
      expect(typeof error?.message).toBe("string");
    },
  );

  test("an HTML page instead of JSON", async () => {
    server.on("/get-session", { text: "<!doctype html>" });
    const { data, error } = await connect().getSession();
    expect(data).toBeNull();
    expect(error).toMatchObject({ code: "NETWORK_ERROR", status: 0, details: { reason: "not-json" } });
    expect(error?.message).toContain("/api/auth/get-session");
  });

  test("a server that can't be reached", async () => {
    const closed = createServer();
    await new Promise<void>((done) => closed.listen(0, "127.0.0.1", done));
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    const { data, error } = await connect({ baseURL: `http://127.0.0.1:${port}` }).getSession();
    expect(data).toBeNull();
    expect(error).toMatchObject({ code: "NETWORK_ERROR", status: 0, details: { reason: "unreachable" } });
  });

  test("an incomplete response", async () => {
    const broken = createServer((_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{");
      setTimeout(() => response.destroy(), 5);
    });
    await new Promise<void>((done) => broken.listen(0, "127.0.0.1", done));
    const { error } = await connect({
      baseURL: `http://127.0.0.1:${(broken.address() as AddressInfo).port}`,
    }).getSession();
    broken.close();
    expect(error).toMatchObject({ code: "NETWORK_ERROR", status: 0 });
  });

  test("an aborted call, before and while it runs", async () => {
    server.on("/get-session", { delay: 200, json: null });
    const abort = new AbortController();
    const running = connect().getSession({}, { signal: abort.signal });
    setTimeout(() => abort.abort(), 20);
    const expected = { data: null, error: { code: "NETWORK_ERROR", status: 0, details: { reason: "aborted" } } };
    expect(await running).toMatchObject(expected);
    expect(await connect().getSession({ fetchOptions: { signal: abort.signal } })).toMatchObject(expected);
  });

  test("fields that can't be serialized as JSON", async () => {
    const circular: Record<string, unknown> = { ...credentials };
    circular.self = circular;
    expect((await connect().signIn.email(circular as never)).error).toMatchObject({ code: "NETWORK_ERROR" });
    expect(server.asked).toHaveLength(0);
  });

  test("a client without a base URL", async () => {
    expect((await createAuthClient().getSession()).error).toMatchObject({ code: "NETWORK_ERROR", status: 0 });
  });
});

describe("callbacks", () => {
  test("onSuccess and onError get the call's result, and the client's onError gets all errors", async () => {
    const onError = vi.fn();
    const client = connect({ onError });
    const own = { onSuccess: vi.fn(), onError: vi.fn() };
    const { error } = await client.signIn.email(credentials, own);
    expect([error, own.onSuccess.mock.calls, own.onError.mock.calls]).toEqual([null, [[null]], []]);

    server.on("/sign-in/email", { status: 401, json: { code: "INVALID_EMAIL_OR_PASSWORD", message: "no" } });
    const refused = await client.signIn.email({ ...credentials, fetchOptions: own });
    expect(own.onError.mock.calls).toEqual([[refused.error]]);
    expect(onError.mock.calls).toEqual([[refused.error, "/sign-in/email"]]);
  });

  test("an error thrown by a callback is logged and doesn't change the result", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const mistake = new Error("mistake in the app");
    const fail = (): never => {
      throw mistake;
    };
    const client = connect({ onError: fail, plugins: [{ id: "x", onSuccess: fail }] });
    expect(await client.getSession({}, { onSuccess: fail })).toEqual({ data: null, error: null });
    server.on("/get-session", { status: 500 });
    expect((await client.getSession({}, { onError: fail })).error?.status).toBe(500);
    expect(log.mock.calls).toEqual([[mistake], [mistake], [mistake], [mistake]]);
    log.mockRestore();
  });
});

describe("plugins", () => {
  test("can add methods, actions at any depth, and response hooks", async () => {
    const seen: unknown[] = [];
    const first = {
      id: "first",
      methods: { "/first/run": "POST" },
      actions: ($fetch: ReturnType<typeof createAuthClient>["$fetch"]) => ({
        first: { double: (n: number) => n * 2, run: () => $fetch("/first/run") },
      }),
      onSuccess: ({ path, data }: { path: string; data: unknown }) => seen.push([path, data]),
    } as const;
    const second = { id: "second", actions: () => ({ first: { triple: (n: number) => n * 3 } }) };
    const client = connect({ plugins: [first, second] }) as any;
    expect([client.first.double(2), client.first.triple(2)]).toEqual([4, 6]);
    server.on("/first/run", { json: { ran: true } });
    expect(await client.first.run()).toEqual({ data: { ran: true }, error: null });
    expect(await client.first.other()).toEqual({ data: null, error: null });
    expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /first/run",
      "GET /first/other",
    ]);
    expect(seen).toEqual([
      ["/first/run", { ran: true }],
      ["/first/other", null],
    ]);
  });
});
