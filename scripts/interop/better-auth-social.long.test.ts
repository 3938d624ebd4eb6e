/** Tests better-auth's unchanged client: provider sign-in and account management. */

import { accountTable } from "@latchkey/core/plugin";
import { afterEach, expect, test, vi } from "vitest";
import { ann, closeProviders, startSocial, testProvider } from "../../packages/core/test/social-app.ts";
import { peerClient } from "./client.ts";

afterEach(async () => {
  vi.unstubAllGlobals();
  await closeProviders();
});

const origin = "http://app.test";

async function start() {
  const providers = [testProvider(), testProvider({}, { id: "second", name: "Second" })];
  const app = await startSocial({ providers });
  const client = peerClient(origin, app.auth.handler);
  /** Simulates the provider's pages: the user agrees, and the browser returns. */
  const agree = async (address: string, subject = ann): Promise<string> => {
    const { searchParams } = new URL(address);
    const code = app.idp.authorize(subject, searchParams.get("nonce") ?? undefined);
    const query = new URLSearchParams({ code, state: searchParams.get("state") ?? "" });
    const reply = await client.fetch(`${searchParams.get("redirect_uri")}?${query}`, { redirect: "manual" });
    return reply.headers.get("location") ?? "";
  };
  return { ...app, client, agree };
}

test("redirects to the provider, and returns signed in", async () => {
  const { client, agree } = await start();
  const location = { href: "" };
  vi.stubGlobal("window", { location });
  const { data, error } = await client.auth.signIn.social({ provider: "idp", callbackURL: "/app" });
  vi.unstubAllGlobals();
  expect(error).toBeNull();
  expect(data).toMatchObject({ redirect: true, url: location.href });
  expect(location.href).toMatch(/^https:\/\/idp\.test\/authorize\?/);
  expect(await agree(location.href)).toBe(`${origin}/app`);
  expect((await client.auth.getSession()).data?.user).toMatchObject({ email: "ann@example.com", emailVerified: true });
});

test("manages accounts: lists, links, gets tokens and account info, unlinks by the row's id", async () => {
  const { client, agree, idp, clock, auth: app } = await start();
  const { auth } = client;
  const { db } = app.$context;
  const begun = await auth.signIn.social({ provider: "idp", callbackURL: "/app", disableRedirect: true });
  expect(begun.data).toMatchObject({ redirect: false, url: expect.stringContaining("https://idp.test/") });
  await agree(begun.data?.url as string);
  clock.advance(1);

  const linking = await auth.linkSocial({ provider: "second", callbackURL: "/account" });
  expect(linking.data).toMatchObject({
    redirect: true,
    url: expect.stringContaining("%2Fcallback%2Fsecond"),
  });
  expect(await agree(linking.data?.url as string, { ...ann, sub: "ann-2" })).toBe(`${origin}/account`);

  const listed = await auth.listAccounts();
  expect(listed.data).toMatchObject([
    { providerId: "idp", accountId: "ann-1", scopes: ["openid", "email"] },
    { providerId: "second", accountId: "ann-2" },
  ]);
  expect(listed.data?.[0]?.createdAt).toBeInstanceOf(Date);
  const [first, second] = listed.data as unknown as readonly [{ id: string }, { id: string }];

  const { data: tokens } = await auth.getAccessToken({ accountId: first.id });
  expect(tokens).toMatchObject({ accessToken: "at-2", scopes: ["openid", "email"], idToken: expect.any(String) });
  expect(tokens?.accessTokenExpiresAt).toBeInstanceOf(Date);
  idp.tokenAnswer = { id_token: undefined };
  const { data: refreshed } = await auth.refreshToken({ accountId: first.id });
  expect(refreshed).toMatchObject({ providerId: "idp", refreshToken: expect.any(String) });
  expect(refreshed?.accessToken).not.toBe(tokens?.accessToken);
  expect((await auth.getAccessToken({ accountId: first.id })).data?.accessToken).toBe(refreshed?.accessToken);

  // better-auth separates scopes with commas, and older Latchkey rows with spaces.
  for (const scope of ["openid,email", "openid email"]) {
    await db.update(accountTable, { where: { id: first.id }, set: { scope } });
    const scopes = ["openid", "email"];
    expect((await auth.getAccessToken({ accountId: first.id })).data).toMatchObject({ scopes });
    expect((await auth.listAccounts()).data?.[0]).toMatchObject({ scopes });
    expect((await auth.refreshToken({ accountId: first.id })).data).toMatchObject({ scope: "openid,email" });
  }

  const info = await auth.accountInfo({ query: { accountId: second.id } });
  expect(info.data).toMatchObject({
    user: { id: "ann-2", name: "Ann", email: "Ann@example.com", emailVerified: true },
    account: { id: second.id, providerId: "second" },
    data: { sub: "ann-2" },
  });

  expect((await auth.unlinkAccount({ accountId: second.id })).data).toEqual({ status: true });
  expect((await auth.unlinkAccount({ accountId: second.id })).error).toMatchObject({
    code: "ACCOUNT_NOT_FOUND",
    status: 400,
  });
  expect((await auth.unlinkAccount({ accountId: first.id })).error).toMatchObject({
    code: "FAILED_TO_UNLINK_LAST_ACCOUNT",
    status: 400,
  });
  expect((await auth.listAccounts()).data).toHaveLength(1);
});

test("understands errors", async () => {
  const { client, agree } = await start();
  const unknown = await client.auth.signIn.social({ provider: "nobody" });
  expect(unknown.error).toMatchObject({ code: "PROVIDER_NOT_FOUND", status: 404 });
  expect((await client.auth.linkSocial({ provider: "idp" })).error).toMatchObject({ status: 401 });
  const begun = await client.auth.signIn.social({
    provider: "idp",
    errorCallbackURL: "/failed",
    disableRedirect: true,
  });
  const { email: _, ...nameless } = ann;
  expect(await agree(begun.data?.url as string, nameless)).toBe(`${origin}/failed?error=email_not_found`);
});
