import { createMailbox, mailOptions, type TestBrowser, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { said, startAdmin } from "../test/admin-app.ts";
import { arrive, provider, providerFetch } from "../test/social.ts";

const errorOf = (reply: { headers: Headers }): string | null =>
  new URL(reply.headers.get("location") as string, "http://app.test").searchParams.get("error");

describe("ADMIN-08: a ban blocks every sign-in method, and ends all sessions", () => {
  test("ADMIN-08: sessions end immediately, the right password gets BANNED_USER, and a wrong password reveals nothing", async () => {
    const { root, person, browser } = await startAdmin();
    const bob = await person("bob");
    const banned = await root.post("/admin/ban-user", { userId: bob.id, banReason: "Spam" });
    expect(banned.body).toMatchObject({ user: { banned: true, banReason: "Spam", banExpires: null } });
    expect((await bob.get("/get-session")).body).toBeNull();
    expect(said(await bob.post("/update-user", { name: "x" }))).toBe("401 UNAUTHORIZED");
    const again = await browser().signIn(bob.email);
    expect(said(again)).toBe("403 BANNED_USER");
    expect(again.setCookies).toEqual([]);
    expect((again.body as unknown as { message: string }).message).toMatch(/^You have been banned/);
    expect(said(await browser().signIn(bob.email, "not this one"))).toBe("401 INVALID_EMAIL_OR_PASSWORD");

    await root.post("/admin/unban-user", { userId: bob.id });
    const { body } = await browser().signIn(bob.email);
    expect(body.user).toMatchObject({ banned: false, banReason: null, banExpires: null });
  });

  test("ADMIN-08: a cached copy of the session only serves plain reads until it expires", async () => {
    const session = { cookieCache: { enabled: true, maxAge: 60 } };
    const { root, person, clock } = await startAdmin({}, { session });
    const bob = await person("bob");
    await bob.get("/get-session");
    await root.post("/admin/ban-user", { userId: bob.id });
    expect(said(await bob.post("/update-user", { name: "x" }))).toBe("401 UNAUTHORIZED");
    clock.advance(61);
    expect((await bob.get("/get-session")).body).toBeNull();
  });

  test("ADMIN-08: a temporary ban expires on its own at the next sign-in", async () => {
    const { root, person, browser, clock } = await startAdmin({
      bannedUserMessage: "Not today.",
      defaultBanExpiresIn: 60,
    });
    const bob = await person("bob");
    const { body } = await root.post<{ user: { banExpires: string } }>("/admin/ban-user", { userId: bob.id });
    expect(body.user.banExpires).toBe("2030-01-01T12:01:00.000Z");
    clock.advance(59);
    expect((await browser().signIn(bob.email)).body).toMatchObject({ code: "BANNED_USER", message: "Not today." });
    clock.advance(1);
    const { body: back } = await browser().signIn(bob.email);
    expect(back.user).toMatchObject({ banned: false, banReason: null, banExpires: null });
    expect((await root.get(`/admin/get-user?id=${bob.id}`)).body).toMatchObject({ banned: false, banReason: null });
    await root.post("/admin/ban-user", { userId: bob.id, banExpiresIn: 3600 });
    clock.advance(61);
    expect(said(await browser().signIn(bob.email))).toBe("403 BANNED_USER");
  });

  test.each([-1, 0, 0.5, 1e12, "60", null, { gt: 0 }])("rejects the invalid ban length %j", async (banExpiresIn) => {
    const { root, person } = await startAdmin();
    const { id: userId } = await person("bob");
    expect(said(await root.post("/admin/ban-user", { userId, banExpiresIn }))).toBe("400 VALIDATION_ERROR");
  });

  test("ADMIN-08: a provider sign-in redirects back with ?error=BANNED_USER", async () => {
    const email = "bob@example.com";
    const { root, browser, auth } = await startAdmin(
      {},
      {
        providers: [provider({ name: "Bob", email })],
        fetch: providerFetch,
      },
    );
    const bob = browser();
    expect(errorOf(await arrive(bob))).toBeNull();
    const { user } = (await bob.get<{ user: { id: string; role: string } }>("/get-session")).body;
    expect(user.role).toBe("user");
    await root.post("/admin/ban-user", { userId: user.id });
    const refused = await arrive(browser());
    expect([refused.status, errorOf(refused)]).toEqual([302, "BANNED_USER"]);
    expect(refused.setCookies.some((line) => line.includes("session_token="))).toBe(false);
    expect(auth.$context.extensions.gates.map(({ name }) => name)).toContain("notBanned");
  });

  test("ADMIN-02: roles and bans in a provider's profile are ignored", async () => {
    const mapProfileToUser = (profile: object) => ({ ...profile, role: "admin", banned: true });
    const { browser } = await startAdmin(
      {},
      {
        providers: [provider({ name: "Eve", email: "eve@example.com", role: "admin" }, { mapProfileToUser })],
        fetch: providerFetch,
      },
    );
    const eve = browser();
    await arrive(eve);
    expect((await eve.get("/get-session")).body).toMatchObject({ user: { role: "user", banned: false } });
  });

  test("ADMIN-08: a password reset, an emailed link, or a new sign-up doesn't get around a ban", async () => {
    const box = createMailbox();
    const mails = mailOptions(box);
    const emailVerification = { ...mails.emailVerification, autoSignInAfterVerification: true };
    const { root, person, browser } = await startAdmin({}, { ...mails, emailVerification });
    const bob = await person("bob");
    await bob.post("/send-verification-email", { email: bob.email });
    const link = await box.next("sendVerificationEmail");
    await browser().post("/forget-password", { email: bob.email });
    const { token } = await box.next("sendResetPassword");
    await root.post("/admin/ban-user", { userId: bob.id });

    const visitor = browser();
    await visitor.get(`/verify-email?token=${link.token}`);
    expect((await visitor.get("/get-session")).body).toBeNull();
    await visitor.post("/reset-password", { token, newPassword: "another good password" });
    expect((await visitor.get("/get-session")).body).toBeNull();
    expect(said(await visitor.signIn(bob.email, "another good password"))).toBe("403 BANNED_USER");
    expect(said(await visitor.signUp(bob.email))).toMatch(/^422/);
  });
});

describe("the browser whose session a ban ended", () => {
  const notice = async (browser: TestBrowser) => (await browser.get("/ban-notice")).body;

  test("gets the reason and the expiry, even after its cookie was cleared, until the user is unbanned", async () => {
    const { root, person, clock } = await startAdmin();
    const bob = await person("bob");
    expect(await notice(bob)).toBeNull();
    await root.post("/admin/ban-user", { userId: bob.id, banReason: "Spam", banExpiresIn: 3600 });
    const expected = { banReason: "Spam", banExpires: "2030-01-01T13:00:00.000Z" };
    expect(await notice(bob)).toEqual(expected);
    expect((await bob.get("/get-session")).body).toBeNull();
    expect((await bob.get("/get-session")).setCookies).toEqual([]);
    expect(await notice(bob)).toEqual(expected);
    clock.advance(3600);
    expect(await notice(bob)).toBeNull();
    await root.post("/admin/ban-user", { userId: bob.id, banReason: "Again" });
    expect(await notice(bob)).toEqual({ banReason: "Again", banExpires: null });
    await root.post("/admin/unban-user", { userId: bob.id });
    expect(await notice(bob)).toBeNull();
  });

  test("is the only browser that gets the reason, but not if it signed out, signed in again, or lost the session for another reason", async () => {
    const { root, person, browser } = await startAdmin();
    const [bob, cleo, dan] = [await person("bob"), await person("cleo"), await person("dan")];
    await cleo.post("/sign-out");
    await root.post("/admin/revoke-user-sessions", { userId: dan.id });
    for (const { id: userId } of [bob, cleo, dan]) await root.post("/admin/ban-user", { userId });
    await dan.get("/get-session");
    for (const other of [browser(), root, cleo, dan]) expect(await notice(other)).toBeNull();
    await bob.get("/get-session");
    await bob.signUp("eve@example.com");
    await bob.post("/sign-out");
    expect(await notice(bob)).toBeNull();
  });
});

describe("ADMIN-09: an admin can't lock all admins out", () => {
  test("ADMIN-09: admins can't ban, demote, or remove themselves", async () => {
    const { root, person } = await startAdmin();
    await person("other", "admin");
    const userId = root.id;
    const replies = [
      await root.post("/admin/ban-user", { userId }),
      await root.post("/admin/set-role", { userId, role: "user" }),
      await root.post("/admin/remove-user", { userId }),
      await root.post("/admin/update-user", { userId, data: { banned: true } }),
      await root.post("/admin/update-user", { userId, data: { role: "user" } }),
    ];
    expect(replies.map(said)).toEqual([
      "400 YOU_CANNOT_BAN_YOURSELF",
      "400 YOU_CANNOT_CHANGE_YOUR_OWN_ROLE",
      "400 YOU_CANNOT_REMOVE_YOURSELF",
      "400 YOU_CANNOT_BAN_YOURSELF",
      "400 YOU_CANNOT_CHANGE_YOUR_OWN_ROLE",
    ]);
    expect(said(await root.get("/admin/list-users"))).toBe("200");
  });

  test("ADMIN-09: the last admin can't be removed, not even by deleting their own account", async () => {
    const user = { deleteUser: { enabled: true } };
    const { root, person } = await startAdmin({}, { user });
    const refused = await root.post("/delete-user", { password: testPassword });
    expect(said(refused)).toBe("400 YOU_CANNOT_REMOVE_THE_LAST_ADMIN");
    const banned = await person("banned", "admin");
    await root.post("/admin/ban-user", { userId: banned.id });
    expect(said(await root.post("/delete-user", { password: testPassword }))).toBe(
      "400 YOU_CANNOT_REMOVE_THE_LAST_ADMIN",
    );
    await person("other", ["user", "admin"]);
    expect(said(await root.post("/delete-user", { password: testPassword }))).toBe("200");
  });
});
