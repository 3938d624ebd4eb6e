import { memoryAdapter } from "@latchkey/core";
import { userTable } from "@latchkey/core/plugin";
import { startAuth, testOrigin } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { oauthProvider } from "../src/plugin.ts";
import { pkce, redirectUri, startProvider } from "./provider.ts";

/** Starts an app where the caller can do everything, and counts the queries of its calls. */
async function startCounting() {
  const statements: string[] = [];
  const database = memoryAdapter({ onStatement: ({ text }) => statements.push(text) });
  const options = {
    allowDynamicClientRegistration: true,
    clientPrivileges: () => true,
    allowPublicClientPrelogin: true,
  };
  const app = await startProvider(options, { database });
  const { endpoints } = app.auth.$context.extensions;
  const counted = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
    statements.length = 0;
    const result = await work();
    const sent = statements.filter((text) => !/^(?:BEGIN|COMMIT)$|audit|rateLimit|outbox/i.test(text));
    expect(sent.length, `${id}: ${sent.join("; ")}`).toBeGreaterThan(0);
    expect(sent.length, `${id}: ${sent.join("; ")}`).toBeLessThanOrEqual(endpoints[id]?.queryBudget ?? 0);
    return result;
  };
  const succeeds = async (id: string, work: () => Promise<{ status: number; body: Record<string, unknown> }>) => {
    const { status, body } = await counted(id, work);
    expect([id, body.code, Math.floor(status / 100)]).toEqual([id, undefined, 2]);
    return body;
  };
  return { ...app, counted, succeeds };
}

test("calls about connected apps and an admin's calls stay within their query budgets", async () => {
  const app = await startCounting();
  const { ann, annId, auth, counted, succeeds } = app;
  await auth.$context.db.update(userTable, { where: { id: annId }, set: { role: "admin" } as object });
  const { client_id, ...client } = await app.createClient();
  await app.getTokens({ client_id, ...client });
  const apps = await counted("getConnectedOAuthApps", () => ann.get("/oauth2/get-connected-apps"));
  expect(apps.body).toHaveLength(1);
  await succeeds("disconnectOAuthApp", () => ann.post("/oauth2/disconnect-app", { client_id }));
  await app.getTokens({ client_id, ...client });
  await succeeds("adminListOAuthClients", () => ann.get("/admin/oauth2/list-clients?search=photos"));
  await succeeds("adminRevokeOAuthGrants", () => ann.post("/admin/oauth2/revoke-grants", { client_id }));
  const update = { disabled: true };
  await succeeds("adminUpdateOAuthClient", () => ann.post("/admin/oauth2/update-client", { client_id, update }));
});

test("the calls from a request to its tokens stay within their query budgets", async () => {
  const app = await startCounting();
  const { ann, counted, succeeds } = app;
  const client = await app.createClient();
  await app.getTokens(client);
  const parametersFor = (prompt: string) => app.parametersOf(client.client_id, pkce().challenge, { prompt });
  const page = await counted("oauth2Authorize", () => app.authorize(parametersFor("consent")));
  const final = await counted("oauth2Consent", () => app.consent(page));
  expect(final.searchParams.get("code")).not.toBeNull();

  // The user has to consent after choosing, which takes more queries than issuing a code.
  const choice = await app.authorize(parametersFor("select_account consent"));
  const chosen = { selected: true, oauth_query: choice.search.slice(1) };
  const { url } = await succeeds("oauth2Continue", () => ann.post("/oauth2/continue", chosen));
  expect(new URL(String(url)).pathname).toBe("/consent");

  const pushed = app.parametersOf(client.client_id, pkce().challenge);
  await succeeds("oauth2PushRequest", () => app.send("/oauth2/par", pushed, app.basic(client)));

  const input = await app.getCode(client);
  const body = await succeeds("oauth2Token", () => app.send("/oauth2/token", input, app.basic(client)));
  const token = String(body.access_token);
  await succeeds("oauth2UserInfo", () => app.userInfo(token));
  await succeeds("oauth2Introspect", () => app.send("/oauth2/introspect", { token }, app.basic(client)));
  await succeeds("oauth2Token", () => app.refresh(client, String(body.refresh_token)));
  await succeeds("oauth2Revoke", () => app.send("/oauth2/revoke", { token }, app.basic(client)));

  const listening = await app.createClient({
    backchannel_logout_uri: "https://client.test/backchannel",
    post_logout_redirect_uris: [redirectUri],
  });
  const noted = await app.getCode(listening);
  const { id_token: hint } = await succeeds("oauth2Token", () =>
    app.send("/oauth2/token", noted, app.basic(listening)),
  );
  const [consent] = (await ann.get<{ id: string }[]>("/oauth2/get-consents")).body;
  await counted("getOAuthConsents", () => ann.get("/oauth2/get-consents"));
  await succeeds("getOAuthConsent", () => ann.get(`/oauth2/get-consent?id=${consent?.id}`));
  const narrowed = { id: consent?.id, update: { scopes: ["openid"] } };
  await succeeds("updateOAuthConsent", () => ann.post("/oauth2/update-consent", narrowed));
  await succeeds("deleteOAuthConsent", () => ann.post("/oauth2/delete-consent", { id: consent?.id }));

  const asked = await counted("oauth2EndSession", () => ann.get<string>("/oauth2/end-session"));
  const query = new URLSearchParams({ id_token_hint: String(hint), post_logout_redirect_uri: redirectUri });
  const logout = await counted("oauth2EndSession", () => ann.get(`/oauth2/end-session?${query}`));
  expect(logout.headers.get("location")).toBe(redirectUri);
  await ann.signIn("ann@example.com");
  const again = await ann.get<string>("/oauth2/end-session");
  expect(asked.status).toBe(200);
  const request = /name="request" value="([^"]+)"/.exec(again.body)?.[1] ?? "";
  const body2 = new URLSearchParams({ request });
  const headers = { origin: testOrigin };
  const confirm = () => ann.send<string>("/oauth2/end-session/confirm", { method: "POST", body: body2, headers });
  expect((await counted("oauth2ConfirmEndSession", confirm)).body).toContain("signed out");
});

test("calls that manage clients stay within their query budgets", async () => {
  const app = await startCounting();
  const { ann, auth, counted, succeeds } = app;
  const metadata = { redirect_uris: [redirectUri] };
  const registered = await succeeds("registerOAuthClient", () => ann.post("/oauth2/register", metadata));
  const manage = (id: string, method: string, body?: object) =>
    counted(id, async () => {
      const headers = {
        authorization: `Bearer ${registered.registration_access_token}`,
        ...(body && { "content-type": "application/json" }),
      };
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const reply = await auth.handler(new Request(String(registered.registration_client_uri), init));
      expect([id, Math.floor(reply.status / 100)]).toEqual([id, 2]);
    });
  await manage("getOAuthRegistration", "GET");
  const moved = { client_id: registered.client_id, redirect_uris: [redirectUri, "https://b.test/"] };
  await manage("updateOAuthRegistration", "PUT", moved);
  await manage("deleteOAuthRegistration", "DELETE");
  const { client_id } = await succeeds("createOAuthClient", () => ann.post("/oauth2/create-client", metadata));
  const update = { client_id, update: { client_name: "Pictures" } };
  await succeeds("updateOAuthClient", () => ann.post("/oauth2/update-client", update));
  await succeeds("rotateOAuthClientSecret", () => ann.post("/oauth2/client/rotate-secret", { client_id, overlap: 60 }));
  await succeeds("getOAuthPublicClient", () => ann.get(`/oauth2/public-client?client_id=${client_id}`));
  await succeeds("getOAuthClient", () => ann.get(`/oauth2/get-client?client_id=${client_id}`));
  const bob = app.browser();
  const page = await app.authorize(app.parametersOf(String(client_id), pkce().challenge), bob);
  const prelogin = { client_id, oauth_query: page.search.slice(1) };
  await succeeds("getOAuthPublicClientPrelogin", () => bob.post("/oauth2/public-client-prelogin", prelogin));
  await counted("getOAuthClients", () => ann.get("/oauth2/get-clients"));
  await succeeds("deleteOAuthClient", () => ann.post("/oauth2/delete-client", { client_id }));
  expect((await ann.get("/oauth2/get-clients")).body).toHaveLength(0);
});

test("invalid options and a missing jwt plugin fail at startup", async () => {
  await expect(startProvider({ loginPage: "sign-in" })).rejects.toThrow("oauthProvider.loginPage");
  await expect(startProvider({ scopes: ["a b"] })).rejects.toThrow("oauthProvider.scopes");
  await expect(startProvider({ resources: [{ identifier: "api" }] })).rejects.toThrow(
    "oauthProvider.resources.identifier",
  );
  const plugins = [oauthProvider({ loginPage: "/sign-in", consentPage: "/consent" })];
  await expect(startAuth({ plugins })).rejects.toThrow('"oauth-provider" needs jwt() from @latchkey/jwt');
  await expect(startProvider({ codeExpiresIn: 3600 })).rejects.toThrow("oauthProvider.codeExpiresIn");
});
