import { afterEach, describe, expect, test } from "vitest";
import { json } from "../../../test/provider-server.ts";
import { ann, closeProviders, startSocial, testProvider } from "../../../test/social-app.ts";
import { AuthError } from "../../http/errors.ts";
import { userTable } from "../../tables/user.ts";

afterEach(closeProviders);

const ending = (reply: { headers: Headers }): URL => new URL(reply.headers.get("location") as string);
const errorOf = (reply: { headers: Headers }): string | null => ending(reply).searchParams.get("error");

describe("a callback without a valid state doesn't contact the provider", () => {
  test("OAUTH-01: a missing, unknown, tampered, used, or expired state is rejected", async () => {
    const app = await startSocial();
    const person = app.browser();
    expect(errorOf(await person.get("/callback/idp"))).toBe("state_not_found");
    expect(errorOf(await person.get("/callback/idp?code=x&state=unknown"))).toBe("please_restart_the_process");

    const trip = await app.begin(person, { errorCallbackURL: "/failed" });
    const state = trip.url.searchParams.get("state") as string;
    const tampered = await trip.back({ code: "x", state: `${state.slice(0, -1)}_` });
    expect(ending(tampered).toString()).toBe("http://app.test/api/auth/error?error=please_restart_the_process");
    expect(errorOf(await trip.back(ann))).toBeNull();
    expect(errorOf(await trip.back(ann))).toBe("please_restart_the_process");

    const asked = app.idp.count("/token");
    const late = await app.begin(person);
    app.clock.advance(601);
    expect(errorOf(await late.back(ann))).toBe("please_restart_the_process");
    expect(app.idp.count("/token")).toBe(asked);
  });

  test("without another target, users are redirected to the app's own error page", async () => {
    const app = await startSocial({ errorURL: "/sign-in?from=provider" });
    const person = app.browser();
    expect(ending(await person.get("/callback/idp")).toString()).toBe(
      "http://app.test/sign-in?from=provider&error=state_not_found",
    );
    const trip = await app.begin(person, { errorCallbackURL: "/failed" });
    expect(ending(await trip.back({ error: "access_denied" })).pathname).toBe("/failed");
  });

  test("OAUTH-02: a state is rejected in another browser, and still works in its own", async () => {
    const app = await startSocial();
    const [attacker, victim] = [app.browser(), app.browser()];
    const trip = await app.begin(attacker);
    await app.begin(victim);
    for (const other of [victim, app.browser()]) {
      expect(errorOf(await trip.back(ann, other))).toBe("please_restart_the_process");
      expect(other.cookies.has("latchkey.session_token")).toBe(false);
    }
    expect(app.idp.count("/token")).toBe(0);
    const forged = app.browser();
    forged.cookies.set("latchkey.state", `${trip.url.searchParams.get("state")}.${"A".repeat(43)}%3D`);
    expect(errorOf(await trip.back(ann, forged))).toBe("please_restart_the_process");
    expect(errorOf(await trip.back(ann))).toBeNull();
  });

  test("OAUTH-04: one provider's state doesn't work in another provider's callback", async () => {
    const other = testProvider({}, { id: "other" });
    const app = await startSocial({ providers: [testProvider(), other] });
    const person = app.browser();
    const trip = await app.begin(person);
    const state = trip.url.searchParams.get("state");
    expect(errorOf(await person.get(`/callback/other?code=x&state=${state}`))).toBe("please_restart_the_process");
    expect(errorOf(await person.get(`/callback/nobody?code=x&state=${state}`))).toBe("oauth_provider_not_found");
    expect(app.idp.count("/token")).toBe(0);
    expect(errorOf(await trip.back(ann))).toBeNull();
  });

  test("RFC 9207: a response from another issuer is rejected before the code is sent", async () => {
    const app = await startSocial();
    const wrong = await app.begin(app.browser());
    expect(errorOf(await wrong.back({ code: "x", iss: "https://evil.test" }))).toBe("issuer_mismatch");
    expect(app.idp.count("/token")).toBe(0);
    const right = await app.begin(app.browser());
    const code = app.idp.authorize(ann, right.url.searchParams.get("nonce") as string);
    expect(errorOf(await right.back({ code, iss: "https://idp.test" }))).toBeNull();
  });
});

describe("errors", () => {
  test("REDIR-17: if the user cancels, the provider's message is encoded and passed to the app's own URL", async () => {
    const app = await startSocial();
    const begun = await app.begin(app.browser(), { errorCallbackURL: "/failed?a=1#there" });
    const reply = await begun.back({ error: "access_denied", error_description: "<b>no</b>&x=\r\nset-cookie: a=b" });
    expect(ending(reply).pathname).toBe("/failed");
    expect(Object.fromEntries(ending(reply).searchParams)).toMatchObject({ a: "1", error: "access_denied" });
    expect(reply.headers.get("location")).not.toMatch(/[<>\r\n]/);
    expect(reply.setCookies.join()).toMatch(/state=; Max-Age=0/);
  });

  test("OAUTH-33: an unknown error gets a fixed code, and the library's page shows it if there's no app URL", async () => {
    const app = await startSocial();
    const person = app.browser();
    const reply = await (await app.begin(person)).back({ error: '"><script>' });
    expect(ending(reply).toString()).toBe("http://app.test/api/auth/error?error=unknown_error");
    const page = await person.get<string>(`/error${ending(reply).search}`);
    expect([page.status, page.body.includes("<script")]).toEqual([200, false]);
  });

  test("a missing code and values that no provider sends are rejected", async () => {
    const app = await startSocial();
    const person = app.browser();
    expect(errorOf(await (await app.begin(person)).back({}))).toBe("no_code");
    for (const query of [`code=${"x".repeat(9000)}`, "a%20b=1"]) {
      expect(errorOf(await person.get(`/callback/idp?state=x&${query}`))).toBe("invalid_callback_request");
    }
    const post = await person.post("/callback/idp", { state: { $ne: null } });
    expect(errorOf(post)).toBe("invalid_callback_request");
  });

  test("a code that the provider rejects creates no session", async () => {
    const app = await startSocial();
    expect(errorOf(await (await app.begin(app.browser())).back({ code: "made-up" }))).toBe("invalid_code");
  });

  test("OAUTH-26: error statuses, HTML pages, redirects, oversized responses, and errors with status 200 cause invalid_code", async () => {
    const app = await startSocial();
    const answers: Parameters<typeof app.idp.answers.set>[1][] = [
      (_, response) => json(response, { error: "server_error" }, 500),
      (_, response) => json(response, { error: { message: "no" } }),
      (_, response) => void response.end("<html>hello</html>"),
      (_, response) => void response.writeHead(302, { location: `${app.idp.origin}/internal` }).end(),
      (_, response) => json(response, { access_token: "x".repeat(2_000_000), token_type: "bearer" }),
      (_, response) => json(response, {}),
      (_, response) => json(response, []),
      (_, response) => void response.destroy(),
    ];
    for (const answer of answers) {
      app.idp.answers.set("/token", answer);
      expect(errorOf(await (await app.begin(app.browser())).back(ann))).toBe("invalid_code");
    }
    expect(app.idp.count("/internal")).toBe(0);
  });

  test("a profile that can't be read causes unable_to_get_user_info", async () => {
    const provider = testProvider(
      {},
      { idToken: null, authorization: { ...testProvider().authorization, nonce: false } },
    );
    const app = await startSocial({}, provider);
    app.idp.answers.set("/userinfo", (_, response) => json(response, { error: "no" }, 500));
    expect(errorOf(await (await app.begin(app.browser())).back(ann))).toBe("unable_to_get_user_info");
    app.idp.answers.delete("/userinfo");
    expect(errorOf(await (await app.begin(app.browser())).back(ann))).toBeNull();
  });

  test("REDIR-13: a target in the callback's query is ignored, and so is a stored target that's no longer trusted", async () => {
    let trusted = ["https://other.test"];
    const app = await startSocial({ trustedOrigins: () => trusted });
    const [person, late] = [app.browser(), app.browser()];
    const trip = await app.begin(person, { callbackURL: "/app" });
    const code = app.idp.authorize(ann, trip.url.searchParams.get("nonce") as string);
    expect(ending(await trip.back({ code, callbackURL: "https://evil.test" })).toString()).toBe("http://app.test/app");
    const targets = { callbackURL: "https://other.test/a", errorCallbackURL: "https://other.test/b" };
    const second = await app.begin(late, targets);
    trusted = [];
    expect(ending(await second.back(ann)).toString()).toBe("http://app.test/api/auth/error?error=no_callback_url");
  });

  test.each([
    ["a gate's error keeps its code", new AuthError("BANNED_USER", { status: 403, message: "Banned." }), "BANNED_USER"],
    ["an unexpected error reveals nothing", new Error("password of the database"), "internal_server_error"],
  ])("%s, and rolls back the user", async (_, error, code) => {
    const check = () => {
      throw error;
    };
    const app = await startSocial({ plugins: [{ id: "ban", gates: [{ name: "ban", kind: "refuse", check }] }] });
    const person = app.browser();
    const reply = await (await app.begin(person)).back(ann);
    expect(errorOf(reply)).toBe(code);
    expect(reply.headers.get("location")).not.toContain("database");
    expect(person.cookies.size).toBe(0);
    expect(await app.auth.$context.db.count(userTable, {})).toBe(0);
  });
});
