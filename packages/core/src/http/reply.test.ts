import { startAuth, testPassword } from "@latchkey/test-kit";
import { afterEach, describe, expect, test, vi } from "vitest";
import { AuthError } from "./errors.ts";
import { endpointResponse, errorResponse, jsonResponse, Reply } from "./reply.ts";

afterEach(() => vi.unstubAllGlobals());

/**
 * Like the `Response` that @hono/node-server sets as the global one. It keeps the headers that it's given if they're a
 * `Headers` object.
 */
class Keeping extends Response {
  readonly #headers: Headers | null;

  constructor(body?: BodyInit | null, init?: ResponseInit) {
    super(body, init);
    this.#headers = init?.headers instanceof Headers ? init.headers : null;
  }

  override get headers(): Headers {
    return this.#headers ?? super.headers;
  }
}

describe("a response", () => {
  test("doesn't contain another request's cookies, even if the global Response is replaced", async () => {
    vi.stubGlobal("Response", Keeping);
    const { auth } = await startAuth();
    const post = (path: string, body: object): Promise<Response> => {
      const headers = { "content-type": "application/json", origin: "http://app.test" };
      const request = new Request(`http://app.test/api/auth${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return auth.handler(request);
    };
    const signedUp = await post("/sign-up/email", { name: "A", email: "a@example.com", password: testPassword });
    expect([signedUp.status, signedUp.headers.getSetCookie().length]).toEqual([200, 1]);
    const refused = await post("/sign-in/email", { email: "a@example.com", password: "wrong password" });
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []]);
    expect(refused.headers.get("cache-control")).toBe("no-store");
  });
});

describe("a header", () => {
  test("is rejected when it's set if it would break the response or is a cookie", () => {
    const reply = new Reply();
    for (const [name, value] of [
      ["x-a", "a\r\nset-cookie: b=1"],
      ["x-a", "Łucja"],
      ["x a", "b"],
      ["x-a\n", "b"],
      ["", "b"],
      ["Set-Cookie", "a=1"],
    ] as const) {
      expect(() => reply.setHeader(name, value), name).toThrow(TypeError);
      expect(() => reply.setSuccessHeader(name, value), name).toThrow(TypeError);
      expect(() =>
        errorResponse(new AuthError("X", { status: 400, message: "" }, { headers: { [name]: value } }), reply),
      ).toThrow(TypeError);
    }
    expect(Object.keys(jsonResponse({}, 200, reply).headers)).not.toContain("x-a");
  });

  test("is set once, whatever the case of its name, and the last value wins", () => {
    const reply = new Reply();
    reply.setHeader("Location", "/a");
    reply.setHeader("location", "/b");
    const error = new AuthError("X", { status: 400, message: "" }, { headers: { "Retry-After": "1" } });
    expect(errorResponse(error, reply).headers).toMatchObject({ location: "/b", "retry-after": "1" });
  });

  test("in the reply replaces the same header in a response that an endpoint returned", () => {
    const reply = new Reply();
    reply.setHeader("x-a", "reply");
    const returned = new Response(null, { status: 302, headers: { "x-a": "endpoint", "set-cookie": "c=1" } });
    expect(endpointResponse(returned, reply)).toMatchObject({
      status: 302,
      headers: { "x-a": "reply" },
      cookies: ["c=1"],
    });
  });
});

describe("responses that no server can send", () => {
  test.each([0, 101, 204, 304, 600, Number.NaN])("include an error with the status %s", (status) => {
    expect(() => errorResponse(new AuthError("X", { status, message: "" }), new Reply())).toThrow(RangeError);
  });

  test("include a response that was read, is being read, or has no status", async () => {
    const read = new Response("a");
    await read.text();
    const locked = new Response("a");
    locked.body?.getReader();
    for (const response of [read, locked, Response.error()])
      expect(() => endpointResponse(response, new Reply())).toThrow(Error);
  });
});
