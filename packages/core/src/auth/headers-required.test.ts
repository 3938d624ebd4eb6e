/** Server calls without headers that need the caller's session. */

import { admin } from "@latchkey/admin";
import type { CallResult } from "@latchkey/core";
import { userTable } from "@latchkey/core/plugin";
import { organization } from "@latchkey/organization";
import { createMailbox, mailOptions, startAuth, testPassword } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import { describe, expect, test } from "vitest";

const email = "ann@example.com";
const missing = { code: "VALIDATION_ERROR", status: 400, message: "Headers is required" };

async function start() {
  const plugins = [admin(), organization({ teams: { enabled: true } }), twoFactor(), username()] as const;
  const box = createMailbox();
  const app = await startAuth({ plugins, ...mailOptions(box), user: { deleteUser: { enabled: true } } });
  const person = app.browser();
  await person.signUp(email);
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return { ...app, cookie };
}

describe("auth.api without headers", () => {
  test("getSession is rejected instead of returning null", async () => {
    const { auth, cookie } = await start();
    await expect(auth.api.getSession({} as never)).rejects.toMatchObject(missing);
    await expect(auth.api.getSession(undefined as never)).rejects.toMatchObject(missing);
    await expect(auth.api.getSession({ headers: undefined } as never)).rejects.toMatchObject(missing);
    expect((await auth.api.getSession.result({} as never)).error).toMatchObject(missing);
    const response = await auth.api.getSession.response({} as never);
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: "VALIDATION_ERROR", message: "Headers is required" },
    ]);
    // Headers without a session are valid.
    expect(await auth.api.getSession({ headers: new Headers() })).toBeNull();
    expect(await auth.api.getSession({ headers: {} })).toBeNull();
    expect(await auth.api.getSession({ request: new Request("http://app.test/") } as never)).toBeNull();
    expect(await auth.api.getSession({ headers: { cookie } })).not.toBeNull();
  });

  test.each([
    ["listSessions", {}],
    ["revokeSession", { body: { token: "x" } }],
    ["revokeSessions", {}],
    ["revokeOtherSessions", {}],
    ["signOut", {}],
    ["updateUser", { body: { name: "x" } }],
    ["listAccounts", {}],
    ["deleteUser", { body: {} }],
    ["deleteUserCallback", { query: { token: "x" } }],
    ["changePassword", { body: { newPassword: testPassword, currentPassword: testPassword } }],
    ["verifyPassword", { body: { password: testPassword } }],
    ["unlinkAccount", { body: { providerId: "x" } }],
    ["linkSocial", { body: { provider: "x" } }],
    ["createOrganization", { body: { name: "A", slug: "a" } }],
    ["listOrganizations", {}],
    ["hasPermission", { body: { permissions: {} } }],
    ["getInvitation", { query: { id: "x" } }],
    ["acceptInvitation", { body: { invitationId: "x" } }],
    ["enableTwoFactor", { body: { password: testPassword } }],
    ["verifyTOTP", { body: { code: "123456" } }],
    ["listUsers", { query: {} }],
    ["setRole", { body: { userId: "x", role: "user" } }],
    ["userHasPermission", { body: { permissions: { user: ["list"] } } }],
    ["stopImpersonating", {}],
  ])("%s is rejected: Headers is required", async (name, input) => {
    const { auth } = await start();
    const api = auth.api as unknown as Record<
      string,
      { result(input: object): Promise<CallResult<unknown>> } | undefined
    >;
    const call = api[name];
    if (!call) throw new Error(`${name}: there is ${Object.keys(api).join(", ")}`);
    expect((await call.result(input)).error).toMatchObject(missing);
  });

  test("HTTP-14: with a visitor's headers, the visitor is the caller, whichever user the input names", async () => {
    const { auth, browser, cookie } = await start();
    const { user: bob } = (await browser().signUp("bob@example.com")).body;
    const db = auth.$context.db;
    await db.update(userTable, { where: { id: bob.id }, set: { emailVerified: true, role: "admin" } as never });
    const founding = { body: { name: "A", slug: "a", userId: bob.id } };
    const founded = (await auth.api.createOrganization(founding as never)) as unknown as { readonly id: string };
    const organizationId = founded.id;
    const inviter = browser();
    await inviter.signIn("bob@example.com");
    await inviter.post("/organization/invite-member", { email: "carl@example.com", role: "member", organizationId });
    const body = { name: "B", slug: "b", userId: bob.id };
    const query = { email: "carl@example.com" };
    const permissions = { user: ["list"] };
    const strangers = [{ headers: {} }, { headers: new Headers() }, { request: new Request("http://app.test/") }];
    for (const visitor of [...strangers, { headers: { cookie } }]) {
      const known = JSON.stringify(visitor).includes("cookie");
      const created = await auth.api.createOrganization.result({ ...visitor, body } as never);
      expect(created.error?.code).toBe(known ? "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION" : "UNAUTHORIZED");
      const listed = await auth.api.listUserInvitations.result({ ...visitor, query } as never);
      expect(listed.error?.code).toBe(known ? "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION" : "UNAUTHORIZED");
      for (const whose of [{ userId: bob.id }, { role: "admin" }]) {
        const asked = await auth.api.userHasPermission.result({ ...visitor, body: { ...whose, permissions } } as never);
        expect(known ? asked.data : asked.error?.code).toEqual(
          known ? { error: null, success: false } : "UNAUTHORIZED",
        );
      }
    }
    // Without headers, the app itself is the caller.
    expect(await auth.api.listUserInvitations({ query } as never)).toHaveLength(1);
    const own = { userId: bob.id, permissions };
    expect(await auth.api.userHasPermission({ body: own } as never)).toEqual({ error: null, success: true });
  });

  test("calls that don't need a session work without headers", async () => {
    const { auth } = await start();
    expect(await auth.api.signInEmail({ body: { email, password: testPassword } })).toMatchObject({ user: { email } });
    expect(await auth.api.forgetPassword({ body: { email } })).toMatchObject({ status: true });
    expect(await auth.api.sendVerificationEmail({ body: { email } })).toEqual({ status: true });
    expect(await auth.api.ok()).toEqual({ ok: true });
    expect(await auth.api.deliverOutbox()).toBeDefined();
    const created = await auth.api.createUser({ body: { name: "Bob", email: "bob@example.com" } });
    const userId = created.user.id;
    expect(await auth.api.createOrganization({ body: { name: "A", slug: "a", userId } } as never)).toMatchObject({
      slug: "a",
    });
    await expect(auth.api.getAccessToken({ body: { providerId: "x" } } as never)).rejects.toMatchObject({
      code: "USER_ID_OR_SESSION_REQUIRED",
    });
  });
});
