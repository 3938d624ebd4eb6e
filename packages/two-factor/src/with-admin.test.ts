import { admin } from "@latchkey/admin";
import { userTable } from "@latchkey/core/plugin";
import { type TestBrowser, testPassword } from "@latchkey/test-kit";
import { username } from "@latchkey/username";
import { describe, expect, test } from "vitest";
import { startTwoFactor } from "../test/app.ts";
import { backupCodeTable, twoFactorTable } from "./tables.ts";

const said = ({ status, body }: { readonly status: number; readonly body: unknown }): string =>
  `${status} ${(body as { code?: string } | null)?.code ?? ""}`.trim();

/** Ann has an authenticator app. Root is a signed-in admin. */
async function start() {
  const app = await startTwoFactor({}, {}, [admin()]);
  const ann = await app.enrolled();
  const root = app.browser();
  const { user } = (await root.signUp("root@example.com")).body;
  await app.auth.$context.db.update(userTable, { where: { id: user.id }, set: { role: "admin" } as never });
  const trusted = async (): Promise<TestBrowser> => {
    app.clock.advance(60);
    const browser = await app.challenged();
    const body = { code: app.code(ann.secret), trustDevice: true };
    expect((await browser.post("/two-factor/verify-totp", body)).status).toBe(200);
    return browser;
  };
  const act = async (call: string, body: object) => {
    const reply = await root.post(`/admin/${call}`, { userId: ann.userId, ...body });
    expect([call, said(reply)]).toEqual([call, "200"]);
  };
  return { ...app, ann, root, rootId: user.id, trusted, act };
}

describe("with the admin plugin", () => {
  test("ADMIN-08: a ban stops a half-finished sign-in, even without a session, and doesn't consume the code", async () => {
    const { challenged, ann, act, auth } = await start();
    const [code] = ann.backupCodes;
    const [first, second] = [await challenged(), await challenged()];
    await act("ban-user", {});
    expect(said(await first.post("/two-factor/verify-backup-code", { code }))).toBe("401 INVALID_TWO_FACTOR_COOKIE");
    const unasked = await second.post("/two-factor/verify-backup-code", { code, disableSession: true });
    expect(said(unasked)).toBe("401 INVALID_TWO_FACTOR_COOKIE");
    expect(unasked.body).not.toHaveProperty("user");
    expect(await auth.$context.db.count(backupCodeTable, {})).toBe(10);
  });

  test.each<[string, readonly (readonly [string, object])[]]>([
    [
      "a ban that was removed",
      [
        ["ban-user", {}],
        ["unban-user", {}],
      ],
    ],
    ["another role", [["set-role", { role: "user,admin" }]]],
    ["the end of all sessions", [["revoke-user-sessions", {}]]],
    ["a new email", [["update-user", { data: { email: "new@example.com", emailVerified: true } }]]],
    ["a new password", [["set-user-password", { newPassword: "another good password" }]]],
  ])("TFA-13: after %s a device is no longer trusted", async (_, calls) => {
    const { trusted, act } = await start();
    const browser = await trusted();
    expect((await browser.signIn("ann@example.com")).body).not.toHaveProperty("twoFactorRedirect");
    for (const [call, body] of calls) await act(call, body);
    const email = calls[0]?.[0] === "update-user" ? "new@example.com" : "ann@example.com";
    const password = calls[0]?.[0] === "set-user-password" ? "another good password" : undefined;
    const again = await browser.signIn(email, password);
    expect(again.body).toMatchObject({ twoFactorRedirect: true });
  });

  test("ADMIN-04: impersonating a user doesn't prove or change their second factor", async () => {
    const { root, ann, trusted, auth } = await start();
    const laptop = await trusted();
    const { body } = await root.post<{ session: { id: string } }>("/admin/impersonate-user", { userId: ann.userId });
    const row = await auth.$context.db.findOne({ name: "session", columns: {} } as never, {
      where: { id: body.session.id } as never,
    });
    expect((row as unknown as { proofs: object }).proofs).toEqual({});
    const { body: devices } = await laptop.get<{ id: string }[]>("/two-factor/list-trusted-devices");
    expect(devices).toHaveLength(1);
    const calls = [
      ["revoke-trusted-device", { id: devices[0]?.id }],
      ["revoke-trusted-devices", {}],
    ] as const;
    for (const [call, given] of calls) {
      expect([call, said(await root.post(`/two-factor/${call}`, given))]).toEqual([
        call,
        "403 NOT_ALLOWED_WHILE_IMPERSONATING",
      ]);
    }
    expect((await laptop.signIn("ann@example.com")).body).not.toHaveProperty("twoFactorRedirect");
  });

  test("an expired ban is lifted in the first step, and the second factor is still required", async () => {
    const { browser, act, clock, user, code, ann } = await start();
    await act("ban-user", { banExpiresIn: 60 });
    clock.advance(60);
    const visitor = browser();
    expect((await visitor.signIn("ann@example.com")).body).toMatchObject({ twoFactorRedirect: true });
    expect(await user()).toMatchObject({ banned: false, banExpires: null });
    expect((await visitor.post("/two-factor/verify-totp", { code: code(ann.secret) })).status).toBe(200);
  });

  test("TFA-17: neither an admin nor the user can set twoFactorEnabled, and no one can give themselves a role", async () => {
    const { root, ann, user } = await start();
    const data = { twoFactorEnabled: false };
    expect(said(await root.post("/admin/update-user", { userId: ann.userId, data }))).toBe("400 FIELD_NOT_ALLOWED");
    for (const body of [data, { role: "admin" }, { banned: false }]) {
      expect(said(await ann.browser.post("/update-user", { name: "x", ...body }))).toBe("400 FIELD_NOT_ALLOWED");
    }
    expect(await user()).toMatchObject({ twoFactorEnabled: true, role: "user", name: "ann" });
  });

  test("TFA-19: an admin can see only whether a user has a second factor", async () => {
    const { root, ann } = await start();
    const seen = JSON.stringify([
      (await root.get(`/admin/get-user?id=${ann.userId}`)).body,
      (await root.get("/admin/list-users?filterField=twoFactorEnabled&filterValue=true")).body,
      (await root.post("/admin/list-user-sessions", { userId: ann.userId })).body,
      (await root.get(`/admin/list-audit?userId=${ann.userId}`)).body,
    ]);
    expect(seen).toContain('"twoFactorEnabled":true');
    for (const secret of [ann.secret, ...ann.backupCodes]) expect(seen).not.toContain(secret);
  });

  test("deleting a user deletes their factors", async () => {
    const { root, ann, trusted, challenged, auth } = await start();
    await trusted();
    const halfWay = await challenged();
    expect(said(await root.post("/admin/remove-user", { userId: ann.userId }))).toBe("200");
    for (const table of [twoFactorTable, backupCodeTable])
      expect(await auth.$context.db.count(table as never, {})).toBe(0);
    const late = await halfWay.post("/two-factor/verify-backup-code", { code: ann.backupCodes[0] });
    expect(said(late)).toBe("401 INVALID_TWO_FACTOR_COOKIE");
  });
});

test("ENUM-10: a sign-in by username reports an unverified email before a second factor, and only with the correct password", async () => {
  const emailAndPassword = { requireEmailVerification: true };
  const emailVerification = { sendVerificationEmail: async () => {} };
  const app = await startTwoFactor({ emailAndPassword, emailVerification }, {}, [admin(), username()]);
  const email = "ann@example.com";
  const data = { emailVerified: true, username: "Ann" };
  const { createUser } = app.auth.api as unknown as {
    createUser(call: { readonly body: object }): Promise<{ readonly user: { readonly id: string } }>;
  };
  const { user } = await createUser({ body: { email, name: "Ann", password: testPassword, data } });
  const ann = app.browser();
  expect(said(await ann.signIn(email))).toBe("200");
  const { body } = await ann.post<{ totpURI: string }>("/two-factor/enable", { password: testPassword });
  const secret = new URL(body.totpURI).searchParams.get("secret") as string;
  expect(said(await ann.post("/two-factor/verify-totp", { code: app.code(secret) }))).toBe("200");

  const enter = (password: string) => app.browser().post("/sign-in/username", { username: "ANN", password });
  expect((await enter(testPassword)).body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp", "otp"] });
  await app.auth.$context.db.update(userTable, { where: { id: user.id }, set: { emailVerified: false } });
  const refused = await enter(testPassword);
  expect([said(refused), refused.setCookies]).toEqual(["403 EMAIL_NOT_VERIFIED", []]);
  const wrong = await enter("not this password");
  expect([said(wrong), wrong.setCookies]).toEqual(["401 INVALID_USERNAME_OR_PASSWORD", []]);
});
