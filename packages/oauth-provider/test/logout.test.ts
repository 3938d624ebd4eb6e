import { outboxTable, sessionTable, userTable } from "@latchkey/core/plugin";
import { testOrigin, testPassword } from "@latchkey/test-kit";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, test } from "vitest";
import { oauthSessionTable } from "../src/tables.ts";
import { issuer, pkce, redirectUri, startProvider } from "./provider.ts";

const after = "https://client.test/signed-out";

async function start() {
  const app = await startProvider();
  const client = await app.createClient({ post_logout_redirect_uris: [after] });
  const { id_token: idToken } = await app.getTokens(client);
  const endSession = async (parameters: Record<string, string>, browser = app.ann) => {
    const reply = await browser.get<string>(`/oauth2/end-session?${new URLSearchParams(parameters)}`);
    return { ...reply, location: reply.headers.get("location") };
  };
  const isSignedIn = async (browser = app.ann) => (await browser.get("/get-session")).body !== null;
  const confirm = async (page: string, browser = app.ann) => {
    const [, request = ""] = /name="request" value="([^"]+)"/.exec(page) ?? [];
    return browser.send<string>("/oauth2/end-session/confirm", {
      method: "POST",
      body: new URLSearchParams({ request }),
      headers: { origin: testOrigin },
    });
  };
  return { ...app, client, idToken, endSession, isSignedIn, confirm };
}

describe("signing out for a client", () => {
  test("oidcc-rp-initiated-logout: happens immediately with an ID token from this session", async () => {
    const { endSession, idToken, isSignedIn } = await start();
    const reply = await endSession({ id_token_hint: idToken, post_logout_redirect_uri: after, state: "s 1" });
    expect([reply.status, reply.location]).toEqual([302, `${after}?state=s+1`]);
    expect(await isSignedIn()).toBe(false);
    // The client sends its request again.
    expect((await endSession({ id_token_hint: idToken, post_logout_redirect_uri: after })).location).toBe(after);
    expect((await endSession({ client_id: "x", post_logout_redirect_uri: after })).body).toContain("signed out");
  });

  test("oidcc-rp-initiated-logout-no-state, oidcc-rp-initiated-logout-no-post-logout-redirect-uri: works without a state or a redirect URI", async () => {
    const first = await start();
    const plain = await first.endSession({ id_token_hint: first.idToken, post_logout_redirect_uri: after });
    expect(plain.location).toBe(after);
    const second = await start();
    const reply = await second.endSession({ id_token_hint: second.idToken });
    expect([reply.status, await second.isSignedIn()]).toEqual([200, false]);
  });

  test.each<readonly [string, (app: Awaited<ReturnType<typeof start>>) => Record<string, string>]>([
    ["oidcc-rp-initiated-logout-no-params", () => ({})],
    ["oidcc-rp-initiated-logout-only-state", () => ({ state: "s1" })],
    [
      "oidcc-rp-initiated-logout-no-id-token-hint",
      ({ client }) => ({ client_id: client.client_id, post_logout_redirect_uri: after }),
    ],
    [
      "oidcc-rp-initiated-logout-bad-post-logout-redirect-uri",
      ({ idToken }) => ({ id_token_hint: idToken, post_logout_redirect_uri: "https://evil.test/" }),
    ],
    [
      "oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri",
      ({ idToken }) => ({ id_token_hint: idToken, post_logout_redirect_uri: `${after}?x=1` }),
    ],
  ])("OIDP-14, %s: asks first, and goes to no other address", async (name, parametersOf) => {
    const app = await start();
    const reply = await app.endSession(parametersOf(app));
    expect([name, reply.status, reply.location]).toEqual([name, 200, null]);
    expect(reply.body).toContain("Sign out of");
    expect(reply.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await app.isSignedIn()).toBe(true);
    const confirmed = await app.confirm(reply.body);
    expect(await app.isSignedIn()).toBe(false);
    expect(confirmed.headers.get("location")).toBe(name.endsWith("no-id-token-hint") ? after : null);
  });

  test.each<readonly [string, (idToken: string) => string]>([
    ["oidcc-rp-initiated-logout-bad-id-token-hint", () => "x.y.z"],
    ["oidcc-rp-initiated-logout-modified-id-token-hint", (idToken) => `${idToken.slice(0, -4)}AAAA`],
  ])("OIDP-14, %s: shows an error", async (_, change) => {
    const { endSession, idToken, isSignedIn } = await start();
    const reply = await endSession({ id_token_hint: change(idToken), post_logout_redirect_uri: after });
    expect([reply.status, reply.location, await isSignedIn()]).toEqual([400, null, true]);
  });

  test("OIDP-14: asks the user if the id token is from another session or user, and the confirmation works for one session", async () => {
    const { endSession, idToken, isSignedIn, browser, confirm } = await start();
    const other = browser();
    await other.signIn("ann@example.com");
    const bob = browser();
    await bob.signUp("bob@example.com");
    for (const who of [other, bob]) {
      const reply = await endSession({ id_token_hint: idToken, post_logout_redirect_uri: after }, who);
      expect([reply.status, await isSignedIn(who)]).toEqual([200, true]);
      // A confirmation page from someone else's session doesn't sign the user out.
      const foreign = await confirm(reply.body);
      expect([foreign.status, await isSignedIn()]).toEqual([400, true]);
    }
  });

  test("OIDP-14: a form from another site shows the page, whose own form must be sent from this site", async () => {
    const { ann, client, isSignedIn } = await start();
    const body = new URLSearchParams({ client_id: client.client_id });
    const headers = { origin: "https://evil.test", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    const posted = await ann.send("/oauth2/end-session", { method: "POST", body, headers });
    expect(posted.headers.get("location")).toBe(`${issuer}/oauth2/end-session?client_id=${client.client_id}`);
    const confirmed = await ann.send("/oauth2/end-session/confirm", {
      method: "POST",
      body: new URLSearchParams({ request: "x" }),
      headers,
    });
    expect([confirmed.status, await isSignedIn()]).toEqual([403, true]);
  });

  test("OIDP-18: client names are shown as text, and names with line breaks or more than 255 characters are rejected", async () => {
    const { createClient, endSession } = await start();
    const { client_id } = await createClient({ client_name: '<img src=x onerror="alert(1)">' });
    const { body, headers } = await endSession({ client_id });
    expect(body).toContain("&#60;img src=x");
    expect(body).not.toContain("<img");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    for (const client_name of ["a\nb", "x".repeat(256)]) {
      await expect(createClient({ client_name })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
  });
});

describe("a client that is notified when sessions end", () => {
  async function startListening(answer: () => number = () => 200) {
    const sent: { url: string; token: string }[] = [];
    const publicFetch: typeof fetch = async (input, init) => {
      const token = new URLSearchParams(String(init?.body)).get("logout_token") ?? "";
      sent.push({ url: String(input), token });
      return new Response(null, { status: answer() });
    };
    const app = await startProvider({}, { publicFetch });
    const client = await app.createClient({ backchannel_logout_uri: "https://client.test/backchannel" });
    const deliver = () => app.auth.api.deliverOutbox();
    return { ...app, client, sent, deliver };
  }

  test("oidcc-backchannel-rp-initiated-logout: gets a logout token that can't be used as another token", async () => {
    const { ann, annId, auth, client, clock, getTokens, sent, deliver, userInfo, send, basic } = await startListening();
    const { id_token: idToken } = await getTokens(client);
    await getTokens(client);
    expect(await auth.$context.db.count(oauthSessionTable, {})).toBe(1);
    await ann.get(`/oauth2/end-session?${new URLSearchParams({ id_token_hint: idToken })}`);
    await deliver();
    expect(sent.map(({ url }) => url)).toEqual(["https://client.test/backchannel"]);
    const token = sent[0]?.token ?? "";
    const iat = Math.floor(clock.now().getTime() / 1000);
    expect(decodeProtectedHeader(token)).toMatchObject({ typ: "logout+jwt", alg: "ES256" });
    expect(decodeJwt(token)).toEqual({
      iss: issuer,
      aud: client.client_id,
      sub: annId,
      sid: decodeJwt(idToken).sid,
      iat,
      exp: iat + 120,
      jti: expect.any(String),
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    });
    expect((await userInfo(token)).status).toBe(401);
    expect((await send("/oauth2/introspect", { token }, basic(client))).body).toEqual({ active: false });
    const asHint = await ann.get(`/oauth2/end-session?${new URLSearchParams({ id_token_hint: token })}`);
    expect(asHint.status).toBe(400);
  });

  test.each<readonly [string, (app: Awaited<ReturnType<typeof startListening>>) => Promise<unknown>]>([
    ["the user signs out", ({ ann }) => ann.post("/sign-out")],
    ["the user signs out everywhere", ({ ann }) => ann.post("/revoke-sessions")],
    [
      "the session expires",
      async ({ auth, clock }) => {
        clock.advance(40 * 86_400);
        await auth.api.removeExpired();
      },
    ],
    ["the user is deleted", ({ auth, annId }) => auth.$context.db.remove(userTable, { where: { id: annId } })],
    [
      "20 requests end the session at once",
      ({ auth }) =>
        Promise.all(
          Array.from({ length: 20 }, () => auth.$context.db.remove(sessionTable, { where: { id: { ne: "" } } })),
        ),
    ],
  ])("gets one notice when %s", async (_, end) => {
    const app = await startListening();
    await app.getTokens(app.client);
    await end(app);
    await app.deliver();
    expect(app.sent).toHaveLength(1);
    await app.deliver();
    expect(app.sent).toHaveLength(1);
  });

  test("gets no logout token for a session in which it got no tokens", async () => {
    const { browser, deliver, sent } = await startListening();
    const bob = browser();
    await bob.signUp("bob@example.com");
    await bob.post("/sign-out");
    await deliver();
    expect(sent).toEqual([]);
  });

  test("OIDP-15: gets the notice after an outage of up to a day, and operators see the problem", async () => {
    let status = 503;
    const { ann, auth, client, clock, getTokens, sent, deliver } = await startListening(() => status);
    await getTokens(client);
    await ann.post("/sign-out");
    for (let hour = 0; hour < 23; hour++) {
      await deliver();
      clock.advance(3600);
    }
    const [waiting] = await auth.$context.db.findMany(outboxTable, { where: { kind: "oauth-logout" }, limit: 1 });
    expect(waiting?.lastError).toContain("responded with 503");
    status = 200;
    clock.advance(3600);
    await deliver();
    expect(await auth.$context.db.count(outboxTable, { where: { kind: "oauth-logout" } })).toBe(0);
    expect(new Set(sent.map(({ token }) => decodeJwt(token).jti)).size).toBe(sent.length);
  });

  test.each([
    "https://10.0.0.1/x",
    "https://localhost/x",
    "https://[::1]/x",
    "https://0x7f.1/x",
    "http://client.test/x",
  ])("OIDP-15: can't have the address %s", async (backchannel_logout_uri) => {
    const { createClient } = await startProvider();
    await expect(createClient({ backchannel_logout_uri })).rejects.toThrow();
  });
});

test("clients with pairwise subjects get different ids for the same user, in all responses", async () => {
  const app = await startProvider({ pairwiseSecret: "a secret with at least 32 letters" });
  const { annId, createClient, getTokens, userInfo, send, basic, authorize, parametersOf, ann } = app;
  const other = "https://other.test/cb";
  const one = await createClient({ subject_type: "pairwise" });
  const two = await createClient({ subject_type: "pairwise", redirect_uris: [redirectUri, "https://client.test/b"] });
  const subjects = [];
  for (const client of [one, two]) {
    const tokens = await getTokens(client);
    const sub = decodeJwt(tokens.id_token).sub;
    subjects.push(sub);
    expect((await userInfo(tokens.access_token)).body.sub).toBe(sub);
    expect((await send("/oauth2/introspect", { token: tokens.access_token }, basic(client))).body.sub).toBe(sub);
    expect(JSON.stringify(tokens)).not.toContain(annId);
    const hinted = parametersOf(client.client_id, pkce().challenge, { id_token_hint: tokens.id_token, prompt: "none" });
    expect((await authorize(hinted)).searchParams.get("code")).not.toBeNull();
  }
  // Both clients belong to the same host.
  expect(subjects[0]).toBe(subjects[1]);
  expect(subjects[0]).not.toBe(annId);
  const several = { subject_type: "pairwise", redirect_uris: [redirectUri, other] } as const;
  await expect(createClient(several)).rejects.toMatchObject({ code: "INVALID_CLIENT_METADATA" });
  await ann.post("/sign-out");
  await ann.signIn("ann@example.com", testPassword);
  expect(decodeJwt((await getTokens(one)).id_token).sub).toBe(subjects[0]);
  await expect(startProvider({ pairwiseSecret: "short" })).rejects.toThrow("pairwiseSecret");
  const plain = await startProvider();
  await expect(plain.createClient({ subject_type: "pairwise" })).rejects.toMatchObject({
    code: "INVALID_CLIENT_METADATA",
  });
});
