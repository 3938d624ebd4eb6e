import { defineProvider, memoryAdapter } from "@latchkey/core";
import { userTable } from "@latchkey/core/plugin";
import { type TestBrowser, testProviderFetch } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { startTwoFactor } from "../../test/app.ts";

const issuer = "https://idp.test";
/** A provider that returns no email. */
const provider = defineProvider({
  id: "idp",
  name: "Test provider",
  options: { clientId: "client", clientSecret: "a secret of the client" },
  authorization: { endpoint: `${issuer}/authorize`, scopes: [], pkce: true, nonce: false },
  token: { endpoint: `${issuer}/token`, auth: "client_secret_post", refresh: "rotates" },
  idToken: null,
  missingEmail: ({ id }) => `${id}@idp.invalid`,
  async fetchProfile() {
    return { id: "kim-1", email: null, name: "Kim", emailVerified: false, image: null, raw: {} };
  },
});

/** Signs in with the provider. Returns the URL that the browser is redirected to. */
async function throughProvider(browser: TestBrowser): Promise<string> {
  const targets = { callbackURL: "/app", errorCallbackURL: "/add" };
  const { body } = await browser.post<{ url: string }>("/sign-in/social", { provider: "idp", ...targets });
  const state = new URL(body.url).searchParams.get("state") as string;
  const { headers } = await browser.get(`/callback/idp?${new URLSearchParams({ state, code: "code" })}`);
  return new URL(headers.get("location") as string).search;
}

/** Kim enrolled an authenticator app before the app required verified emails. */
async function start() {
  const options = { database: memoryAdapter(), providers: [provider], fetch: testProviderFetch };
  const before = await startTwoFactor(options);
  const kim = before.browser();
  await throughProvider(kim);
  const { body } = await kim.post<{ totpURI: string }>("/two-factor/enable", {});
  const secret = new URL(body.totpURI).searchParams.get("secret") as string;
  expect((await kim.post("/two-factor/verify-totp", { code: before.code(secret) })).status).toBe(200);
  const app = await startTwoFactor({
    ...options,
    emailAndPassword: { requireEmailVerification: true },
  });
  app.clock.advance(90);
  const user = async () => (await app.auth.$context.db.findMany(userTable, { limit: 1 }))[0];
  return { ...app, secret, user };
}

const email = "kim@example.com";

test("TFA-22: the first factor alone isn't enough to add a missing email", async () => {
  const { browser, user } = await start();
  const thief = browser();
  expect(await throughProvider(thief)).toBe("?twoFactorRedirect=true");
  expect((await thief.post("/add-email", { email: "thief@example.com" })).status).toBe(401);
  expect(await user()).toMatchObject({ email: "kim-1@idp.invalid", twoFactorEnabled: true });
});

test("TFA-22: after the second factor, the user can add an email, and its link requires the factor again", async () => {
  const { browser, box, code, secret, clock, user } = await start();
  const kim = browser();
  await throughProvider(kim);
  const refused = await kim.post<{ code: string; address: string }>("/two-factor/verify-totp", { code: code(secret) });
  expect([refused.status, refused.body.code, refused.body.address]).toEqual([403, "EMAIL_NOT_VERIFIED", "missing"]);
  expect((await kim.get("/get-session")).body).toBeNull();
  expect((await kim.post("/add-email", { email, callbackURL: "/app" })).status).toBe(200);
  const { url } = await box.next("sendVerificationEmail");
  const opened = await kim.get(url.replace("http://app.test/api/auth", ""));
  expect(opened.headers.get("location")).toBe("http://app.test/app?twoFactorRedirect=true");
  expect((await kim.get("/get-session")).body).toBeNull();
  clock.advance(30);
  expect((await kim.post("/two-factor/verify-totp", { code: code(secret) })).status).toBe(200);
  expect(await user()).toMatchObject({ email, emailVerified: true, twoFactorEnabled: true });
});
