import { createHash } from "node:crypto";
import type { TestApp } from "@latchkey/test-kit";
import { beforeEach, describe, expect, test } from "vitest";
import { facts, fill, type ProviderId, providerIds } from "../../../../test/recorded-provider.ts";
import {
  provide,
  server,
  signIdToken,
  socialProviders,
  startReplayed,
  useReplayedProvider,
} from "../../../../test/replayed-provider.ts";
import { accountTable } from "../../../tables/account.ts";

useReplayedProvider();

let app: TestApp;
beforeEach(async () => {
  app = await startReplayed();
});

describe("an ID token that an app obtained itself", () => {
  const direct = providerIds.filter((id) => facts[id].idToken.directSignIn);
  const nonce = "n-of-the-app";

  /** The fixture's token with different claims, from a provider that responds. */
  async function tokenOf(id: ProviderId, changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
    await provide(app, id, nonce);
    return signIdToken(app, id, nonce, changes);
  }

  async function signIn(id: ProviderId, token: string, more: object = { nonce }) {
    const body = { provider: id, idToken: { token, ...more } };
    return app.browser().post<{ user?: { email: string }; code?: string }>("/sign-in/social", body);
  }

  test.each(direct)("%s: signs the user in", async (id) => {
    const { status, body } = await signIn(id, await tokenOf(id));
    expect([status, body.user?.email]).toEqual([200, facts[id].fixtures.expectedUser.email]);
    const [account] = await app.auth.$context.db.findMany(accountTable, { limit: 10 });
    expect(account).toMatchObject({ providerId: id, accountId: facts[id].fixtures.expectedUser.id });
  });

  test.each(direct)(
    "OAUTH-15: %s: a token for another client, from another issuer, or with another nonce is rejected",
    async (id) => {
      const wrong = [
        { aud: "app-2" },
        { iss: "https://evil.example" },
        { nonce: "n-of-another" },
        { nonce: undefined },
      ];
      for (const changes of wrong) {
        const { status, body } = await signIn(id, await tokenOf(id, changes));
        expect([changes, status, body.code]).toEqual([changes, 401, "INVALID_TOKEN"]);
      }
    },
  );

  test.each(providerIds.filter((id) => !direct.includes(id)))("%s doesn't accept ID tokens", async (id) => {
    const { status, body } = await signIn(id, "header.payload.signature");
    expect([status, body.code]).toEqual([404, "ID_TOKEN_NOT_SUPPORTED"]);
  });

  test("Apple: a hashed nonce is accepted, and so are tokens for the app on a device", async () => {
    const bundle = "com.example.app";
    const apple = { ...socialProviders.apple, appBundleIdentifier: bundle };
    app = await startReplayed({ apple });
    const hashed = createHash("sha256").update(nonce).digest("hex");
    expect((await signIn("apple", await tokenOf("apple", { nonce: hashed, aud: bundle }))).status).toBe(200);
  });

  test.each(["google", "microsoft"] as const)("%s: a token is expired an hour after it was issued", async (id) => {
    const now = app.clock.now().getTime() / 1000;
    expect((await signIn(id, await tokenOf(id, { iat: now - 3500, exp: now + 7200 }))).status).toBe(200);
    expect((await signIn(id, await tokenOf(id, { iat: now - 3800, exp: now + 7200 }))).status).toBe(401);
  });

  test("OAUTH-14: Microsoft: a token from another tenant is rejected", async () => {
    const microsoft = { ...socialProviders.microsoft, tenantId: "99998888-7777-6666-5555-444433332222" };
    app = await startReplayed({ microsoft });
    expect((await signIn("microsoft", await tokenOf("microsoft"))).status).toBe(401);
  });

  test("Facebook: an access token for this app signs in, but one for another app doesn't", async () => {
    await provide(app, "facebook", nonce);
    expect((await signIn("facebook", "EAAdirect", {})).body.user?.email).toBe("robin.vale@example.com");
    server.answers = fill(facts.facebook.fixtures.userinfoResponses, { clientId: "app-2" }, app.clock.now());
    expect((await signIn("facebook", "EAAdirect", {})).status).toBe(401);
  });
});
