/** Tests better-auth's unchanged clients of its OAuth provider and JWT plugins against this handler. */

import { oauthProviderClient } from "@better-auth/oauth-provider/client";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { jwt } from "@latchkey/jwt";
import { magicLink } from "@latchkey/magic-link";
import { oauthProvider } from "@latchkey/oauth-provider";
import { createMailbox } from "@latchkey/test-kit";
import { createAuthClient } from "better-auth/client";
import { jwtClient, magicLinkClient } from "better-auth/client/plugins";
import { afterEach, expect, test, vi } from "vitest";
import { cookieFetch } from "./client.ts";

const origin = "http://app.test";
const redirectUri = "https://client.test/callback";
const credentials = { email: "ann@example.com", password: "correct horse battery" };

function start() {
  const box = createMailbox();
  const auth = createAuth({
    baseURL: origin,
    database: memoryAdapter(),
    secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
    emailAndPassword: { enabled: true },
    logger: { disabled: true },
    plugins: [
      jwt({ jwks: { keyPairConfigs: [{ alg: "ES256" }] } }),
      magicLink({ sendMagicLink: box.sender("magicLink", ({ email }) => String(email)) }),
      oauthProvider({
        loginPage: "/sign-in",
        consentPage: "/consent",
        clientPrivileges: () => true,
        allowDynamicClientRegistration: true,
      }),
    ],
  });
  const browser = cookieFetch(origin, (request) => auth.handler(request));
  const client = createAuthClient({
    baseURL: origin,
    fetchOptions: { customFetchImpl: browser.fetch },
    plugins: [oauthProviderClient(), jwtClient(), magicLinkClient()],
  });
  /** Opens a page in the browser, whose query the client sends along. */
  const open = async (url: string): Promise<URL> => {
    const headers = { "sec-fetch-mode": "navigate", accept: "text/html" };
    const response = await browser.fetch(url, { redirect: "manual", headers });
    const next = new URL(response.headers.get("location") ?? "");
    vi.stubGlobal("window", { location: { search: next.search, href: next.href } });
    return next;
  };
  return { auth, box, client, open };
}

afterEach(() => vi.unstubAllGlobals());

test("a user signs in on the way to a client, chooses the account, and consents", async () => {
  const { auth, client, open } = start();
  await client.signUp.email({ name: "Ann", ...credentials });
  await client.signOut();
  const { client_id, client_secret = "" } = await auth.api.createOAuthClient({
    body: { client_name: "Photos", redirect_uris: [redirectUri], require_pkce: false },
  });
  const query = { response_type: "code", client_id, redirect_uri: redirectUri, scope: "openid email", state: "s1" };
  const first = await open(
    `${origin}/api/auth/oauth2/authorize?${new URLSearchParams({ ...query, prompt: "select_account" })}`,
  );
  expect(first.pathname).toBe("/sign-in");
  const signedIn = await client.signIn.email(credentials);
  expect(signedIn.error).toBeNull();
  const back = (signedIn.data as { url?: string } | null)?.url ?? "";
  expect((await open(back)).pathname).toBe("/sign-in");
  const chosen = await client.oauth2.continue({ selected: true });
  expect(new URL(chosen.data?.url ?? "").pathname).toBe("/consent");
  vi.stubGlobal("window", { location: { search: new URL(chosen.data?.url ?? "").search, href: "" } });
  const shown = await client.oauth2.publicClient({ query: { client_id } });
  expect(shown.data).toMatchObject({ client_id, client_name: "Photos" });
  const consented = await client.oauth2.consent({ accept: true, scope: "openid" });
  const callback = new URL(consented.data?.url ?? "");
  expect(callback.searchParams.get("state")).toBe("s1");
  const tokens = await auth.api.oauth2Token({
    body: {
      grant_type: "authorization_code",
      code: callback.searchParams.get("code") ?? "",
      redirect_uri: redirectUri,
      client_id,
      client_secret,
    },
  });
  expect(tokens).toMatchObject({ token_type: "Bearer", scope: "openid" });

  const listed = await client.oauth2.getConsents();
  const [{ id } = { id: "" }] = listed.data ?? [];
  expect((await client.oauth2.getConsent({ query: { id } })).data).toMatchObject({ id, clientId: client_id });
  expect((await client.oauth2.updateConsent({ id, update: { scopes: [] } })).data).toMatchObject({ scopes: [] });
  expect((await client.oauth2.deleteConsent({ id })).error).toBeNull();
  expect((await client.oauth2.getConsents()).data).toEqual([]);
});

test("a magic link leads a new user back to the client's request", async () => {
  const { auth, box, client, open } = start();
  const { client_id } = await auth.api.createOAuthClient({
    body: { client_name: "Photos", redirect_uris: [redirectUri], require_pkce: false },
  });
  const query = { response_type: "code", client_id, redirect_uri: redirectUri, scope: "openid email", state: "s1" };
  expect((await open(`${origin}/api/auth/oauth2/authorize?${new URLSearchParams(query)}`)).pathname).toBe("/sign-in");
  const asked = await client.signIn.magicLink({ email: "new@example.com", newUserCallbackURL: "/welcome" });
  expect(asked.error).toBeNull();
  const back = await open((await box.next("magicLink")).url);
  expect((await open(back.href)).pathname).toBe("/consent");
  const consented = await client.oauth2.consent({ accept: true });
  expect(new URL(consented.data?.url ?? "").searchParams.get("code")).toBeTruthy();
});

test("a user manages clients", async () => {
  const { client } = start();
  await client.signUp.email({ name: "Ann", ...credentials });
  const created = await client.oauth2.createClient({ client_name: "Mine", redirect_uris: [redirectUri] });
  const client_id = created.data?.client_id ?? "";
  expect(created.data?.client_secret).toBeTruthy();
  expect((await client.oauth2.getClient({ query: { client_id } })).data).toMatchObject({ client_name: "Mine" });
  expect((await client.oauth2.getClients()).data).toHaveLength(1);
  const renamed = await client.oauth2.updateClient({ client_id, update: { client_name: "Other" } });
  expect(renamed.data).toMatchObject({ client_name: "Other" });
  const rotated = await client.oauth2.client.rotateSecret({ client_id });
  expect(rotated.data?.client_secret).not.toBe(created.data?.client_secret);
  const registered = await client.oauth2.register({ redirect_uris: [redirectUri], client_name: "Agent" });
  expect(registered.data).toMatchObject({ client_name: "Agent" });
  expect((await client.oauth2.deleteClient({ client_id })).error).toBeNull();
  expect((await client.oauth2.getClients()).data).toHaveLength(1);
});

test("the JWT client gets a token and the public keys", async () => {
  const { auth, client } = start();
  await client.signUp.email({ name: "Ann", ...credentials });
  const { data } = await client.token();
  const { payload } = await auth.api.verifyJWT({ body: { token: data?.token ?? "" } });
  expect(payload).toMatchObject({ iss: origin, aud: origin, email: credentials.email });
  expect((await client.jwks()).data?.keys).toHaveLength(1);
});
