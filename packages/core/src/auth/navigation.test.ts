/** The effects that following a link or redirect can and can't have. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { definePlugin, defineUntypedEndpoint } from "@latchkey/core/plugin";
import { createMailbox, mailOptions, startAuth, testOrigin, testPassword } from "@latchkey/test-kit";
import { afterAll, describe, expect, test } from "vitest";
import { ann, closeProviders, startSocial } from "../../test/social-app.ts";
import { type EndpointDeclaration, methodsOf } from "../kernel/declaration.ts";
import type { Endpoint } from "../plugin/endpoint.ts";

afterAll(closeProviders);
const email = "ann@example.com";
const evil = "https://evil.test/x";

/** The URL of every GET endpoint, with a query that passes as many checks as possible without a valid token. */
function gets(endpoints: Readonly<Record<string, EndpointDeclaration>>): string[] {
  const query = new URLSearchParams({ token: "nonsense", callbackURL: "/done", error: "x", code: "c", state: "s" });
  return Object.values(endpoints)
    .filter((endpoint) => !endpoint.serverOnly && methodsOf(endpoint).includes("GET"))
    .map(({ path }) => `${path.replace(/:\w+/g, "idp")}?${query}`);
}

describe("following a link", () => {
  test("CSRF-14: from another site doesn't sign anyone out, because no GET endpoint ends a session", async () => {
    const { auth, browser } = await startAuth();
    const person = browser();
    await person.signUp(email);
    const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", referer: evil };
    const leaving = ["/sign-out", "/logout", "/end-session", "/revoke-sessions", "/revoke-other-sessions"];
    for (const path of [...leaving, ...gets(auth.$context.extensions.endpoints)]) {
      for (const method of ["GET", "HEAD"]) {
        const { status, setCookies } = await person.send(path, { method, headers });
        if (leaving.includes(path)) expect([path, status]).toEqual([path, 404]);
        const ends = setCookies.filter((line) => /session_token=;/.test(line));
        expect([path, method, ends]).toEqual([path, method, []]);
      }
    }
    expect((await person.get("/get-session")).body).toMatchObject({ user: { email } });
  });

  test("REDIR-15: never redirects to the referring page", async () => {
    const box = createMailbox();
    const { auth, browser } = await startAuth(mailOptions(box));
    const referer = `${testOrigin}/planted`;
    for (const path of gets(auth.$context.extensions.endpoints)) {
      const { body, headers } = await browser().get(path, { referer });
      const answer = JSON.stringify([body, [...headers]]);
      expect([path, answer.includes("/planted")]).toEqual([path, false]);
    }
    await browser().signUp(email);
    for (const path of ["/forget-password", "/send-verification-email"]) {
      await browser().post(path, { email }, { referer });
    }
    for (const sender of ["sendResetPassword", "sendVerificationEmail"]) {
      expect((await box.next(sender)).url).not.toContain("planted");
    }
    // Only the origin check reads this header.
    expect(sourcesWith(/referer"/)).toEqual(["kernel/origin.ts"]);
  });
});

describe("an untrusted target", () => {
  test("REDIR-18: is never redirected to, neither after signing out nor after an error", async () => {
    const app = await startSocial();
    const person = app.browser();
    await app.signIn(person, ann);
    const refused = await person.post("/sign-out", { callbackURL: evil });
    expect([refused.status, refused.body.code]).toEqual([403, "INVALID_CALLBACK_URL"]);
    for (const body of [{ callbackURL: "/" }, { redirectTo: evil }, { post_logout_redirect_uri: evil }]) {
      const { status, body: answer, headers } = await person.post("/sign-out", body);
      expect([status, answer, headers.get("location")]).toEqual([200, { success: true }, null]);
    }
    for (const field of ["callbackURL", "errorCallbackURL", "newUserCallbackURL"]) {
      const { status } = await person.post("/sign-in/social", { provider: "idp", [field]: evil });
      expect([field, status]).toEqual([field, 403]);
    }
    const failed = await person.get(
      `/callback/idp?error=access_denied&state=x&errorCallbackURL=${evil}&callbackURL=${evil}`,
    );
    expect(failed.headers.get("location")).toMatch(/^http:\/\/app\.test\/api\/auth\/error\?/);
    for (const path of ["/verify-email", "/reset-password/x", "/delete-user/callback"]) {
      const refused = await person.get(`${path}?token=x&callbackURL=${encodeURIComponent(evil)}`);
      expect([path, [403, 404].includes(refused.status), refused.headers.get("location")]).toEqual([path, true, null]);
    }
  });

  const trustedOrigins = ["https://*.web.test:8443", "https://exact.test", "acme://"];
  const targets = async (wanted: readonly string[]) => {
    const { browser } = await startAuth({ trustedOrigins });
    await browser().signUp(email);
    const answers: [string, number][] = [];
    for (const callbackURL of wanted) {
      const { status } = await browser().post("/sign-in/email", { email, password: testPassword, callbackURL });
      answers.push([callbackURL, status]);
    }
    return answers;
  };

  test("REDIR-10: a pattern's scheme and port must match exactly, and so must a custom scheme", async () => {
    const good = ["https://a.web.test:8443/x", "https://a.b.web.test:8443/y", "acme://done", "ACME://done/x"];
    const bad = [
      "https://a.b.web.test:8443/../y",
      "ACME://done/../x",
      "https://a.web.test/x",
      "https://a.web.test:443/x",
      "https://a.web.test:84430/x",
      "http://a.web.test:8443/x",
      "https://web.test:8443/x",
      "https://a.web.test:8443@evil.test/x",
      "https://evil.test:8443/.web.test",
      "acme2://done",
      "xacme://done",
      "https://acme://done",
      "acme.evil.test://x",
    ];
    expect(await targets(good)).toEqual(good.map((url) => [url, 200]));
    expect(await targets(bad)).toEqual(bad.map((url) => [url, 403]));
  });

  test.each(["https://app.test/callback", "https://app.test/a/../b", "https://*.app.test/callback", "acme://done"])(
    "REDIR-10: a pattern with a path fails at startup, because a target could escape the path: %s",
    async (pattern) => {
      await expect(startAuth({ trustedOrigins: [pattern] })).rejects.toThrow(/trustedOrigins.*"/);
    },
  );

  test("REDIR-11: look-alike hosts don't match: non-ASCII is rejected, and punycode isn't decoded", async () => {
    const bad = [
      "https://exact。test/x",
      "https://exact．test/x",
      "https://ｅxact.test/x",
      "https://еxact.test/x",
      "https://xn--xact-8cd.test/x",
      "https://exact.test／x",
      "https:／／exact.test",
      "https://exact.test%E3%80%82evil.test/",
      "https://exact%2etest.evil.test",
      "https://exact.test\u200b/x",
      "／／exact.test",
      "/／evil.test",
      "/%EF%BC%8Fevil.test/%2f%2fevil.test",
    ];
    const good = ["https://exact.test/x", "https://%65xact.test/x"];
    expect(await targets(bad)).toEqual(bad.map((url) => [url, url.startsWith("/%") ? 200 : 403]));
    expect(await targets(good)).toEqual(good.map((url) => [url, 200]));
  });
});

test("CSRF-18: an exemption from the origin check applies to an endpoint, not to a path prefix", async () => {
  const endpoint = (path: string, origin?: "exempt"): Endpoint =>
    defineUntypedEndpoint({
      method: "POST",
      path,
      queryBudget: 0,
      handle: () => ({ ok: true }),
      ...(origin ? { originCheck: origin } : {}),
    });
  const hooks = definePlugin({
    id: "hooks",
    endpoints: {
      receive: endpoint("/hooks", "exempt"),
      receiveOne: endpoint("/hooks/in/:id", "exempt"),
      further: endpoint("/hooks-list"),
      below: endpoint("/hooks/delete"),
      beside: endpoint("/hooks/in/one/delete"),
    },
  });
  const { browser } = await startAuth({ plugins: [hooks] });
  const person = browser();
  await person.signUp(email);
  const post = async (path: string) => (await person.post(path, {}, { origin: "https://evil.test" })).status;
  for (const path of ["/hooks", "/hooks/in/1", "/hooks/in/delete"])
    expect([path, await post(path)]).toEqual([path, 200]);
  for (const path of ["/hooks-list", "/hooks/delete", "/hooks/in/one/delete"]) {
    expect([path, await post(path)]).toEqual([path, 403]);
  }
  for (const path of ["/hooks/", "/hooks/../sign-out", "/hooks/in/1/../../sign-out"]) {
    const status = await post(path);
    expect([path, [403, 404].includes(status)]).toEqual([path, true]);
  }
  expect((await person.get("/get-session")).body).toMatchObject({ user: { email } });
});

test("HTTP-09: every response forbids caching and content sniffing; pages and redirects have more security headers", async () => {
  const app = await startSocial({ rateLimit: { enabled: true, customRules: { "/ok": { window: 60, max: 1 } } } });
  const person = app.browser();
  await app.signIn(person, ann);
  const replies = new Map<string, Headers>();
  for (const path of [...gets(app.auth.$context.extensions.endpoints), "/ok", "/nowhere"]) {
    replies.set(`GET ${path}`, (await person.get(path)).headers);
  }
  for (const path of ["/sign-in/email", "/update-user", "/undo-email-change", "/nowhere"]) {
    replies.set(`POST ${path}`, (await person.post(path, { name: "Ann", token: "x" })).headers);
  }
  const kinds = { json: 0, page: 0, redirect: 0 };
  for (const [request, headers] of replies) {
    const type = headers.get("content-type") ?? "";
    const kind = type.startsWith("application/json") ? "json" : type.startsWith("text/html") ? "page" : "redirect";
    kinds[kind]++;
    // The capabilities are the same for everyone, and the only response that a cache can keep.
    const kept = request.startsWith("GET /capabilities?")
      ? "public, max-age=60, stale-while-revalidate=600"
      : "no-store";
    expect([request, headers.get("cache-control")]).toEqual([request, kept]);
    expect([request, headers.get("x-content-type-options")]).toEqual([request, "nosniff"]);
    if (kind === "json") continue;
    expect([request, headers.get("referrer-policy")]).toEqual([request, "no-referrer"]);
    if (kind === "redirect") expect([request, headers.has("location")]).toEqual([request, true]);
    if (kind !== "page") continue;
    expect([request, headers.get("x-frame-options")]).toEqual([request, "DENY"]);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none';.*frame-ancestors 'none'/);
    expect(headers.get("content-security-policy")).not.toContain("script");
  }
  expect(Object.values(kinds).every((count) => count > 0)).toBe(true);
});

/** The source files of core that match a pattern. */
function sourcesWith(pattern: RegExp): string[] {
  const root = fileURLToPath(new URL("../", import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  return files
    .filter(
      (file) => file.endsWith(".ts") && !/\.test/.test(file) && pattern.test(readFileSync(join(root, file), "utf8")),
    )
    .map((file) => file.replaceAll("\\", "/"));
}
