/** The fake identity provider signs users in to an app with the SSO plugin, over both protocols. */

import { once } from "node:events";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { organization } from "@latchkey/organization";
import { sso } from "@latchkey/sso";
import { startAuth, type TestBrowser } from "@latchkey/test-kit";
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { IdentityResponse } from "./identity-provider/request.ts";
import { createIdentityProvider, type IdentityProviderOptions } from "./identity-provider.ts";

const folder = await mkdtemp(join(tmpdir(), "idp-"));
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

/** All tests share one key, because creating a key takes long. */
async function start(options: IdentityProviderOptions = {}) {
  const idp = await createIdentityProvider({ keyFile: join(folder, "shared.pem"), ...options });
  onTestFinished(() => idp.close());
  return idp;
}

/** Acme has verified acme.test, and registers the identity provider. */
async function startApp(protocol: "saml" | "oidc") {
  const idp = await start();
  const records = new Map<string, string>();
  const app = await startAuth({
    plugins: [organization({ sendInvitationEmail: () => {} }), sso({ allowPrivateURLs: true })],
    resolveTxt: async (name) => [[records.get(name) ?? ""]],
    clock: () => new Date(),
  });
  const olga = app.browser();
  await olga.signUp("olga@example.com");
  await olga.post("/organization/create", { name: "Acme", slug: "acme" });
  type Added = { readonly record: { readonly name: string; readonly value: string } };
  const { record } = (await olga.post<Added>("/sso/add-domain", { domain: "acme.test" })).body;
  records.set(record.name, record.value);
  expect((await olga.post("/sso/verify-domain", { domain: "acme.test" })).status).toBe(204);
  const given =
    protocol === "saml"
      ? { issuer: idp.entityId, samlConfig: { metadataUrl: idp.entityId } }
      : { issuer: idp.issuer, oidcConfig: { clientId: "acme app", clientSecret: "a secret: 1" } };
  const roleMapping = [{ claim: "groups", equals: "admins", role: "admin" }];
  const registered = await olga.post("/sso/register", {
    providerId: "acme",
    domain: "acme.test",
    roleMapping,
    ...given,
  });
  expect(registered.status).toBe(200);
  const begin = async (browser: TestBrowser) =>
    (await browser.post<{ url: string }>("/sign-in/sso", { callbackURL: "/app", providerId: "acme" })).body.url;
  /** Delivers a response to the app like a browser. Returns the path that the browser ends up at, or the error. */
  const deliver = async (browser: TestBrowser, { url, fields }: IdentityResponse) => {
    const { pathname, search } = fields ? await post(url, fields) : new URL(url);
    const reply = await browser.get(`${pathname.replace("/api/auth", "")}${search}`);
    const next = new URL(reply.headers.get("location") ?? "http://none.test", "http://app.test");
    return next.searchParams.get("error") ?? next.pathname;
  };
  const post = async (url: string, fields: object) => {
    const headers = { origin: idp.issuer, "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams({ ...fields }).toString();
    const reply = await app.auth.handler(new Request(url, { method: "POST", headers, body }));
    return new URL(reply.headers.get("location") ?? "http://none.test", "http://app.test");
  };
  type Seen = { readonly user: object } | null;
  const userOf = async (browser: TestBrowser) => (await browser.get<Seen>("/get-session")).body?.user;
  const roles = async () => {
    type Member = { readonly role: string; readonly user: { readonly email: string } };
    const { members } = (await olga.get<{ members: Member[] }>("/organization/get-full-organization")).body;
    return Object.fromEntries(members.map(({ role, user }) => [user.email, role]));
  };
  return { ...app, idp, begin, deliver, userOf, roles };
}

/** Submits the page's form. Returns the response to deliver to the app. */
async function choose(
  issuer: string,
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<IdentityResponse> {
  const { pathname, search } = new URL(url);
  const body = new URLSearchParams({ request: pathname + search, ...fields });
  const reply = await fetch(`${issuer}/respond`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: issuer },
    body,
  });
  const location = reply.headers.get("location");
  if (location !== null) return { url: location, fields: null };
  const page = (await reply.text()).replaceAll("&#38;", "&");
  const inputs = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  const action = /<form method="post" action="([^"]*)"/.exec(page)?.[1] ?? "";
  return { url: action, fields: Object.fromEntries(inputs.map(([, name, value]) => [name, value])) };
}

describe.each(["saml", "oidc"] as const)("with %s", (protocol) => {
  test("a developer chooses who signs in, and with which attributes", async () => {
    const { idp, browser, begin, deliver, userOf, roles } = await startApp(protocol);
    const ann = browser();
    const url = await begin(ann);
    const page = await fetch(url);
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self' http://app.test");
    expect(await page.text()).toContain("Sign in as Ann Doe");
    const fields = {
      email: "ann@acme.test",
      name: "Ann <Doe> & Co",
      groups: "staff, admins",
      attributes: "x=1\r\nx=2",
    };
    expect(await deliver(ann, await choose(idp.issuer, url, fields))).toBe("/app");
    expect(await userOf(ann)).toMatchObject({ email: "ann@acme.test", name: "Ann <Doe> & Co", emailVerified: true });
    expect(await roles()).toMatchObject({ "ann@acme.test": "admin" });
  });

  test("a test signs people in without a browser, and a canceled sign-in is an error", async () => {
    const { idp, browser, begin, deliver, userOf } = await startApp(protocol);
    const person = {
      email: "bob@acme.test",
      id: "17",
      groups: ["staff"],
      attributes: { city: "Bern", tags: ["a", "b"] },
    };
    const [first, second, third] = [browser(), browser(), browser()];
    expect(await deliver(first, await idp.signIn(await begin(first), person))).toBe("/app");
    const renamed = { ...person, email: "robert@acme.test" };
    expect(await deliver(second, await idp.signIn(await begin(second), renamed))).toBe("/app");
    expect(await userOf(second)).toEqual(await userOf(first));
    const canceled = await idp.signIn(await begin(third), null);
    expect(await deliver(third, canceled)).toBe(protocol === "saml" ? "saml_status_not_success" : "access_denied");
    expect(await userOf(third)).toBeUndefined();
  });

  test("an invalid request is explained, and responses are only sent to web addresses", async () => {
    const { idp, begin, browser } = await startApp(protocol);
    const url = new URL(await begin(browser()));
    if (protocol === "saml") url.searchParams.set("SAMLRequest", "PHg+");
    else url.searchParams.set("redirect_uri", "javascript:alert(1)");
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining("<p>The ")]);
    await expect(idp.signIn(url.href, { email: "ann@acme.test" })).rejects.toThrow(/^The /);
  });
});

test("a code works once, and only for the client, redirect URL, and verifier that it was issued for", async () => {
  const idp = await start();
  const query = { client_id: "app", redirect_uri: "http://app.test/back", response_type: "code", nonce: "n" };
  const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  const url = `${idp.issuer}/authorize?${new URLSearchParams({ ...query, code_challenge: challenge })}`;
  const right = {
    grant_type: "authorization_code",
    client_id: "app",
    redirect_uri: query.redirect_uri,
    code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  };
  const code = async () => new URL((await idp.signIn(url, { email: "a@b.test" })).url).searchParams.get("code") ?? "";
  const redeem = async (fields: Readonly<Record<string, string>>) =>
    (await fetch(`${idp.issuer}/token`, { method: "POST", body: new URLSearchParams(fields) })).status;
  const used = await code();
  expect([await redeem({ ...right, code: used }), await redeem({ ...right, code: used })]).toEqual([200, 400]);
  for (const name of Object.keys(right)) {
    expect([name, await redeem({ ...right, [name]: "other", code: await code() })]).toEqual([name, 400]);
  }
});

test("the server only responds to browsers that opened it on this machine, and to forms from its own page", async () => {
  const { issuer, entityId, metadata } = await start();
  const home = await (await fetch(issuer)).text();
  expect(home).toContain(entityId);
  expect(home).toContain("ann@acme.test");
  expect(await (await fetch(entityId)).text()).toBe(metadata);
  const post = (headers: Record<string, string>, path = "/respond") =>
    fetch(issuer + path, { method: "POST", headers, body: "request=/authorize" });
  expect((await post({ origin: "https://evil.test" })).status).toBe(403);
  expect((await post({})).status).toBe(403);
  expect((await post({ origin: issuer })).status).toBe(400);
  expect((await post({ origin: issuer }, "/other")).status).toBe(404);
  expect((await fetch(`${issuer}/other`)).status).toBe(404);
  expect((await fetch(issuer, { method: "DELETE" })).status).toBe(405);
  const large = await fetch(`${issuer}/token`, { method: "POST", body: "x".repeat(1_048_577) });
  expect(large.status).toBe(413);
  const rebound = request(issuer, { headers: { host: "evil.test" } }).end();
  const [reply] = (await once(rebound, "response")) as [IncomingMessage];
  expect(reply.resume().statusCode).toBe(403);
});

test("with a key file, the key stays the same, and only its owner can read the file", async () => {
  const keyFile = join(folder, "key.pem");
  const certificate = ({ metadata }: { readonly metadata: string }) => /X509Certificate>([^<]+)/.exec(metadata)?.[1];
  const first = certificate(await start({ keyFile }));
  expect([certificate(await start({ keyFile })), certificate(await start()) === first]).toEqual([first, false]);
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  await writeFile(keyFile, "something else");
  await expect(createIdentityProvider({ keyFile })).rejects.toThrow("doesn't contain an identity provider key");
});

test.each(["production", "staging", ""])("the server doesn't start with NODE_ENV %j", async (environment) => {
  vi.stubEnv("NODE_ENV", environment);
  await expect(createIdentityProvider()).rejects.toThrow("can't run in production");
});
