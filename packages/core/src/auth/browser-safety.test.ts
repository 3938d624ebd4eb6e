/** Rules that every endpoint must follow, checked for each endpoint. */

import { startAuth, testOrigin, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { methodsOf } from "../kernel/declaration.ts";
import { sessionTable } from "../tables/session.ts";
import { userTable } from "../tables/user.ts";

const email = "ann@example.com";
const json = { "content-type": "application/json" };

async function withAnn(options = {}) {
  const app = await startAuth(options);
  const ann = app.browser();
  await ann.signUp(email);
  const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const endpoints = Object.values(app.auth.$context.extensions.endpoints).filter(({ serverOnly }) => !serverOnly);
  const posts = endpoints
    .filter((endpoint) => methodsOf(endpoint).includes("POST") && endpoint.originCheck !== "exempt")
    .map(({ path }) => path);
  const counts = async () => [
    await app.auth.$context.db.count(userTable, {}),
    await app.auth.$context.db.count(sessionTable, {}),
  ];
  const send = (path: string, headers: Record<string, string>, body: object | string = {}) =>
    app.browser().send<{ code: string }>(path, {
      method: "POST",
      headers: { ...json, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  return { ...app, ann, cookie, posts, endpoints, counts, send };
}

describe("cross-site requests", () => {
  test("CSRF-01: every endpoint that changes something rejects a request with a cookie and a foreign origin", async () => {
    const { posts, cookie, send, counts } = await withAnn();
    const before = await counts();
    expect(posts.length).toBeGreaterThan(5);
    for (const path of posts) {
      for (const origin of [
        "https://evil.test",
        "http://app.test.evil.test",
        "http://app.test:81",
        "https://app.test",
        "http://APP.test.",
        "http://sub.app.test",
      ]) {
        const { status, body, setCookies } = await send(path, { cookie, origin });
        expect([path, origin, status, body.code, setCookies]).toEqual([path, origin, 403, "INVALID_ORIGIN", []]);
      }
    }
    expect(await counts()).toEqual(before);
  });

  test("CSRF-02: every endpoint that changes something rejects a request with a cookie and no information about its origin", async () => {
    const { posts, cookie, send } = await withAnn();
    for (const path of posts) expect((await send(path, { cookie })).body.code).toBe("MISSING_OR_NULL_ORIGIN");
  });

  test("CSRF-03: a null origin is accepted only with same-origin metadata", async () => {
    const { cookie, send } = await withAnn();
    const path = "/revoke-other-sessions";
    expect((await send(path, { cookie, origin: "null" })).body.code).toBe("MISSING_OR_NULL_ORIGIN");
    expect((await send(path, { cookie, origin: "null", "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await send(path, { cookie, origin: "null", "sec-fetch-site": "same-origin" })).status).toBe(200);
  });

  test("CSRF-04, CSRF-05: cross-site and same-site metadata also need a trusted origin", async () => {
    const { cookie, send } = await withAnn({ trustedOrigins: ["https://partner.test"] });
    const path = "/revoke-other-sessions";
    for (const site of ["cross-site", "same-site"]) {
      expect((await send(path, { cookie, "sec-fetch-site": site })).status).toBe(403);
      expect((await send(path, { cookie, "sec-fetch-site": site, origin: "https://partner.test" })).status).toBe(200);
      expect((await send(path, { cookie, "sec-fetch-site": site, origin: "http://sibling.app.test" })).status).toBe(
        403,
      );
    }
  });

  test("the Referer header is checked if there's no Origin header", async () => {
    const { cookie, send } = await withAnn();
    expect((await send("/revoke-other-sessions", { cookie, referer: `${testOrigin}/page?x` })).status).toBe(200);
    expect((await send("/revoke-other-sessions", { cookie, referer: "https://evil.test/app.test" })).body.code).toBe(
      "INVALID_ORIGIN",
    );
    expect((await send("/revoke-other-sessions", { cookie, referer: "nonsense" })).status).toBe(403);
  });

  test("CSRF-06, CSRF-07: sign-in and sign-up are rejected cross-site even without a cookie", async () => {
    const { send } = await withAnn();
    const attacker = { email, password: testPassword };
    for (const path of ["/sign-in/email", "/sign-up/email"]) {
      const body = { ...attacker, name: "x", email: path === "/sign-in/email" ? email : "new@example.com" };
      expect((await send(path, { origin: "https://evil.test" }, body)).body.code).toBe("INVALID_ORIGIN");
      expect((await send(path, { origin: "null" }, body)).status).toBe(403);
      expect((await send(path, { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" }, body)).status).toBe(403);
      const navigated = await send(path, { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }, body);
      expect([navigated.body.code, navigated.setCookies]).toEqual(["CROSS_SITE_NAVIGATION_LOGIN_BLOCKED", []]);
      expect((await send(path, {}, body)).status).toBe(200);
    }
  });

  test("CSRF-09: a body that a foreign form can send isn't read as JSON", async () => {
    const { send, cookie } = await withAnn();
    const body = JSON.stringify({ token: "x" });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      expect(
        (await send("/revoke-session", { cookie, origin: testOrigin, "content-type": type }, body)).body.code,
      ).toBe("UNSUPPORTED_MEDIA_TYPE");
    }
    expect(
      (
        await send(
          "/sign-in/email",
          { "content-type": "text/plain" },
          JSON.stringify({ email, password: testPassword }),
        )
      ).status,
    ).toBe(415);
  });

  test("CSRF-11: every GET endpoint only reads, or takes a token from an email or a provider; POST paths don't respond to GET or HEAD", async () => {
    const { endpoints, posts, browser, cookie, counts } = await withAnn();
    const gets = endpoints
      .filter((endpoint) => methodsOf(endpoint).includes("GET"))
      .map(({ path }) => path)
      .sort();
    const reading = [
      "/account-info",
      "/account-state",
      "/add-email",
      "/capabilities",
      "/error",
      "/get-session",
      "/list-accounts",
      "/list-sessions",
      "/ok",
      "/pending-sign-in",
    ];
    // The last two don't consume their token. One of them passes the token on, and the other shows a page with a
    // button.
    const fromMails = ["/delete-user/callback", "/verify-email", "/reset-password/:token", "/undo-email-change"];
    // The state works once, and only in the browser that has the cookie.
    const fromProviders = ["/callback/:id"];
    expect(gets).toEqual([...reading, ...fromMails, ...fromProviders].sort());
    const before = await counts();
    for (const path of posts.filter((path) => !gets.includes(path))) {
      for (const method of ["GET", "HEAD"]) {
        const { status: reply } = await browser().send(path, { method, headers: { cookie } });
        expect([path, method, reply]).toEqual([path, method, 404]);
      }
    }
    expect(await counts()).toEqual(before);
  });

  test("CSRF-12: method override headers and fields are ignored", async () => {
    const { cookie, browser } = await withAnn();
    const { body } = await browser().get("/sign-out?_method=POST", { cookie, "x-http-method-override": "POST" });
    expect(body).toMatchObject({ code: "NOT_FOUND" });
  });

  test("CSRF-15: origins that are trusted for one request aren't trusted for a concurrent request", async () => {
    const { cookie, send } = await withAnn({
      trustedOrigins: async (request: Request) => {
        const tenant = request.headers.get("x-tenant") ?? "";
        await new Promise((resolve) => setTimeout(resolve, tenant === "slow" ? 20 : 1));
        return [`https://${tenant}.test`];
      },
    });
    const call = (tenant: string, origin: string) =>
      send("/revoke-other-sessions", { cookie, origin, "x-tenant": tenant });
    const replies = await Promise.all([
      call("slow", "https://slow.test"),
      call("quick", "https://slow.test"),
      call("slow", "https://quick.test"),
      call("quick", "https://quick.test"),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 403, 403, 200]);
  });

  test("CSRF-19: with the origin check off, redirects are still checked", async () => {
    const { cookie, send } = await withAnn({ advanced: { disableOriginCheck: true } });
    expect((await send("/revoke-other-sessions", { cookie, origin: "https://evil.test" })).status).toBe(200);
    const refused = await send(
      "/sign-in/email",
      {},
      { email, password: testPassword, callbackURL: "https://evil.test" },
    );
    expect(refused.body.code).toBe("INVALID_CALLBACK_URL");
  });

  test("CSRF-20: in core, only the provider callback is exempt from the origin check, because its state is bound to the browser", async () => {
    const { endpoints } = await withAnn();
    expect(endpoints.filter(({ originCheck }) => originCheck === "exempt").map(({ path }) => path)).toEqual([
      "/callback/:id",
    ]);
  });
});

describe("CORS", () => {
  const options = { trustedOrigins: ["https://web.test"] };
  const preflight = { origin: "https://web.test", "access-control-request-method": "POST" };

  test("CSRF-17: preflight responses allow credentials for the trusted origin, and never use a wildcard", async () => {
    const { browser } = await withAnn(options);
    const { status, headers } = await browser().send("/sign-in/email", { method: "OPTIONS", headers: preflight });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("https://web.test");
    expect(headers.get("access-control-allow-credentials")).toBe("true");
  });

  test("CSRF-17: preflights from other origins get no CORS headers, whatever they request", async () => {
    const { browser, cookie } = await withAnn(options);
    for (const origin of ["https://evil.test", "null", "https://web.test.evil.test", "http://web.test"]) {
      const asked = await browser().send("/sign-in/email", { method: "OPTIONS", headers: { ...preflight, origin } });
      const read = await browser().get("/get-session", { cookie, origin });
      expect([
        asked.status,
        asked.headers.get("access-control-allow-origin"),
        read.headers.get("access-control-allow-origin"),
      ]).toEqual([404, null, null]);
    }
    expect((await browser().send("/ok", { method: "OPTIONS" })).status).toBe(404);
  });

  test("trusted origins can read responses, which vary by origin", async () => {
    const { browser, cookie } = await withAnn(options);
    const { headers, body } = await browser().get("/get-session", { cookie, origin: "https://web.test" });
    expect(body).not.toBeNull();
    expect(headers.get("access-control-allow-origin")).toBe("https://web.test");
    expect(headers.get("vary")).toContain("origin");
  });
});

describe("redirect targets", () => {
  const targets = [
    "https://evil.test",
    "//evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "/\t/evil.test",
    " /x",
    "http://app.test@evil.test",
    "javascript:alert(1)",
    "data:text/html,x",
    "/%2f%2fevil.test",
    "/a\r\nset-cookie: x=1",
    "http://app.test.evil.test/x",
  ];

  test.each(targets)("REDIR-01 to REDIR-09: %j is rejected before the request has any effect", async (callbackURL) => {
    const { send, counts } = await withAnn();
    const before = await counts();
    const signIn = await send("/sign-in/email", {}, { email, password: testPassword, callbackURL });
    const signUp = await send(
      "/sign-up/email",
      {},
      { name: "x", email: "new@example.com", password: testPassword, callbackURL },
    );
    for (const { status, body, headers } of [signIn, signUp]) {
      expect([status, body.code, headers.get("location")]).toEqual([403, "INVALID_CALLBACK_URL", null]);
    }
    expect(await counts()).toEqual(before);
  });

  test.each([["x"], { url: "/" }, 5, true])("REDIR-12: %j isn't a valid target", async (callbackURL) => {
    const { send } = await withAnn();
    const { status, body } = await send("/sign-in/email", {}, { email, password: testPassword, callbackURL });
    expect([status, body]).toEqual([
      400,
      { code: "VALIDATION_ERROR", message: "Invalid callbackURL: expected a string" },
    ]);
  });

  test("paths, the app's origin, and trusted origins are accepted", async () => {
    const { send } = await withAnn({ trustedOrigins: ["https://*.web.test", "myapp://"] });
    for (const callbackURL of ["/", "/a?b=c#d", `${testOrigin}/x`, "https://a.web.test/y", "myapp://done"]) {
      const { body } = await send("/sign-in/email", {}, { email, password: testPassword, callbackURL });
      expect(body).toMatchObject({ redirect: true, url: callbackURL });
    }
  });

  test("REDIR-14: forged host headers don't change the app's origin", async () => {
    const { send } = await withAnn();
    const headers = { host: "evil.test", "x-forwarded-host": "evil.test", "x-forwarded-proto": "https" };
    const { body } = await send(
      "/sign-in/email",
      { ...headers, origin: "https://evil.test" },
      { email, password: testPassword },
    );
    expect(body.code).toBe("INVALID_ORIGIN");
  });
});

describe("paths and methods", () => {
  test("HTTP-01 to HTTP-05: no other spelling of a path calls an endpoint, and unknown paths get a 404 with a body", async () => {
    const { browser } = await withAnn({ disabledPaths: ["/revoke-sessions"] });
    const paths = [
      "//sign-in/email",
      "/sign-in//email",
      "/sign-in/email/",
      "/sign-in/email;x",
      "/sign%2din/email",
      "/Sign-In/email",
      "/deliver-outbox",
      "/revoke-sessions",
      "/nothing",
      "",
    ];
    for (const path of paths) {
      const reply = await browser().send(path, {
        method: "POST",
        headers: json,
        body: JSON.stringify({ email, password: testPassword }),
      });
      expect([path, reply.status, reply.body]).toEqual([path, 404, { code: "NOT_FOUND", message: "Not found" }]);
    }
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"])
      expect((await browser().send("/sign-in/email", { method })).status).toBe(404);
  });

  test("a call with the wrong method gets a 404 that names the right method", async () => {
    const { browser } = await startAuth();
    const messageOf = async (method: string, path: string) => {
      const { status, body } = await browser().send(path, {
        method,
        headers: json,
        body: method === "POST" ? "{}" : null,
      });
      return [status, body?.code, body?.message];
    };
    expect(await messageOf("GET", "/sign-out")).toEqual([
      404,
      "NOT_FOUND",
      'Not found. This call is a POST. Add its client plugin, or set method: "POST".',
    ]);
    expect(await messageOf("POST", "/list-sessions")).toEqual([404, "NOT_FOUND", "Not found. This call is a GET."]);
    expect(await messageOf("GET", "/nothing")).toEqual([404, "NOT_FOUND", "Not found"]);
    expect(await messageOf("PUT", "/sign-out")).toEqual([404, "NOT_FOUND", "Not found"]);
  });

  test("HTTP-07: paths outside the base path aren't served", async () => {
    const { auth } = await startAuth({ basePath: "/auth/v1" });
    const status = async (path: string) => (await auth.handler(new Request(`http://app.test${path}`))).status;
    expect(await status("/auth/v1/ok")).toBe(200);
    for (const path of ["/ok", "/api/auth/ok", "/auth/v1", "/auth/v1ok", "/x/auth/v1/ok"])
      expect(await status(path)).toBe(404);
  });

  test("HTTP-08: a server-side call runs the same guards", async () => {
    const { auth, cookie } = await withAnn();
    await expect(auth.api.listSessions({ headers: new Headers() })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
      status: 401,
    });
    expect(await auth.api.listSessions({ headers: { cookie } })).toHaveLength(1);
    const refused = await auth.api.signInEmail.result({ body: { email, password: "wrong password" } });
    expect(refused.error?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
    const response = await auth.api.signInEmail.response({ body: { email, password: testPassword } });
    expect(response.headers.getSetCookie()).toHaveLength(1);
  });
});
