import { describe, expect, test, vi } from "vitest";
import { oauthGrantTable } from "../src/tables.ts";
import { issuer, pkce, redirectUri, startProvider, times } from "./provider.ts";

describe("a request", () => {
  test.each([
    ["another path", "https://client.test/callback/x"],
    ["a query", "https://client.test/callback?x=1"],
    ["a user name", "https://client.test@evil.test/callback"],
    ["a fragment", "https://client.test/callback#x"],
    ["another encoding", "https://client.test/call%62ack"],
    ["another case", "https://client.test/Callback"],
    ["another host", "https://client.test.evil.test/callback"],
    ["another loopback host", "http://localhost:4000/cb"],
    ["another loopback path", "http://127.0.0.1:4000/other"],
    ["a loopback host with a user name", "http://127.0.0.1:4000@evil.test/cb"],
  ])("OIDP-01: with a redirect URI that has %s ends on the error page", async (_, uri) => {
    const { createClient, authorize, parametersOf } = await startProvider();
    const { client_id } = await createClient({ redirect_uris: [redirectUri, "http://127.0.0.1/cb"] });
    const url = await authorize(parametersOf(client_id, pkce().challenge, { redirect_uri: uri }));
    expect(`${url.origin}${url.pathname}`).toBe(`${issuer}/error`);
  });

  test("ends on the app's error page, if there is one, when it's unsafe to redirect to the client", async () => {
    const { createClient, authorize, parametersOf } = await startProvider({ errorPage: "/request-error" });
    const { client_id } = await createClient();
    const evil = { redirect_uri: "https://evil.test/", state: "s1" };
    const page = await authorize(parametersOf(client_id, pkce().challenge, evil));
    expect(page.href.split("?")[0]).toBe(`${new URL(issuer).origin}/request-error`);
    expect(page.searchParams.get("error")).toBe("invalid_request");
    expect(page.href).not.toContain("evil");
  });

  test("redirects to a native app on any port, and asks the user each time", async () => {
    const { createClient, authorize, consent, parametersOf } = await startProvider();
    const native = { token_endpoint_auth_method: "none", redirect_uris: ["http://127.0.0.1/cb"] } as const;
    const { client_id } = await createClient(native);
    const ask = () =>
      authorize(parametersOf(client_id, pkce().challenge, { redirect_uri: "http://127.0.0.1:53111/cb" }));
    for (const page of [await ask(), await ask()]) {
      expect(page.pathname).toBe("/consent");
      expect((await consent(page)).origin).toBe("http://127.0.0.1:53111");
    }
  });

  test("OIDP-06: gets the issuer with every response, including errors", async () => {
    const { createClient, authorize, consent, parametersOf } = await startProvider();
    const { client_id } = await createClient();
    const { challenge } = pkce();
    const answers = [
      await consent(await authorize(parametersOf(client_id, challenge))),
      await consent(await authorize(parametersOf(client_id, challenge, { prompt: "consent" })), { accept: false }),
      await authorize(parametersOf(client_id, challenge, { scope: "openid admin" })),
    ];
    expect(answers.map(({ searchParams }) => searchParams.get("error"))).toEqual([
      null,
      "access_denied",
      "invalid_scope",
    ]);
    for (const { searchParams } of answers) {
      expect([searchParams.get("iss"), searchParams.get("state")]).toEqual([issuer, "s1"]);
    }
  });

  test("oidcc-negative: gets the standard's error if it's invalid", async () => {
    const { createClient, authorize, parametersOf } = await startProvider();
    const { client_id } = await createClient();
    const errorOf = async (more: Record<string, string>) =>
      (await authorize(parametersOf(client_id, pkce().challenge, more))).searchParams.get("error");
    expect(await errorOf({ response_type: "token" })).toBe("unsupported_response_type");
    expect(await errorOf({ response_type: "" })).toBe("invalid_request");
    expect(await errorOf({ request: "eyJ" })).toBe("request_not_supported");
    expect(await errorOf({ code_challenge_method: "plain" })).toBe("invalid_request");
    expect(await errorOf({ code_challenge: "" })).toBe("invalid_request");
    expect(await errorOf({ prompt: "none login" })).toBe("invalid_request");
    expect(await errorOf({ resource: "https://api.test" })).toBe("invalid_target");
    expect(await errorOf({ dpop_jkt: "x" })).toBe("invalid_request");
    expect(await errorOf({ nonce: "a\0" })).toBeNull();
    const unstorable = await authorize(parametersOf(`${client_id}\0`, pkce().challenge));
    expect(unstorable.searchParams.get("error")).toBe("invalid_client");
    const unknown = await authorize(parametersOf("unknown", pkce().challenge));
    expect(unknown.searchParams.get("error")).toBe("invalid_client");
  });

  test("OIDP-16: never shows a page with prompt=none, and requires a new sign-in with max_age", async () => {
    const { ann, browser, clock, createClient, authorize, getCode, parametersOf } = await startProvider();
    const client = await createClient();
    const ask = (more: Record<string, string>, who = ann) =>
      authorize(parametersOf(client.client_id, pkce().challenge, more), who);
    expect((await ask({ prompt: "none" }, browser())).searchParams.get("error")).toBe("login_required");
    expect((await ask({ prompt: "none" })).searchParams.get("error")).toBe("consent_required");
    await getCode(client);
    expect((await ask({ prompt: "none" })).searchParams.get("code")).not.toBeNull();
    clock.advance(10);
    expect((await ask({ prompt: "none", max_age: "1" })).searchParams.get("error")).toBe("login_required");
    for (const more of [{ max_age: "0" }, { max_age: "1" }, { prompt: "login" }]) {
      clock.advance(10);
      const page = await ask(more);
      expect(page.pathname).toBe("/sign-in");
      clock.advance(1);
      const credentials = { email: "ann@example.com", password: "correct horse battery" };
      const signedIn = await ann.post("/sign-in/email", { ...credentials, oauth_query: page.search.slice(1) });
      const back = new URL(String(signedIn.body.url));
      expect(signedIn.body.redirect).toBe(true);
      const final = await ann.get(`/oauth2/authorize${back.search}`);
      expect(new URL(final.headers.get("location") ?? "").searchParams.get("code")).not.toBeNull();
    }
  });

  test("from a signed-out user continues after the sign-in, but only in that browser", async () => {
    const { browser, createClient, authorize, consent, parametersOf } = await startProvider();
    const { client_id } = await createClient();
    const bob = browser();
    await browser().signUp("bob@example.com");
    const page = await authorize(parametersOf(client_id, pkce().challenge), bob);
    expect(page.pathname).toBe("/sign-in");
    expect(page.search).not.toContain(encodeURIComponent(redirectUri));
    const body = { email: "bob@example.com", password: "correct horse battery", oauth_query: page.search.slice(1) };
    const signedIn = await bob.post("/sign-in/email", body);
    const path = String(signedIn.body.url).slice(issuer.length);
    const stranger = await browser().get(path);
    expect(stranger.headers.get("location")).toContain("/error?");
    const next = new URL((await bob.get(path)).headers.get("location") ?? "");
    expect(next.pathname).toBe("/consent");
    expect((await consent(next, {}, bob)).searchParams.get("code")).not.toBeNull();
  });

  test("becomes a navigation if it's posted, so that the browser sends its cookies", async () => {
    const { auth, createClient, parametersOf } = await startProvider();
    const { client_id } = await createClient();
    const body = new URLSearchParams(parametersOf(client_id, pkce().challenge));
    const headers = { origin: "https://client.test", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    const reply = await auth.handler(new Request(`${issuer}/oauth2/authorize`, { method: "POST", body, headers }));
    expect(reply.status).toBe(303);
    expect(reply.headers.get("location")).toContain(`client_id=${client_id}`);
  });
});

describe("a consent", () => {
  test("OIDP-05: is valid once, only for its browser, its request, and the requested scopes", async () => {
    const { ann, browser, createClient, authorize, consent, parametersOf } = await startProvider();
    const { client_id } = await createClient();
    const page = await authorize(parametersOf(client_id, pkce().challenge, { scope: "openid" }));
    const query = page.search.slice(1);
    const post = (who: typeof ann, more: object, headers = {}) =>
      who.post("/oauth2/consent", { accept: true, oauth_query: query, ...more }, headers);
    expect((await post(ann, {}, { origin: "https://evil.test" })).body.code).toBe("INVALID_ORIGIN");
    const other = browser();
    await other.signIn("ann@example.com");
    expect((await post(other, {})).body.code).toBe("INVALID_OAUTH_REQUEST");
    const forged = query.replace(/rid=[^&]+/, "rid=abc");
    expect((await post(ann, { oauth_query: forged })).body.code).toBe("INVALID_OAUTH_REQUEST");
    const replies = await times(5, () => post(ann, {}));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const wider = await authorize(parametersOf(client_id, pkce().challenge, { prompt: "consent", scope: "openid" }));
    await expect(consent(wider, { scope: "openid email" })).rejects.toThrow("INVALID_SCOPE");
    expect((await authorize(parametersOf(client_id, pkce().challenge))).pathname).toBe("/consent");
  });

  test("OIDP-05: isn't accepted if the page's query was changed to show less than the client asks for", async () => {
    const { auth, createClient, authorize, consent, parametersOf } = await startProvider();
    const { client_id } = await createClient();
    const other = await createClient({ client_name: "Harmless" });
    const page = await authorize(parametersOf(client_id, pkce().challenge));
    for (const [name, value] of [
      ["scope", "openid"],
      ["client_id", other.client_id],
      ["resource", "https://api.test"],
      ["organization", "acme"],
    ] as const) {
      const changed = new URL(page);
      changed.searchParams.set(name, value);
      const again = await consent(changed);
      expect([again.pathname, again.searchParams.get("scope")]).toEqual([
        page.pathname,
        page.searchParams.get("scope"),
      ]);
      expect(again.searchParams.get("client_id")).toBe(client_id);
    }
    expect(await auth.$context.db.count(oauthGrantTable, {})).toBe(0);
    expect((await consent(page)).searchParams.get("code")).not.toBeNull();
  });

  test("OIDP-05: has a page whose signature of the shown request isn't valid for a request's id", async () => {
    const { annId, browser, createClient, authorize, consent, parametersOf } = await startProvider();
    const { client_id } = await createClient();
    const page = await authorize(parametersOf(client_id, pkce().challenge));
    const [rid, scope, asked] = ["rid", "scope", "asked"].map((name) => page.searchParams.get(name) ?? "");
    const signed = JSON.stringify([rid, annId, [client_id], [scope], [], []]);
    const credentials = { email: "ann@example.com", password: "correct horse battery" };
    const signIn = async (query: Record<string, string>) => {
      const oauth_query = new URLSearchParams(query).toString();
      const { status, body } = await browser().post("/sign-in/email", { ...credentials, oauth_query });
      return [status, body.url];
    };
    const sig = page.searchParams.get("sig") ?? "";
    expect(await signIn({ rid: rid ?? "", sig })).toEqual([200, expect.stringContaining("/oauth2/authorize?rid=")]);
    expect(await signIn({ rid: signed, sig: asked ?? "" })).toEqual([200, undefined]);
    const swapped = new URL(page);
    swapped.searchParams.set("asked", sig);
    expect((await consent(swapped)).pathname).toBe("/consent");
  });

  test("OIDP-19: can't be given by another user who signs in first", async () => {
    const { ann, browser, createClient, authorize, getCode, parametersOf } = await startProvider();
    const client = await createClient();
    await getCode(client);
    await browser().signUp("bob@example.com");
    await ann.signIn("bob@example.com");
    expect((await authorize(parametersOf(client.client_id, pkce().challenge))).pathname).toBe("/consent");
  });

  test("OIDP-19: can't be given by another user who signs in while the page is open, even if they gave it before", async () => {
    const { ann, auth, browser, createClient, authorize, consent, getCode, parametersOf, send, basic, userInfo } =
      await startProvider();
    const client = await createClient();
    await browser().signUp("bob@example.com");
    await ann.signIn("bob@example.com");
    await getCode(client);
    await ann.signIn("ann@example.com");
    const { challenge, verifier } = pkce();
    const annsPage = await authorize(parametersOf(client.client_id, challenge));
    await ann.signIn("bob@example.com");
    const bobsPage = await consent(annsPage);
    expect([bobsPage.pathname, bobsPage.searchParams.get("client_id")]).toEqual(["/consent", client.client_id]);
    expect(await auth.$context.db.count(oauthGrantTable, {})).toBe(0);
    const copied = new URL(bobsPage);
    copied.searchParams.set("asked", annsPage.searchParams.get("asked") ?? "");
    expect((await consent(copied)).pathname).toBe("/consent");
    copied.searchParams.delete("asked");
    expect((await consent(copied)).pathname).toBe("/consent");
    const code = (await consent(bobsPage)).searchParams.get("code") ?? "";
    const exchange = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
    const { body } = await send("/oauth2/token", exchange, basic(client));
    expect((await userInfo(String(body.access_token))).body.email).toBe("bob@example.com");
  });

  test("OIDP-19: can be denied by any signed-in user", async () => {
    const { ann, browser, createClient, authorize, consent, parametersOf } = await startProvider();
    const { client_id } = await createClient();
    await browser().signUp("bob@example.com");
    const page = await authorize(parametersOf(client_id, pkce().challenge));
    await ann.signIn("bob@example.com");
    expect((await consent(page, { accept: false })).searchParams.get("error")).toBe("access_denied");
  });
});

test("OIDP-01: no response is sent to a redirect URI that the client has removed, at any step of the request", async () => {
  const other = "https://client.test/other";
  const app = await startProvider();
  const { ann, auth, authorize, browser, createClient, parametersOf, send, basic } = app;
  const client = await createClient({ redirect_uris: [redirectUri, other] });
  const { client_id } = client;
  const ask = (who = ann) => authorize(parametersOf(client_id, pkce().challenge), who);
  const bob = browser();
  const [denied, allowed, chosen, waiting] = [await ask(), await ask(), await ask(), await ask(bob)];
  const code = await app.getCode(client);
  await auth.api.updateOAuthClient({ body: { client_id, update: { redirect_uris: [other] } } });
  const answer = (page: URL, path: string, more: object) =>
    ann.post(path, { ...more, oauth_query: page.search.slice(1) });
  expect((await answer(denied, "/oauth2/consent", { accept: false })).body.code).toBe("INVALID_OAUTH_REQUEST");
  expect((await answer(allowed, "/oauth2/consent", { accept: true })).body.code).toBe("INVALID_OAUTH_REQUEST");
  expect((await answer(chosen, "/oauth2/continue", { selected: true })).body.code).toBe("INVALID_OAUTH_REQUEST");
  await bob.signUp("bob@example.com");
  const rest = Object.fromEntries(["rid", "sig"].map((name) => [name, waiting.searchParams.get(name) ?? ""]));
  expect((await authorize(rest, bob)).pathname).toBe("/api/auth/error");
  expect((await send("/oauth2/token", code, basic(client))).body.error).toBe("invalid_grant");
});

test("oidcc-id-token-hint: the hint is remembered while the user signs in, so no other user gets the code", async () => {
  const { authorize, browser, consent, createClient, getTokens, parametersOf } = await startProvider();
  const client = await createClient();
  const { id_token: hint } = await getTokens(client);
  const bob = browser();
  const start = () => authorize(parametersOf(client.client_id, pkce().challenge, { id_token_hint: hint }), bob);
  const page = await start();
  expect(page.pathname).toBe("/sign-in");
  await bob.signUp("bob@example.com");
  const resume = (at: URL) =>
    authorize(Object.fromEntries(["rid", "sig"].map((name) => [name, at.searchParams.get(name) ?? ""])), bob);
  const again = await resume(page);
  expect(again.pathname).toBe("/sign-in");
  // No one else can submit the page either.
  expect((await consent(again, {}, bob)).pathname).toBe("/sign-in");
  const last = await start();
  await bob.signIn("ann@example.com");
  expect((await resume(last)).searchParams.get("code")).not.toBeNull();
});

describe("a page before the consent", () => {
  test("is shown until the app lets users continue, and no call skips it", async () => {
    const waiting = new Set(["ann@example.com"]);
    const shouldRedirect = vi.fn(({ user }: { readonly user: { readonly email: string } }) => waiting.has(user.email));
    const app = await startProvider({ postLogin: { page: "/terms", shouldRedirect } });
    const { client_id } = await app.createClient();
    const page = await app.authorize(app.parametersOf(client_id, pkce().challenge, { scope: "openid" }));
    expect(page.pathname).toBe("/terms");
    expect(shouldRedirect).toHaveBeenLastCalledWith({
      user: expect.objectContaining({ email: "ann@example.com" }),
      session: expect.objectContaining({ userId: app.annId }),
      scopes: ["openid"],
      client: { clientId: client_id, name: "Photos", metadata: null },
    });
    const goOn = (from: URL) =>
      app.ann.post("/oauth2/continue", { postLogin: true, oauth_query: from.search.slice(1) });
    const again = new URL(String((await goOn(page)).body.url));
    expect(again.pathname).toBe("/terms");
    expect((await app.consent(again)).pathname).toBe("/terms");

    const silent = await app.authorize(app.parametersOf(client_id, pkce().challenge, { prompt: "none" }));
    expect(silent.searchParams.get("error")).toBe("interaction_required");

    const last = await app.authorize(app.parametersOf(client_id, pkce().challenge));
    waiting.clear();
    const consent = new URL(String((await goOn(last)).body.url));
    expect(consent.pathname).toBe("/consent");
    waiting.add("ann@example.com");
    await expect(app.consent(consent)).rejects.toThrow("INVALID_OAUTH_REQUEST");
    waiting.clear();
    const allowed = await app.authorize(app.parametersOf(client_id, pkce().challenge));
    expect((await app.consent(allowed)).searchParams.get("code")).not.toBeNull();
  });

  test("requires the options page and shouldRedirect", async () => {
    const shouldRedirect = () => true;
    await expect(startProvider({ postLogin: { page: "terms", shouldRedirect } })).rejects.toThrow("postLogin.page");
    await expect(startProvider({ postLogin: { page: "/terms" } as never })).rejects.toThrow(
      "shouldRedirect is missing",
    );
  });
});
