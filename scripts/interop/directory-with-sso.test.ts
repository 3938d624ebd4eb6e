/**
 * Tests what access users lose when they leave, in an app with a directory, an identity provider, API keys, and OAuth
 * clients.
 */

import { apiKey } from "@latchkey/api-key";
import { userTable } from "@latchkey/core/plugin";
import { memberTable, organization } from "@latchkey/organization";
import { type ScimOptions, scim, scimUserTable } from "@latchkey/scim";
import { sso } from "@latchkey/sso";
import type { TestBrowser } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { pkce, redirectUri, startProvider } from "../../packages/oauth-provider/test/provider.ts";
import { type Body, directoryOf, patch, scimUser } from "../../packages/scim/test/app.ts";
import { startDns } from "../../packages/sso/test/dns.ts";
import { createIssuer } from "../../packages/sso/test/issuer.ts";

const off = patch({ op: "replace", path: "active", value: false });
const on = patch({ op: "replace", path: "active", value: true });

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  /** Ann owns Acme, which has verified `corp.test` and signs in with its own provider. */
  async function start(options: ScimOptions = {}) {
    const [dns, idp] = [await startDns(), createIssuer("https://idp.corp.test")];
    const plugins = [sso(), organization({ sendInvitationEmail: () => {} }), apiKey(), scim(options)] as const;
    const given = {
      database: opened.database,
      resolveTxt: dns.resolveTxt,
      publicFetch: idp.fetch,
      // Tokens are checked with the machine's clock.
      clock: () => new Date(),
    };
    const it = await startProvider({}, given, undefined, plugins);
    const { ann, auth } = it;
    const post = async (path: string, body: object) => {
      const reply = await ann.post<Body>(path, body);
      if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply.body)}`);
      return reply.body;
    };
    const { id: organizationId } = await post("/organization/create", { name: "Acme", slug: "acme" });
    const { record } = await post("/sso/add-domain", { domain: "corp.test" });
    dns.records.set(record.name, [record.value]);
    await post("/sso/verify-domain", { domain: "corp.test" });
    const oidcConfig = { clientId: "client-12345678", clientSecret: "the secret of the client" };
    await post("/sso/register", { providerId: "corp", issuer: idp.issuer, domain: "corp.test", oidcConfig });
    const created = await auth.api.createScimConnection({ body: { organizationId, name: "Entra ID" } });
    const directory = directoryOf(auth, created.id, created.token);
    /** Signs in with the provider. Returns the path or the error that the browser ends up with. */
    const signIn = async (name: string, browser: TestBrowser) => {
      const { body } = await browser.post<Body>("/sign-in/sso", { providerId: "corp", callbackURL: "/app" });
      const claims = { sub: `sub-${name}`, email: `${name}@corp.test`, name };
      const reply = await browser.get(`/sso/callback/corp?${idp.agree(body.url, { claims })}`);
      const location = new URL(reply.headers.get("location") ?? "http://none.test");
      return location.searchParams.get("error") ?? location.pathname;
    };
    /** Lets an OAuth client act for a user. */
    const grant = async (browser: TestBrowser, scope?: string) => {
      const client = await it.createClient();
      const { verifier, challenge } = pkce();
      const asked = it.parametersOf(client.client_id, challenge, scope === undefined ? {} : { scope });
      const page = await it.authorize(asked, browser);
      const code = (await it.consent(page, {}, browser)).searchParams.get("code") ?? "";
      const exchange = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
      const { body } = await it.send("/oauth2/token", exchange, it.basic(client));
      return { client, access: String(body.access_token), refresh: String(body.refresh_token) };
    };
    /** Requires the provider, once it has passed a test. */
    const enforce = async () => {
      const { url } = await post("/sso/test-provider", { providerId: "corp" });
      const claims = { sub: "sub-ann", email: "ann@corp.test" };
      await ann.get(`/sso/callback/corp?${idp.agree(url, { claims })}`);
      await post("/sso/set-enforcement", { domain: "corp.test", enforcement: "required" });
    };
    return { ...it, organizationId, directory, signIn, grant, enforce, db: auth.$context.db };
  }

  test("SSO-07: when single sign-on becomes required, grants end with their session, except those with offline_access", async () => {
    const it = await start();
    const bob = it.browser();
    await bob.signUp("bob@corp.test");
    const [offline, online] = [await it.grant(bob), await it.grant(bob, "openid")];
    const works = async ({ access }: typeof offline) => (await it.userInfo(access)).status === 200;
    expect([await works(offline), await works(online)]).toEqual([true, true]);
    await it.enforce();
    expect((await bob.get("/get-session")).body).toBeNull();
    expect(await works(online)).toBe(false);
    // The user allowed this client to act without a session, so its grant doesn't end with one.
    expect(await works(offline)).toBe(true);
    const refreshed = await it.refresh(offline.client, offline.refresh);
    expect(refreshed.body.error).toBeUndefined();
    // A new grant needs a session, which only the provider can start.
    expect((await bob.signIn("bob@corp.test")).body).toMatchObject({ code: "SSO_REQUIRED" });
  });

  test.each(["suspend", "remove"] as const)(
    "SCIM-03, SCIM-09, SCIM-13: a user who is deactivated by the directory loses all access, and can't return through the provider until they're reactivated (%s)",
    async (deprovision) => {
      const it = await start({ deprovision });
      const { auth, db, directory, organizationId } = it;
      const { id } = (await directory.send("POST", "/Users", scimUser("bob"))).body;
      expect(await db.findOne(scimUserTable, { where: { id } })).toMatchObject({ managed: true });
      const bob = it.browser();
      expect(await it.signIn("bob", bob)).toBe("/app");
      const { user } = (await bob.get<Body>("/get-session")).body;
      const members = { where: { organizationId, userId: user.id } };
      expect(await db.findOne(memberTable, members)).toMatchObject({ role: "member", suspendedAt: null });
      expect(await db.count(userTable, { where: { email: "bob@corp.test" } })).toBe(1);
      const { key } = await auth.api.createApiKey({ body: { userId: user.id } });
      const { client, access, refresh } = await it.grant(bob);
      expect((await it.userInfo(access)).status).toBe(200);

      expect((await directory.send("PATCH", `/Users/${id}`, off)).status).toBe(200);
      expect((await bob.get("/get-session")).body).toBeNull();
      expect((await auth.api.verifyApiKey({ body: { key } })).valid).toBe(false);
      expect((await it.userInfo(access)).status).toBe(401);
      expect((await it.refresh(client, refresh)).body.error).toBe("invalid_grant");
      const back = it.browser();
      const refused = deprovision === "suspend" ? "member_suspended" : "SCIM_MEMBER_INACTIVE";
      expect(await it.signIn("bob", back)).toBe(refused);
      expect((await back.get("/get-session")).body).toBeNull();

      // When the user comes back, they get the role from the mapping.
      const group = await directory.send("POST", "/Groups", { displayName: "Admins", members: [{ value: id }] });
      await auth.api.mapScimGroup({ body: { groupId: group.body.id, role: "admin" } });
      await directory.send("PATCH", `/Users/${id}`, on);
      expect(await db.findOne(memberTable, members)).toMatchObject({ role: "admin", suspendedAt: null });
      expect((await bob.get("/get-session")).body).toBeNull();
      expect(await it.signIn("bob", back)).toBe("/app");
      expect((await it.refresh(client, refresh)).body.error).toBe("invalid_grant");
    },
  );

  test("with syncRoles, a directory whose groups are mapped to roles decides its members' roles", async () => {
    const it = await start();
    const { ann, auth, db, directory, organizationId } = it;
    const rules = { roleMapping: [{ claim: "name", equals: "bob", role: "admin" }], syncRoles: true };
    expect((await ann.post("/sso/update-provider", { providerId: "corp", ...rules })).status).toBe(200);
    const { id } = (await directory.send("POST", "/Users", scimUser("bob"))).body;
    const user = await db.findOne(userTable, { where: { email: "bob@corp.test" } });
    const where = { organizationId, userId: user?.id ?? "" };
    const roleAfterSignIn = async () => {
      expect(await it.signIn("bob", it.browser())).toBe("/app");
      return (await db.findOne(memberTable, { where }))?.role;
    };
    expect(await roleAfterSignIn()).toBe("admin");
    const group = await directory.send("POST", "/Groups", { displayName: "Staff", members: [{ value: id }] });
    expect(await roleAfterSignIn()).toBe("admin");
    await db.update(memberTable, { where, set: { role: "member" } });
    await auth.api.mapScimGroup({ body: { groupId: group.body.id, role: "member" } });
    expect(await roleAfterSignIn()).toBe("member");
    await auth.api.updateScimConnection({ body: { id: directory.id, enabled: false } });
    expect(await roleAfterSignIn()).toBe("admin");
  });
});
