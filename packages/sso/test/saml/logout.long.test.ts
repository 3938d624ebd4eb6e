/** Tests single logout over HTTP, started by the identity provider or by the app. */

import { inflateRawSync } from "node:zlib";
import { sessionTable } from "@latchkey/core/plugin";
import type { TestBrowser } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLogoutRequest, createLogoutResponse } from "../../src/saml/logout.ts";
import { readRedirect, redirectURL } from "../../src/saml/redirect.ts";
import { createMessageId } from "../../src/saml/request.ts";
import { startWithSaml } from "./app.ts";
import { attackerKeys, idpKeys, post, sign, type TestKeys } from "./identity-provider.ts";

const logoutUrl = "https://idp.test/slo";

/** Starts an app with a provider that supports single logout. */
async function start(authOptions: object = {}) {
  const it = await startWithSaml(authOptions, { logoutUrl });
  const sloUrl = "http://app.test/api/auth/sso/saml2/sp/slo/acme-saml";
  const requestXml = (
    changes: { nameId?: string; sessionIndex?: string | undefined; issuer?: string; now?: Date } = {},
  ) => {
    const { nameId: value = "user-17", now = new Date(), issuer = it.issuer } = changes;
    const nameId = { value, format: undefined, nameQualifier: undefined, spNameQualifier: undefined };
    const message = { id: createMessageId(), now, destination: sloUrl, issuer };
    const sessionIndex = "sessionIndex" in changes ? changes.sessionIndex : "session-1";
    return createLogoutRequest({ ...message, nameId, sessionIndex });
  };
  /** Follows a URL of the identity provider back to the app. */
  const follow = async (url: string, browser: TestBrowser = it.browser()) => {
    const { pathname, search } = new URL(url);
    const reply = await browser.get<{ code?: string }>(`${pathname.replace("/api/auth", "")}${search}`);
    return { status: reply.status, code: reply.body?.code, location: reply.headers.get("location") ?? "" };
  };
  /** Sends the identity provider's message in a URL. */
  const send = (xml: string, { privateKey }: Pick<TestKeys, "privateKey"> = idpKeys, browser?: TestBrowser) =>
    follow(
      redirectURL({ destination: sloUrl, parameter: "SAMLRequest", xml, relayState: "their state", privateKey }),
      browser,
    );
  /** Posts a message like the identity provider's page. */
  const postForm = async (form: Record<string, string>) => {
    const reply = await it.auth.handler(
      new Request(sloUrl, {
        method: "POST",
        headers: { origin: "https://idp.test", "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(form),
      }),
    );
    const location = reply.headers.get("location") ?? "";
    return { status: reply.status, location, code: location ? undefined : (await reply.json()).code };
  };
  const isSignedIn = async (browser: TestBrowser) => (await it.userOf(browser)) !== null;
  const signOut = async (browser: TestBrowser, path = "/sso/sign-out", input: object = { callbackURL: "/bye" }) => {
    const { status, body } = await browser.post<{ url: string; code?: string }>(path, input);
    return { status, ...body };
  };
  return { ...it, sloUrl, requestXml, follow, send, postForm, isSignedIn, signOut };
}

const messageOf = (url: string, name: string): string =>
  inflateRawSync(Buffer.from(new URL(url).searchParams.get(name) ?? "", "base64")).toString();

describe("a logout request from the identity provider", () => {
  test("ends only the session with that name ID and index, in any browser", async () => {
    const it = await start();
    const { browser: ann } = await it.signIn();
    const { browser: phone } = await it.signIn({ sessionIndex: "session-2" });
    const { browser: bob } = await it.signIn({ nameId: "user-18", email: "bob@acme.test" });
    // The identity provider's page is open in Bob's browser.
    const reply = await it.send(it.requestXml(), idpKeys, bob);
    expect(reply.status).toBe(302);
    expect([await it.isSignedIn(ann), await it.isSignedIn(phone), await it.isSignedIn(bob)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await it.isSignedIn(it.olga.browser)).toBe(true);
  });

  test("gets a signed response with its relay state", async () => {
    const it = await start();
    const xml = it.requestXml();
    const { location } = await it.send(xml);
    expect(location).toMatch(
      /^https:\/\/idp\.test\/slo\?SAMLResponse=.*&RelayState=their%20state&SigAlg=.*&Signature=/,
    );
    const answer = messageOf(location, "SAMLResponse");
    expect(answer).toContain(`InResponseTo="${/ ID="([^"]+)"/.exec(xml)?.[1]}"`);
    expect(answer).toContain("status:Success");
  });

  test("SAML-11: only gets its own relay state back, not one that was added with a different spelling", async () => {
    const it = await start();
    const { privateKey } = idpKeys;
    const signed = redirectURL({
      ...{ destination: it.sloUrl, parameter: "SAMLRequest", xml: it.requestXml(), privateKey },
    });
    const { status, location } = await it.follow(`${signed}&Relay%53tate=added`);
    expect([status, location]).toEqual([302, expect.not.stringContaining("added")]);
  });

  test("ends all sessions of the name ID if it has no index, and can be posted", async () => {
    const it = await start();
    const { browser: ann } = await it.signIn();
    const { browser: phone } = await it.signIn({ sessionIndex: "session-2" });
    const { browser: bob } = await it.signIn({ nameId: "user-18", email: "bob@acme.test" });
    const SAMLRequest = post(sign(it.requestXml({ sessionIndex: undefined }), "LogoutRequest"));
    expect(await it.postForm({ SAMLRequest })).toMatchObject({ status: 302 });
    expect([await it.isSignedIn(ann), await it.isSignedIn(phone), await it.isSignedIn(bob)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("clears the cached copy of the session in the browser that sends it", async () => {
    const it = await start({ session: { cookieCache: { enabled: true, maxAge: 300 } } });
    const { browser: ann } = await it.signIn();
    await it.userOf(ann);
    await it.send(it.requestXml(), idpKeys, ann);
    expect(await it.isSignedIn(ann)).toBe(false);
  });

  test("SAML-11: doesn't sign anyone out if it's unsigned, forged, changed, old, or for another URL", async () => {
    const it = await start();
    const { browser: ann } = await it.signIn();
    const xml = it.requestXml();
    const unsigned = redirectURL({ destination: it.sloUrl, parameter: "SAMLRequest", xml });
    const signed = redirectURL({
      destination: it.sloUrl,
      parameter: "SAMLRequest",
      xml,
      privateKey: idpKeys.privateKey,
    });
    const other = encodeURIComponent(post("<a/>"));
    const replies = [
      await it.follow(unsigned),
      await it.follow(signed.replace(/SAMLRequest=[^&]+/, `SAMLRequest=${other}`)),
      await it.follow(`${signed}&RelayState=added`),
      await it.follow(`${signed}&SAMLRequest=${other}`),
      await it.follow(`${signed}&SAMLResponse=${other}`),
      await it.send(xml, attackerKeys),
      await it.send(it.requestXml({ issuer: "https://other-idp.test" })),
      await it.send(it.requestXml({ now: new Date(Date.now() - 400_000) })),
      await it.send(xml.replace(it.sloUrl, "http://app.test/elsewhere")),
      await it.postForm({ SAMLRequest: post(xml) }),
      await it.postForm({ SAMLRequest: post(sign(xml, "LogoutRequest", { keys: attackerKeys })) }),
      await it.postForm({ SAMLRequest: post(sign(xml, "LogoutRequest").replace("user-17", "user-18")) }),
      await it.postForm({ SAMLRequest: "%%%" }),
    ];
    for (const [at, reply] of replies.entries()) {
      expect([at, reply.status, reply.code]).toEqual([at, 400, "INVALID_LOGOUT_REQUEST"]);
    }
    expect(await it.postForm({})).toMatchObject({ code: "INVALID_LOGOUT_RESPONSE" });
    expect(await it.isSignedIn(ann)).toBe(true);
  });

  test("SAML-11: can't end another provider's sessions, even with the same name ID", async () => {
    const it = await start();
    const { browser: ann } = await it.signIn();
    const own = { entryPoint: "https://idp.test/sso", cert: attackerKeys.certificate, logoutUrl };
    await it.register({ providerId: "acme-2", samlConfig: own });
    const destination = it.sloUrl.replace("acme-saml", "acme-2");
    for (const sessionIndex of ["session-1", undefined]) {
      const xml = it.requestXml({ sessionIndex }).replace(it.sloUrl, destination);
      const url = redirectURL({ destination, parameter: "SAMLRequest", xml, privateKey: attackerKeys.privateKey });
      expect(await it.follow(url)).toMatchObject({ status: 302 });
      // A message signed with the other provider's key is rejected, too.
      expect((await it.send(it.requestXml({ sessionIndex }), attackerKeys)).code).toBe("INVALID_LOGOUT_REQUEST");
    }
    expect(await it.isSignedIn(ann)).toBe(true);
  });

  test("SAML-11: doesn't end sessions that began after it, even if it's sent again", async () => {
    const it = await start();
    await it.signIn();
    const issued = new Date(Date.now() - 2000);
    const xml = it.requestXml({ now: issued, sessionIndex: undefined });
    await it.send(xml);
    const { browser: back, outcome } = await it.signIn({ now: new Date() });
    expect(outcome).toBe("/app");
    expect((await it.send(xml)).status).toBe(302);
    expect(await it.isSignedIn(back)).toBe(true);
  });

  test("ends the sign-in in progress for its session", async () => {
    const it = await start();
    const [ann, phone] = [it.browser(), it.browser()];
    const first = await it.deliver(it.answer(await it.begin(ann)));
    const second = await it.deliver(it.answer(await it.begin(phone), { sessionIndex: "session-2" }));
    await it.send(it.requestXml());
    expect(await it.redeem(ann, first.location)).toBe("SSO_SESSION_ENDED");
    expect(await it.redeem(phone, second.location)).toBe("/app");
  });

  test("is rejected by a provider without single logout, one that's turned off, and one that doesn't exist", async () => {
    const it = await start();
    const update = (input: object) =>
      it.olga.browser.post("/sso/update-provider", { providerId: "acme-saml", ...input });
    await update({ samlConfig: { logoutUrl: null } });
    expect(await it.send(it.requestXml())).toMatchObject({ status: 400, code: "SINGLE_LOGOUT_NOT_ENABLED" });
    await update({ samlConfig: { logoutUrl }, enabled: false });
    expect(await it.send(it.requestXml())).toMatchObject({ status: 404, code: "SSO_PROVIDER_NOT_FOUND" });
    expect(await it.follow(it.sloUrl.replace("acme-saml", "unknown"))).toMatchObject({ status: 404 });
  });
});

describe("signing out here", () => {
  test("ends the session, and asks the identity provider to end its own", async () => {
    const it = await start();
    const { browser: ann } = await it.signIn();
    const { browser: phone } = await it.signIn({ sessionIndex: "session-2" });
    const { url, status } = await it.signOut(ann);
    expect(status).toBe(200);
    expect([await it.isSignedIn(ann), await it.isSignedIn(phone)]).toEqual([false, true]);
    const xml = messageOf(url, "SAMLRequest");
    expect(xml).toContain(">user-17</saml:NameID>");
    expect(xml).toContain("<samlp:SessionIndex>session-1</samlp:SessionIndex>");
    const metadata = await it.browser().get<string>("/sso/saml2/sp/metadata?providerId=acme-saml");
    expect(String(metadata.body)).toContain(`Location="${it.sloUrl}"`);
    const [certificate = ""] = /<ds:X509Certificate>[^<]+/.exec(String(metadata.body)) ?? [];
    const { readCertificate } = await import("../../src/saml/certificates.ts");
    const spKeys = { certificates: [readCertificate(certificate.replace(/<[^>]+>/, ""))], now: new Date() };
    expect(readRedirect(new URL(url).search.slice(1), spKeys).parameter).toBe("SAMLRequest");
    const inResponseTo = / ID="([^"]+)"/.exec(xml)?.[1] ?? "";
    const answer = (isSuccess: boolean, id = inResponseTo) =>
      createLogoutResponse({
        ...{ id: createMessageId(), now: new Date(), destination: it.sloUrl, issuer: it.issuer },
        ...{ inResponseTo: id, isSuccess },
      });
    const relayState = new URL(url).searchParams.get("RelayState") ?? "";
    const back = (message: string, keys = idpKeys) => {
      const { privateKey } = keys;
      return it.follow(
        redirectURL({ destination: it.sloUrl, parameter: "SAMLResponse", xml: message, relayState, privateKey }),
      );
    };
    expect(await back(answer(true), attackerKeys)).toMatchObject({ status: 400, code: "INVALID_LOGOUT_RESPONSE" });
    expect((await back(answer(true))).location).toBe("http://app.test/bye");
    expect(await back(answer(true))).toMatchObject({ status: 400, code: "INVALID_LOGOUT_RESPONSE" });
  });

  test("returns to the app with an error if the identity provider couldn't end it, and rejects a response to another request", async () => {
    const it = await start();
    const finish = async (isSuccess: boolean, inResponseTo?: string) => {
      const { browser } = await it.signIn();
      const { url } = await it.signOut(browser, "/sso/saml2/logout/acme-saml");
      const message = { id: createMessageId(), now: new Date(), destination: it.sloUrl, issuer: it.issuer };
      const id = inResponseTo ?? / ID="([^"]+)"/.exec(messageOf(url, "SAMLRequest"))?.[1] ?? "";
      const SAMLResponse = post(
        sign(createLogoutResponse({ ...message, inResponseTo: id, isSuccess }), "LogoutResponse"),
      );
      return it.postForm({ SAMLResponse, RelayState: new URL(url).searchParams.get("RelayState") ?? "" });
    };
    expect((await finish(false)).location).toBe("http://app.test/bye?error=saml_status_not_success");
    expect(await finish(true, "_other")).toMatchObject({ status: 400, code: "INVALID_LOGOUT_RESPONSE" });
  });

  test("doesn't end sessions that were started without this SAML provider, or by one without single logout", async () => {
    const it = await start();
    const { browser: ann } = await it.signIn();
    const refused = { status: 400, code: "SINGLE_LOGOUT_NOT_ENABLED" };
    expect(await it.signOut(it.olga.browser)).toMatchObject(refused);
    expect(await it.signOut(ann, "/sso/saml2/logout/other")).toMatchObject(refused);
    expect(await it.signOut(it.browser())).toMatchObject({ status: 401 });
    expect(await it.signOut(ann, "/sso/sign-out", { callbackURL: "https://evil.test" })).toMatchObject({ status: 403 });
    const off = { providerId: "acme-saml", samlConfig: { logoutUrl: null } };
    await it.olga.browser.post("/sso/update-provider", off);
    expect(await it.signOut(ann)).toMatchObject(refused);
    expect([await it.isSignedIn(ann), await it.isSignedIn(it.olga.browser)]).toEqual([true, true]);
  });

  test("a logout URL must be a valid URL", async () => {
    const it = await start();
    const samlConfig = {
      entryPoint: "https://idp.test/sso",
      cert: idpKeys.certificate,
      logoutUrl: "javascript:alert(1)",
    };
    expect(await it.register({ providerId: "another", samlConfig })).toMatchObject({ code: "SAML_INVALID_METADATA" });
  });
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("sign-ins with a concurrent logout leave no session", async () => {
    const it = await start({ database: opened.database });
    await it.signIn({ sessionIndex: "another" });
    const people = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const browser = it.browser();
        return { browser, location: (await it.deliver(it.answer(await it.begin(browser)))).location };
      }),
    );
    const xml = it.requestXml({ now: new Date(Date.now() + 2000) });
    const [reply] = await Promise.all([
      it.send(xml),
      ...people.map(({ browser, location }) => it.redeem(browser, location)),
    ]);
    expect(reply?.status).toBe(302);
    const left = await it.auth.$context.db.count(sessionTable, { where: { ssoProviderId: { ne: null } } as object });
    expect(left).toBe(1);
  });

  test("logout messages stay within the query budgets of their calls", async () => {
    const it = await start({ database: opened.database });
    const { endpoints } = it.auth.$context.extensions;
    const most: Record<string, number> = {};
    const cost = async (id: string, run: () => Promise<{ readonly status: number }>) => {
      opened.statements.length = 0;
      expect([id, [200, 302].includes((await run()).status)]).toEqual([id, true]);
      const own = opened.statements.filter(
        ({ kind, table }) => kind !== "transaction" && !["audit", "outbox"].includes(table ?? ""),
      );
      most[id] = Math.max(most[id] ?? 0, own.length);
    };
    let people = 0;
    /** Signs in a user who hasn't been logged out yet. */
    const signIn = async () => {
      const nameId = `person-${people++}`;
      return { nameId, ...(await it.signIn({ nameId, email: `${nameId}@acme.test` })) };
    };
    const { browser: ann } = await signIn();
    await cost("signOutSSO", () => it.signOut(ann));
    const { browser: bob } = await signIn();
    await cost("samlSignOut", () => it.signOut(bob, "/sso/saml2/logout/acme-saml"));
    for (const sessionIndex of ["session-1", undefined]) {
      const { nameId } = await signIn();
      await cost("samlLogoutRedirect", () => it.send(it.requestXml({ nameId, sessionIndex })));
      const { nameId: other } = await signIn();
      const SAMLRequest = post(sign(it.requestXml({ nameId: other, sessionIndex }), "LogoutRequest"));
      await cost("samlLogoutPost", () => it.postForm({ SAMLRequest }));
    }
    expect(await it.auth.$context.db.count(sessionTable, { where: { ssoProviderId: { ne: null } } as object })).toBe(0);
    const declared = Object.keys(most).map((id) => [id, endpoints[id]?.queryBudget]);
    expect(most).toEqual(Object.fromEntries(declared));
  });
});
