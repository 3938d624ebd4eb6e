/** Runs better-auth's client with four plugins against one handler with four of ours, in the contract's order. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { admin } from "@latchkey/admin";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { userTable } from "@latchkey/core/plugin";
import { toNodeHandler } from "@latchkey/node";
import { organization } from "@latchkey/organization";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import { createAuthClient } from "better-auth/client";
import { adminClient, organizationClient, twoFactorClient, usernameClient } from "better-auth/client/plugins";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieFetch } from "./client.ts";

const password = "correct horse battery";

function makeAuth(baseURL: string) {
  return createAuth({
    baseURL,
    secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
    database: memoryAdapter(),
    emailAndPassword: { enabled: true, sendResetPassword: async () => {} },
    logger: { disabled: true },
    plugins: [username(), twoFactor(), admin(), organization()],
  });
}

function connect(origin: string, onTwoFactorRedirect: () => void = () => {}) {
  return createAuthClient({
    baseURL: origin,
    fetchOptions: { customFetchImpl: cookieFetch(origin, fetch).fetch },
    plugins: [usernameClient(), twoFactorClient({ onTwoFactorRedirect }), adminClient(), organizationClient()],
  });
}

/** Calls by path, because the client's types don't include them. */
type Fetch = (path: string, options?: object) => Promise<{ data: unknown; error: unknown }>;

describe("better-auth's client follows the contract", () => {
  let server: Server;
  let origin: string;
  let auth: ReturnType<typeof makeAuth>;
  let ann: ReturnType<typeof connect>;
  let bob: ReturnType<typeof connect>;
  let redirects = 0;
  let bobId = "";

  beforeAll(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    auth = makeAuth(origin);
    server.on("request", toNodeHandler(auth));
    ann = connect(origin, () => redirects++);
    bob = connect(origin);
  });
  afterAll(() => server.close());

  test("1 to 4: sign up with a name, read the session, sign in with either", async () => {
    const signedUp = await ann.signUp.email({ name: "Ann", email: "ann@example.com", password, username: "Ann_1" });
    expect(signedUp.data?.user.createdAt).toBeInstanceOf(Date);
    for (const query of [undefined, { disableCookieCache: true }] as const) {
      const { data } = await ann.getSession(query ? { query } : {});
      expect(data?.session.expiresAt).toBeInstanceOf(Date);
      expect(data?.user).toMatchObject({ username: "ann_1", displayUsername: "Ann_1", role: "user" });
    }
    const wrong = await connect(origin).signIn.email({ email: "ann@example.com", password: "not the password" });
    expect(wrong.error).toMatchObject({ code: "INVALID_EMAIL_OR_PASSWORD", status: 401 });
    expect((await ann.signIn.username({ username: "ANN_1", password })).data?.token).toEqual(expect.any(String));
    expect((await ann.isUsernameAvailable({ username: "ann_1" })).data).toEqual({ available: false });
  });

  test("5: both names of requesting a password reset", async () => {
    const asked = await ann.requestPasswordReset({ email: "ann@example.com", redirectTo: "/reset" });
    expect(asked.data?.status).toBe(true);
    const { data } = await (ann.$fetch as Fetch)("/forget-password", {
      method: "POST",
      body: { email: "ann@example.com", redirectTo: "/reset" },
    });
    expect(data).toMatchObject({ status: true });
  });

  test("6 and 7: an organization, and a user invited to it", async () => {
    const { data: made } = await ann.organization.create({ name: "Acme", slug: "acme" });
    expect(made).toMatchObject({ name: "Acme", slug: "acme", members: [{ role: "owner" }] });
    expect((await ann.organization.list()).data).toMatchObject([{ slug: "acme" }]);
    expect((await ann.organization.getFullOrganization()).data).toMatchObject({ members: [{ role: "owner" }] });
    expect((await ann.organization.listMembers()).data).toMatchObject({ total: 1 });
    expect((await ann.organization.checkSlug({ slug: "acme" })).error?.message).toBe("slug is taken");
    expect((await ann.organization.setActive({ organizationId: null })).data).toBeNull();
    await ann.organization.setActive({ organizationSlug: "acme" });
    const { data: invited } = await ann.organization.inviteMember({ email: "bob@example.com", role: "member" });
    const id = invited?.id ?? "";
    bobId = (await bob.signUp.email({ name: "Bob", email: "bob@example.com", password })).data?.user.id ?? "";
    expect((await bob.organization.getInvitation({ query: { id } })).data).toMatchObject({ organizationSlug: "acme" });
    expect((await bob.organization.acceptInvitation({ invitationId: id })).data).toMatchObject({
      invitation: { status: "accepted" },
      member: { role: "member", userId: bobId },
    });
    expect((await bob.getSession()).data?.session.activeOrganizationId).toBe(made?.id);
  });

  test("8: a second factor is set up and required", async () => {
    const { data } = await ann.twoFactor.enable({ password });
    const { totpURI = "" } = (data ?? {}) as { totpURI?: string };
    const totp = new TOTP({ secret: Secret.fromBase32(new URL(totpURI).searchParams.get("secret") ?? "") });
    expect((await ann.twoFactor.verifyTotp({ code: totp.generate() })).data?.token).toEqual(expect.any(String));
    await ann.signOut();
    const { data: asked } = await ann.signIn.email({ email: "ann@example.com", password });
    expect([asked, redirects]).toMatchObject([{ twoFactorRedirect: true, twoFactorMethods: ["totp"] }, 1]);
    expect((await ann.getSession()).data).toBeNull();
    // A code works only once. The next one is half a minute ahead, which is still accepted.
    const code = totp.generate({ timestamp: Date.now() + 30_000 });
    expect((await ann.twoFactor.verifyTotp({ code })).data?.token).toEqual(expect.any(String));
    expect((await ann.getSession()).data?.user).toMatchObject({ twoFactorEnabled: true });
  });

  test("9: an admin lists, bans, and impersonates", async () => {
    const annId = (await ann.getSession()).data?.user.id ?? "";
    await auth.$context.db.update(userTable, { where: { id: annId }, set: { role: "admin" } as never });
    expect((await ann.admin.listUsers({ query: { limit: 10 } })).data).toMatchObject({ total: 2, limit: 10 });
    expect((await ann.admin.banUser({ userId: bobId, banReason: "loud" })).data?.user).toMatchObject({ banned: true });
    expect((await bob.signIn.email({ email: "bob@example.com", password })).error).toMatchObject({
      status: 403,
      code: "BANNED_USER",
    });
    await ann.admin.unbanUser({ userId: bobId });
    const { data } = await ann.admin.impersonateUser({ userId: bobId });
    expect(data).toMatchObject({ session: { impersonatedBy: annId }, user: { id: bobId } });
    expect((await ann.admin.stopImpersonating()).error).toBeNull();
    expect((await ann.getSession()).data?.user.id).toBe(annId);
  });

  test("10 and 11: the last sign-in method stays; sessions end", async () => {
    const [account] = (await ann.listAccounts()).data ?? [];
    const { error } = await ann.unlinkAccount({ accountId: account?.id ?? "" });
    expect(error).toMatchObject({ code: "FAILED_TO_UNLINK_LAST_ACCOUNT" });
    expect((await ann.revokeOtherSessions()).data).toEqual({ status: true });
    await ann.signOut();
    expect((await ann.getSession()).data).toBeNull();
  });
});
