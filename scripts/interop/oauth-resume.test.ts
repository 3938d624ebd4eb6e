/** Every way to sign in leads back to the OAuth client whose request the sign-in page was opened for. */

import { accountTable, userTable } from "@latchkey/core/plugin";
import { magicLink } from "@latchkey/magic-link";
import { organization } from "@latchkey/organization";
import { sso } from "@latchkey/sso";
import {
  createMailbox,
  mailOptions,
  type TestBrowser,
  testPassword,
  testProvider,
  testProviderFetch,
} from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { HOTP, Secret } from "otpauth";
import { expect, test } from "vitest";
import { issuer, pkce, startProvider } from "../../packages/oauth-provider/test/provider.ts";
import { startDns } from "../../packages/sso/test/dns.ts";
import { createIssuer } from "../../packages/sso/test/issuer.ts";

const navigation = { "sec-fetch-mode": "navigate", "sec-fetch-site": "cross-site", accept: "text/html" };
const signedIn = "latchkey.session_token";

/** Ann owns Acme, whose identity provider is `corp`. `idp` is a social provider that knows `cai@example.com`. */
async function start() {
  const [dns, idp, box] = [await startDns(), createIssuer("https://idp.corp.test"), createMailbox()];
  const plugins = [
    sso(),
    organization(),
    magicLink({ sendMagicLink: box.sender("magicLink", ({ email }) => String(email)) }),
    twoFactor(),
  ] as const;
  const given = {
    ...mailOptions(box),
    providers: [testProvider({ id: "cai", email: "cai@example.com" })],
    fetch: testProviderFetch,
    resolveTxt: dns.resolveTxt,
    publicFetch: idp.fetch,
    // Tokens are checked with the machine's clock.
    clock: () => new Date(),
  };
  const it = await startProvider({}, given, undefined, plugins);
  const { client_id } = await it.createClient();
  const pathOf = (url: string) => url.replace(issuer, "");
  /** Opens the client's request in a browser. Returns the query of the sign-in page, and its URL. */
  const open = async (browser: TestBrowser) => {
    const page = await it.authorize(it.parametersOf(client_id, pkce().challenge), browser);
    expect(page.pathname).toBe("/sign-in");
    return { page, oauth_query: page.search.slice(1) };
  };
  const follow = async (browser: TestBrowser, path: string, headers = {}) => {
    const location = (await browser.get(path, headers)).headers.get("location");
    if (location === null) throw new Error(`${path} isn't a redirect.`);
    return new URL(location);
  };
  /** Continues the request, and returns the next page. */
  const resume = (browser: TestBrowser, url: unknown) => follow(browser, pathOf(String(url)));
  /** Continues the request until the client gets a code. */
  const complete = async (browser: TestBrowser, url: unknown) => {
    const next = await resume(browser, url);
    const final = next.pathname === "/consent" ? await it.consent(next, {}, browser) : next;
    expect([final.origin, final.searchParams.has("code")]).toEqual(["https://client.test", true]);
  };
  /** A user with 2FA. Returns the backup codes. */
  const enroll = async (browser: TestBrowser, email: string): Promise<readonly string[]> => {
    await browser.signUp(email);
    // Otherwise, a magic link would remove the second factor, because anyone could have added it.
    await browser.post("/send-verification-email", { email });
    await browser.get(pathOf((await box.next("sendVerificationEmail", email)).url));
    const { body } = await browser.post<{ totpURI: string; backupCodes: string[] }>("/two-factor/enable", {
      password: testPassword,
    });
    const secret = Secret.fromBase32(new URL(body.totpURI).searchParams.get("secret") ?? "");
    const code = HOTP.generate({ secret, counter: Math.floor(Date.now() / 30_000), digits: 6 });
    expect((await browser.post("/two-factor/verify-totp", { code })).status).toBe(200);
    return body.backupCodes;
  };
  /** Asks for a magic link. Returns its path. */
  const link = async (browser: TestBrowser, email: string, more: object) => {
    const asked = await browser.post("/sign-in/magic-link", { email, ...more });
    expect([asked.status, asked.body]).toEqual([200, { status: true }]);
    return pathOf((await box.next("magicLink", email)).url);
  };
  /** Signs in with the social provider. Returns where the browser is sent. */
  const social = async (browser: TestBrowser, more: object) => {
    const { body } = await browser.post("/sign-in/social", { provider: "idp", ...more });
    const state = new URL(String(body.url)).searchParams.get("state");
    return follow(browser, `/callback/idp?${new URLSearchParams({ code: "x", state: state ?? "" })}`);
  };
  return { ...it, dns, idp, box, open, follow, resume, complete, enroll, link, social };
}

const elsewhere = { callbackURL: "/home", newUserCallbackURL: "/welcome" };

test("a second factor, although its page doesn't send the request along", async () => {
  const { browser, enroll, open, complete } = await start();
  const codes = await enroll(browser(), "bo@example.com");
  const bo = browser();
  const { oauth_query } = await open(bo);
  const first = await bo.post("/sign-in/email", { email: "bo@example.com", password: testPassword, oauth_query });
  expect(first.body).toMatchObject({ twoFactorRedirect: true });
  expect(first.body.url).toBeUndefined();
  const { body } = await bo.post("/two-factor/verify-backup-code", { code: codes[0] });
  expect(body).toMatchObject({ redirect: true, url: expect.stringContaining("/oauth2/authorize?rid=") });
  await complete(bo, body.url);
});

test("a sign-in outside of a request doesn't continue one after its second factor, even if an earlier sign-in was part of it", async () => {
  const { browser, enroll, open } = await start();
  const codes = await enroll(browser(), "bo@example.com");
  const bo = browser();
  const credentials = { email: "bo@example.com", password: testPassword };
  const { oauth_query } = await open(bo);
  await bo.post("/sign-in/email", { ...credentials, oauth_query });
  await bo.post("/sign-in/email", credentials);
  const { status, body } = await bo.post("/two-factor/verify-backup-code", { code: codes[0] });
  expect([status, body.url]).toEqual([200, undefined]);
});

test("a magic link, even for a new user who would otherwise be sent to the welcome page", async () => {
  const { browser, open, follow, complete, link } = await start();
  for (const email of ["new@example.com", "ann@example.com"]) {
    const person = browser();
    const { oauth_query } = await open(person);
    const path = await link(person, email, { ...elsewhere, oauth_query });
    const back = await follow(person, path, navigation);
    expect(person.cookies.has(signedIn)).toBe(true);
    await complete(person, back);
  }
});

test("a magic link and then a second factor", async () => {
  const { browser, enroll, open, follow, resume, complete, link } = await start();
  const codes = await enroll(browser(), "bo@example.com");
  const bo = browser();
  const { page, oauth_query } = await open(bo);
  const back = await follow(bo, await link(bo, "bo@example.com", { oauth_query }), navigation);
  const again = await resume(bo, back);
  // The sign-in page learns that a second factor is missing, and still has the request.
  expect([again.pathname, again.searchParams.get("twoFactorRedirect")]).toEqual(["/sign-in", "true"]);
  expect(again.searchParams.get("rid")).toBe(page.searchParams.get("rid"));
  const { body } = await bo.post("/two-factor/verify-backup-code", { code: codes[0] });
  await complete(bo, body.url);
});

test("a magic link that fails tells the sign-in page why", async () => {
  const { browser, open, follow, resume, link } = await start();
  const person = browser();
  const { page, oauth_query } = await open(person);
  const path = await link(person, "new@example.com", { oauth_query });
  const back = await follow(person, path.replace(/token=\w+/, "token=unknown"), navigation);
  const again = await resume(person, back);
  expect([again.pathname, again.searchParams.get("error")]).toEqual(["/sign-in", "INVALID_TOKEN"]);
  expect(again.searchParams.get("rid")).toBe(page.searchParams.get("rid"));
});

test("OIDP-05: a magic link that's opened in another browser signs in there, and the client gets nothing", async () => {
  const { browser, open, resume, link } = await start();
  const person = browser();
  const { oauth_query } = await open(person);
  const path = await link(person, "new@example.com", { oauth_query });
  const other = browser();
  const confirm = { token: new URL(path, issuer).searchParams.get("token") ?? "" };
  const reply = await other.post<Record<string, unknown>>("/magic-link/verify", confirm);
  expect([reply.status, reply.body.url]).toEqual([200, undefined]);
  expect(other.cookies.has(signedIn)).toBe(true);
  const again = await link(person, "new@example.com", { oauth_query });
  const target = new URL(again, issuer).searchParams.get("callbackURL");
  expect((await resume(other, target)).pathname).toBe("/api/auth/error");
});

test("a social provider, even for a new user who would otherwise be sent to the welcome page", async () => {
  const { browser, open, complete, social } = await start();
  for (const _ of ["new", "known"]) {
    const cai = browser();
    const { oauth_query } = await open(cai);
    await complete(cai, await social(cai, { ...elsewhere, oauth_query }));
  }
  expect((await social(browser(), elsewhere)).pathname).toBe("/home");
});

test("a social provider and then a second factor, although another user is still signed in", async () => {
  const { auth, authorize, browser, createClient, parametersOf, enroll, resume, complete, social } = await start();
  const cai = browser();
  await social(cai, {});
  const codes = await enroll(browser(), "bo@example.com");
  const { db } = auth.$context;
  const bo = await db.findOne(userTable, { where: { email: "bo@example.com" } });
  await db.update(accountTable, { where: { providerId: "idp" }, set: { userId: bo?.id ?? "" } });
  const shared = browser();
  await shared.signIn("ann@example.com");
  const { client_id } = await createClient();
  const page = await authorize(parametersOf(client_id, pkce().challenge, { prompt: "login" }), shared);
  const back = await social(shared, { oauth_query: page.search.slice(1) });
  const again = await resume(shared, back);
  expect([again.pathname, again.searchParams.get("twoFactorRedirect")]).toEqual(["/sign-in", "true"]);
  const { body } = await shared.post("/two-factor/verify-backup-code", { code: codes[0] });
  await complete(shared, body.url);
});

test("single sign-on, even for a new user who would otherwise be sent to the welcome page", async () => {
  const { ann, dns, idp, browser, open, follow, complete } = await start();
  await ann.post("/organization/create", { name: "Acme", slug: "acme" });
  const { body: domain } = await ann.post<{ record: { name: string; value: string } }>("/sso/add-domain", {
    domain: "corp.test",
  });
  dns.records.set(domain.record.name, [domain.record.value]);
  await ann.post("/sso/verify-domain", { domain: "corp.test" });
  const oidcConfig = { clientId: "client-12345678", clientSecret: "the secret of the client" };
  await ann.post("/sso/register", { providerId: "corp", issuer: idp.issuer, domain: "corp.test", oidcConfig });
  for (const _ of ["new", "known"]) {
    const dee = browser();
    const { oauth_query } = await open(dee);
    const { body } = await dee.post("/sign-in/sso", { email: "dee@corp.test", ...elsewhere, oauth_query });
    const claims = { sub: "dee", email: "dee@corp.test", name: "Dee" };
    await complete(dee, await follow(dee, `/sso/callback/corp?${idp.agree(String(body.url), { claims })}`));
  }
});
