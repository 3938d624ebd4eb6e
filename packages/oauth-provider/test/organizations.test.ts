import { auditTable, userTable } from "@latchkey/core/plugin";
import { memberTable, organization } from "@latchkey/organization";
import type { TestBrowser } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { NewOAuthClient, OAuthClient } from "../src/call-types.ts";
import type { OAuthProviderOptions } from "../src/options.ts";
import { oauthClientTable, oauthConsentTable, oauthGrantTable } from "../src/tables.ts";
import { issuer, pkce, redirectUri, startProvider } from "./provider.ts";

/** Ann owns Acme, where Bob is an admin and Mia is a plain member. Eve owns another organization. */
async function start(options: Partial<OAuthProviderOptions> = {}, authOptions: object = {}) {
  const page = { organizations: { page: "/choose-organization" }, ...options };
  const app = await startProvider(page, authOptions, undefined, [organization()]);
  const signUp = async (name: string) => {
    const browser = app.browser();
    const { body } = await browser.signUp(`${name}@example.com`);
    return { browser, id: body.user.id };
  };
  const [bob, mia, eve] = [await signUp("bob"), await signUp("mia"), await signUp("eve")];
  const found = async (browser: TestBrowser, slug: string) =>
    (await browser.post<{ id: string }>("/organization/create", { name: slug, slug })).body.id;
  const acme = await found(app.ann, "acme");
  const other = await found(eve.browser, "other");
  const add = (userId: string, role: string) =>
    app.auth.api.addMember({ body: { organizationId: acme, userId, role } });
  await add(bob.id, "admin");
  await add(mia.id, "member");
  const create = (browser: TestBrowser, organizationId = acme) =>
    browser.post<NewOAuthClient & { code?: string }>("/oauth2/create-client", {
      organizationId,
      client_name: "Photos",
      redirect_uris: [redirectUri],
    });
  return { ...app, bob, mia, eve, acme, other, add, create };
}

const denied = "YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS";

describe("an organization's clients", () => {
  test("are managed by members with the permission, and remain when their creator leaves", async () => {
    const { ann, bob, acme, auth, create } = await start();
    const { body: made } = await create(bob.browser);
    expect(made).toMatchObject({ organization_id: acme, user_id: null, client_secret: expect.any(String) });
    const { client_id } = made;
    const list = (browser: TestBrowser) => browser.get<OAuthClient[]>(`/oauth2/get-clients?organizationId=${acme}`);
    expect((await list(ann)).body.map((one) => one.client_id)).toEqual([client_id]);
    expect((await bob.browser.get(`/oauth2/get-client?client_id=${client_id}`)).body).toMatchObject({ client_id });
    const update = { client_id, update: { client_name: "Pictures" } };
    expect((await ann.post("/oauth2/update-client", update)).body).toMatchObject({ client_name: "Pictures" });
    const rotated = await bob.browser.post<NewOAuthClient>("/oauth2/client/rotate-secret", { client_id });
    expect(rotated.body.client_secret).not.toBe(made.client_secret);
    await ann.post("/organization/remove-member", { memberIdOrEmail: "bob@example.com", organizationId: acme });
    expect((await list(bob.browser)).body).toMatchObject({ code: denied });
    expect((await list(ann)).body).toHaveLength(1);
    // Users can't know who in the organization chose the name and the logo.
    const shown = await ann.get(`/oauth2/public-client?client_id=${client_id}`);
    expect(shown.body).toMatchObject({ verified: false });
    expect((await ann.post("/oauth2/delete-client", { client_id })).status).toBe(200);
    const rows = await auth.$context.db.findMany(auditTable, { where: { organizationId: acme }, limit: 50 });
    const actions = rows.map(({ action }) => action).filter((action) => action.startsWith("oauth-client."));
    expect(actions.sort()).toEqual(
      ["create", "delete", "rotate-secret", "update"].map((verb) => `oauth-client.${verb}`),
    );
  });

  test("OIDP-17: can't be managed by plain members or strangers with any call", async () => {
    const { ann, mia, eve, acme, other, create } = await start({ clientPrivileges: () => true });
    const { client_id } = (await create(ann)).body;
    const calls = async ({ browser }: typeof mia) => {
      const replies = [
        await create(browser),
        await browser.get(`/oauth2/get-clients?organizationId=${acme}`),
        await browser.get(`/oauth2/get-client?client_id=${client_id}`),
        await browser.post("/oauth2/update-client", { client_id, update: { disabled: true } }),
        await browser.post("/oauth2/client/rotate-secret", { client_id }),
        await browser.post("/oauth2/delete-client", { client_id }),
      ];
      return replies.map(({ status }) => status);
    };
    expect(await calls(mia)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(await calls(eve)).toEqual([403, 403, 404, 404, 404, 404]);
    expect((await create(eve.browser, other)).status).toBe(200);
    const trusted = { organizationId: acme, redirect_uris: [redirectUri], skip_consent: true };
    expect((await ann.post("/oauth2/create-client", trusted)).body.code).toBe("INVALID_CLIENT_METADATA");
  });

  test("don't exist unless the app turns them on", async () => {
    const app = await startProvider({ clientPrivileges: () => true }, {}, undefined, [organization()]);
    const { id } = (await app.ann.post<{ id: string }>("/organization/create", { name: "A", slug: "a" })).body;
    const input = { organizationId: id, redirect_uris: [redirectUri] };
    expect((await app.ann.post("/oauth2/create-client", input)).body.code).toBe(denied);
    expect((await app.ann.get(`/oauth2/get-clients?organizationId=${id}`)).body.code).toBe(denied);
    const { client_id } = await app.createClient();
    const url = await app.authorize(app.parametersOf(client_id, pkce().challenge, { organization: id }));
    expect(url.searchParams.get("error")).toBe("invalid_request");
    await expect(startProvider({ organizations: { page: "/choose" } })).rejects.toThrow('"organization"');
  });

  test("are deleted with the organization", async () => {
    const { ann, acme, auth, create } = await start();
    await create(ann);
    expect((await ann.post("/organization/delete", { organizationId: acme })).status).toBe(200);
    expect(await auth.$context.db.count(oauthClientTable, {})).toBe(0);
  });
});

describe("a client that requests access to an organization", () => {
  const wanting = { scope: "openid offline_access organization" };

  test("gets access to the one that the user chooses, with claims about it", async () => {
    const { ann, acme, auth, other, createClient, authorize, consent, parametersOf, send, basic, userInfo } =
      await start();
    const client = await createClient();
    const { verifier, challenge } = pkce();
    const page = await authorize(parametersOf(client.client_id, challenge, wanting));
    expect(page.pathname).toBe("/choose-organization");
    const choose = (organizationId: string) =>
      ann.post("/oauth2/continue", { organizationId, oauth_query: page.search.slice(1) });
    // Choosing another user's organization doesn't end the request.
    expect((await choose(other)).body.code).toBe("YOU_ARE_NOT_ALLOWED_TO_CHOOSE_THIS_ORGANIZATION");
    const next = new URL(String((await choose(acme)).body.url));
    expect([next.pathname, next.searchParams.get("organization")]).toEqual(["/consent", acme]);
    const code = (await consent(next)).searchParams.get("code") ?? "";
    const exchange = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
    const { body } = await send("/oauth2/token", exchange, basic(client));
    const claims = { org_id: acme, org_slug: "acme", org_role: "owner" };
    expect((await userInfo(String(body.access_token))).body).toMatchObject(claims);
    const [, payload = ""] = String(body.id_token).split(".");
    expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject(claims);
    const told = await send("/oauth2/introspect", { token: String(body.access_token) }, basic(client));
    expect(told.body).toMatchObject({ active: true, ...claims });
    expect(await auth.$context.db.count(oauthConsentTable, { where: { referenceId: acme } })).toBe(1);
  });

  test("can name one directly, but can't access any other organization, or one that the user doesn't belong to", async () => {
    const { acme, other, authorize, createClient, getTokens, parametersOf, userInfo } = await start();
    const client = await createClient();
    const named = await getTokens(client, { scope: "openid", organization: acme });
    expect((await userInfo(named.access_token)).body).toMatchObject({ org_id: acme });
    const parameters = (more: object) => parametersOf(client.client_id, pkce().challenge, { scope: "openid", ...more });
    const foreign = await authorize(parameters({ organization: other }));
    expect(foreign.searchParams.get("error")).toBe("access_denied");
    const silent = await authorize(parameters({ ...wanting, prompt: "none" }));
    expect(silent.searchParams.get("error")).toBe("interaction_required");
    // The user's consent for Acme doesn't apply outside of it.
    expect((await authorize(parameters({}))).pathname).toBe("/consent");
  });
});

test("OIDP-04: leaving an organization ends clients' access in it, and rejoining doesn't restore it", async () => {
  const app = await start();
  const { ann, annId, acme, add, auth, bob, createClient, getTokens, refresh, userInfo } = app;
  const { db } = auth.$context;
  await db.update(userTable, { where: { id: annId }, set: { name: "Ann" } });
  await ann.post("/organization/update-member-role", {
    memberId: (await auth.api.listMembers({ headers: ann.headers(), query: { organizationId: acme } })).members.find(
      ({ userId }) => userId === bob.id,
    )?.id,
    role: "owner",
    organizationId: acme,
  });
  const client = await createClient();
  const inside = await getTokens(client, { scope: "openid offline_access", organization: acme });
  const outside = await getTokens(client);
  const code = await app.getCode(client, { scope: "openid", organization: acme });
  expect((await ann.post("/organization/leave", { organizationId: acme })).status).toBe(200);
  const told = await db.findMany(auditTable, { where: { action: "oauth-grant.revoke" }, limit: 9 });
  const [{ userId, organizationId, data, actorType } = {}] = told;
  expect([told.length, userId, organizationId, actorType]).toEqual([1, annId, acme, "system"]);
  expect(data).toMatchObject({ ended: 1, reason: "member-removed" });
  expect((await userInfo(inside.access_token)).status).toBe(401);
  expect((await refresh(client, inside.refresh_token)).body.error).toBe("invalid_grant");
  expect((await app.send("/oauth2/token", code, app.basic(client))).body.error).toBe("invalid_grant");
  await add(annId, "member");
  expect((await userInfo(inside.access_token)).status).toBe(401);
  expect((await refresh(client, inside.refresh_token)).body.error).toBe("invalid_grant");
  expect(await db.count(oauthConsentTable, { where: { referenceId: acme } })).toBe(0);
  expect((await userInfo(outside.access_token)).status).toBe(200);
});

test("OIDP-04: a member's suspension ends only clients' access in the organization", async () => {
  const { ann, annId, acme, auth, bob, createClient, getTokens, refresh, userInfo } = await start();
  const { db } = auth.$context;
  await db.update(memberTable, { where: { userId: bob.id }, set: { role: "owner" } });
  const client = await createClient();
  const inside = await getTokens(client, { scope: "openid offline_access", organization: acme });
  const outside = await getTokens(client);
  await db.update(memberTable, { where: { userId: annId }, set: { suspendedAt: new Date() } });
  expect((await userInfo(inside.access_token)).status).toBe(401);
  expect((await refresh(client, inside.refresh_token)).body.error).toBe("invalid_grant");
  expect((await userInfo(outside.access_token)).status).toBe(200);
  await db.update(memberTable, { where: { userId: annId }, set: { suspendedAt: null } });
  expect((await refresh(client, inside.refresh_token)).body.error).toBe("invalid_grant");
  expect((await ann.get("/get-session")).body).not.toBeNull();
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("OIDP-04: a code that's exchanged while the user leaves gives no lasting grant", async () => {
    const app = await start({}, { database: opened.database });
    const { acme, auth, createClient, authorize, consent, mia, parametersOf, send, basic } = app;
    const client = await createClient();
    for (let round = 0; round < 5; round++) {
      const pages: { first: URL; verifier: string }[] = [];
      for (const { verifier, challenge } of [pkce(), pkce()]) {
        const asked = parametersOf(client.client_id, challenge, { organization: acme });
        pages.push({ verifier, first: await authorize(asked, mia.browser) });
      }
      // The user gives their first consent in two tabs at the same time.
      const codes = await Promise.all(
        pages.map(async ({ first, verifier }) => {
          expect(first.pathname).toBe("/consent");
          const last = await consent(first, {}, mia.browser);
          return { code: last.searchParams.get("code") ?? "", code_verifier: verifier };
        }),
      );
      const exchange = { grant_type: "authorization_code", redirect_uri: redirectUri };
      await Promise.all([
        ...codes.map((one) => send("/oauth2/token", { ...exchange, ...one }, basic(client))),
        mia.browser.post("/organization/leave", { organizationId: acme }),
      ]);
      expect(await auth.$context.db.count(oauthGrantTable, { where: { organizationId: acme } })).toBe(0);
      await app.add(mia.id, "member");
    }
  });
});

test("the metadata lists the scope", async () => {
  const { auth } = await start();
  const response = await auth.handler(new Request(`${issuer}/.well-known/openid-configuration`));
  expect(((await response.json()) as { scopes_supported: string[] }).scopes_supported).toContain("organization");
});
