import { accountTable, sessionTable, userTable } from "@latchkey/core/plugin";
import { createMailbox, mailOptions, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { acting, type Read, read, withCookies } from "../../test/acting.ts";
import { said, startAdmin } from "../../test/admin-app.ts";
import { adminAccess, defaultRoles } from "../access.ts";

describe("impersonating a user", () => {
  test("an impersonation is a session for the user that names the impersonator, its cookies last until the browser closes, and stopping it restores the admin's session", async () => {
    const { root, bob, begun, clock } = await acting();
    expect(begun.body).toMatchObject({
      session: { impersonatedBy: root.id, userId: bob.id, expiresAt: "2030-01-01T13:00:00.000Z" },
      user: { id: bob.id },
    });
    expect(begun.setCookies.find((line) => line.includes("session_token"))).not.toContain("Max-Age");
    expect(begun.setCookies.find((line) => line.includes("dont_remember"))).not.toContain("Max-Age");
    expect(begun.setCookies.find((line) => line.includes("admin_session"))).toContain("HttpOnly");
    expect((await read(root))?.user.id).toBe(bob.id);
    expect((await read(bob))?.session.impersonatedBy).toBeNull();
    clock.advance(60);
    const stopped = await root.post<Read>("/admin/stop-impersonating");
    expect(stopped.body).toMatchObject({ session: { impersonatedBy: null, userId: root.id }, user: { id: root.id } });
    expect([...root.cookies.keys()]).toEqual(["latchkey.session_token"]);
    expect((await read(root))?.user.id).toBe(root.id);
    expect(said(await root.post("/admin/stop-impersonating"))).toBe("400 YOU_ARE_NOT_IMPERSONATING_ANYONE");
    expect(said(await root.get("/admin/list-users"))).toBe("200");
  });

  test("RECL-20: a verification link opened during an impersonation verifies the email, but marks no sessions or accounts with it", async () => {
    const box = createMailbox();
    const app = await acting({}, mailOptions(box));
    const { db } = app.auth.$context;
    await app.browser().post("/send-verification-email", { email: app.bob.email });
    const { url } = await box.next("sendVerificationEmail");
    await app.root.get(url.replace("http://app.test/api/auth", ""));
    const where = { userId: app.bob.id };
    expect(await db.findOne(userTable, { where: { id: app.bob.id } })).toMatchObject({ emailVerified: true });
    for (const row of await db.findMany(sessionTable, { where, limit: 9 })) expect(row.verifiedEmail).toBeNull();
    for (const row of await db.findMany(accountTable, { where, limit: 9 })) expect(row.verifiedEmail).toBeNull();
  });

  test("SESS-02: starting and stopping an impersonation issues new tokens, and the old ones no longer work", async () => {
    const { root, before } = await acting();
    const during = new Map(root.cookies);
    await root.post("/admin/stop-impersonating");
    const after = new Map(root.cookies);
    for (const old of [before, during]) {
      withCookies(root, old);
      expect(await read(root)).toBeNull();
    }
    const kept = during.get("latchkey.admin_session") as string;
    withCookies(root, new Map([["latchkey.session_token", kept]]));
    expect(await read(root)).toBeNull();
    withCookies(root, after);
    expect((await read(root))?.user.id).toBe(root.id);
  });

  test("with a bearer token, the response has the impersonation token, and the admin's own token stays valid", async () => {
    const { browser, root, person } = await startAdmin();
    const bob = await person("bob");
    const { token } = (await browser().signIn(root.email)).body;
    const send = (path: string, bearer: string, body: object = {}) =>
      browser().post<Read & { token: string }>(path, body, { authorization: `Bearer ${bearer}` });
    const begun = await send("/admin/impersonate-user", token, { userId: bob.id });
    const session = await browser().get<Read>("/get-session", { authorization: `Bearer ${begun.body.token}` });
    expect(session.body).toMatchObject({ user: { id: bob.id }, session: { impersonatedBy: root.id } });
    const stopped = await send("/admin/stop-impersonating", begun.body.token);
    expect([stopped.status, stopped.body.user.id]).toEqual([200, root.id]);
    expect(said(await send("/admin/has-permission", begun.body.token, { permissions: { user: ["ban"] } }))).toMatch(
      "401",
    );
    expect(said(await send("/admin/has-permission", token, { permissions: { user: ["ban"] } }))).toBe("200");
  });

  test("signing out during an impersonation ends both sessions", async () => {
    const { root } = await acting();
    const kept = root.cookies.get("latchkey.admin_session") as string;
    await root.post("/sign-out");
    expect([...root.cookies.keys()]).toEqual([]);
    withCookies(root, new Map([["latchkey.session_token", kept]]));
    expect(await read(root)).toBeNull();
  });

  test("banned users, unknown users, and the admin themselves can't be impersonated", async () => {
    const { root, person } = await startAdmin();
    const bob = await person("bob");
    await root.post("/admin/ban-user", { userId: bob.id });
    const begin = async (userId: string) => said(await root.post("/admin/impersonate-user", { userId }));
    expect(await begin(bob.id)).toBe("403 BANNED_USER");
    expect(await begin("unknown")).toBe("404 USER_NOT_FOUND");
    expect(await begin(root.id)).toBe("403 YOU_CANNOT_IMPERSONATE_ADMINS");
    expect((await read(root))?.user.id).toBe(root.id);
  });
});

describe("ADMIN-04: admins can't be impersonated", () => {
  test("ADMIN-04: whether they're admins by role, in any spelling, or by id, unless the app allows it", async () => {
    const first = await startAdmin();
    const other = await first.person("other", ["user", "admin"]);
    const refused = await first.root.post("/admin/impersonate-user", { userId: other.id });
    expect(said(refused)).toBe("403 YOU_CANNOT_IMPERSONATE_ADMINS");

    const allowing = await startAdmin({ allowImpersonatingAdmins: true });
    const { id: userId } = await allowing.person("other", "admin");
    expect(said(await allowing.root.post("/admin/impersonate-user", { userId }))).toBe("200");
  });

  test("ADMIN-04: admins can't impersonate a user with permissions that they lack, even if the app allows impersonating admins", async () => {
    const roles = {
      ...defaultRoles,
      support: adminAccess.newRole({ user: ["impersonate"] }),
      clerk: adminAccess.newRole({ user: ["list"] }),
    };
    const { person, root } = await startAdmin({ roles, allowImpersonatingAdmins: true });
    const [support, clerk, bob] = [await person("s", "support"), await person("c", "clerk"), await person("bob")];
    const begin = (userId: string) => support.post("/admin/impersonate-user", { userId });
    const refused = await begin(clerk.id);
    expect(said(refused)).toBe("403 YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS");
    expect(refused.body).toMatchObject({ missingPermissions: ["user:list"] });
    expect(said(await begin(root.id))).toBe("403 YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS");
    expect(said(await begin(bob.id))).toBe("200");
  });
});

const inPerson: readonly (readonly [string, object])[] = [
  ["/change-password", { currentPassword: testPassword, newPassword: "another good password" }],
  ["/verify-password", { password: testPassword }],
  ["/change-email", { newEmail: "new@example.com", currentPassword: testPassword }],
  ["/delete-user", { password: testPassword }],
  ["/link-social", { provider: "google" }],
  ["/unlink-account", { providerId: "credential" }],
  ["/get-access-token", { providerId: "google" }],
  ["/refresh-token", { providerId: "google" }],
];

describe("ADMIN-05: actions that only the user can take", () => {
  test.each(inPerson)("ADMIN-05: %s is rejected during an impersonation", async (path, body) => {
    const { root, bob, browser } = await acting({}, mailOptions(createMailbox()));
    expect(said(await root.post(path, body))).toBe("403 NOT_ALLOWED_WHILE_IMPERSONATING");
    expect(said(await browser().signIn(bob.email))).toBe("200");
  });

  test("ADMIN-05: deletion links and setting a password on the server are rejected, too", async () => {
    const { root, auth } = await acting({}, mailOptions(createMailbox()));
    expect(said(await root.get("/delete-user/callback?token=x"))).toBe("403 NOT_ALLOWED_WHILE_IMPERSONATING");
    const headers = new Headers({ cookie: [...root.cookies].map((pair) => pair.join("=")).join("; ") });
    const { error } = await auth.api.setPassword.result({ headers, body: { newPassword: testPassword } });
    expect(error?.code).toBe("NOT_ALLOWED_WHILE_IMPERSONATING");
  });

  test("ADMIN-05: admin calls and another impersonation are rejected during an impersonation of any user", async () => {
    const { root, person, auth } = await startAdmin({ allowImpersonatingAdmins: true });
    const [other, bob] = [await person("other", "admin"), await person("bob")];
    await root.post("/admin/impersonate-user", { userId: other.id });
    expect(said(await root.post("/admin/impersonate-user", { userId: bob.id }))).toBe(
      "403 NOT_ALLOWED_WHILE_IMPERSONATING",
    );
    for (const { path, method, guards } of Object.values(auth.$context.extensions.endpoints)) {
      if (!guards.some((guard) => "permissions" in guard)) continue;
      const body = { userId: bob.id, role: "user", newPassword: testPassword, sessionToken: "x", data: {} };
      const needed = { ...body, email: "x@x.test", name: "x", providerId: "github" };
      const reply =
        method === "GET" ? await root.get(`${path}?id=${bob.id}&userId=${bob.id}`) : await root.post(path, needed);
      expect([path, said(reply)]).toEqual([path, "403 NOT_ALLOWED_WHILE_IMPERSONATING"]);
    }
  });

  test("ADMIN-05: everything else works, and the audit log names the impersonator", async () => {
    const { root, bob, auth } = await acting();
    expect(said(await root.post("/update-user", { name: "Bobby" }))).toBe("200");
    await root.post("/admin/stop-impersonating");
    const { body } = await root.get<{ records: Record<string, unknown>[] }>("/admin/list-audit?action=user.update");
    expect(body.records).toMatchObject([{ actorId: bob.id, userId: bob.id, onBehalfOf: root.id }]);
    await bob.post("/update-user", { name: "Bob" });
    const both = await root.get<{ records: Record<string, unknown>[] }>("/admin/list-audit?action=user.update");
    expect(both.body.records.map(({ onBehalfOf }) => onBehalfOf).sort()).toEqual([root.id, null].sort());
    expect(auth.$context.extensions.impersonatorResolvers).toHaveLength(1);
  });
});

describe("ADMIN-06: returning to the admin's session, or signing out", () => {
  const out = "500 ADMIN_SESSION_LOST";

  test("ADMIN-06: with a forged cookie, no cookie, or another admin's cookie, stopping signs out and restores no session", async () => {
    for (const swap of ["forged", "none", "another's", "an earlier one of one's own"]) {
      const { root, person, before } = await acting();
      const other = await person("other", "admin");
      const name = "latchkey.admin_session";
      const kept = root.cookies.get(name) as string;
      if (swap === "forged")
        root.cookies.set(name, `${kept.slice(0, 10)}${kept[10] === "x" ? "y" : "x"}${kept.slice(11)}`);
      if (swap === "none") root.cookies.delete(name);
      if (swap === "another's") {
        const bob = await person("carl");
        await other.post("/admin/impersonate-user", { userId: bob.id });
        root.cookies.set(name, other.cookies.get(name) as string);
      }
      if (swap.startsWith("an earlier")) root.cookies.set(name, before.get("latchkey.session_token") as string);
      const reply = await root.post("/admin/stop-impersonating");
      expect([swap, said(reply)]).toEqual([swap, out]);
      // Only says which session ended, in case a ban ended it.
      expect([...root.cookies.keys()]).toEqual(["latchkey.ended_session"]);
      expect(await read(root)).toBeNull();
    }
  });

  test("ADMIN-06: the impersonation ends with the admin's own session, regardless of how that session ends", async () => {
    const ends: readonly (readonly [string, object])[] = [
      ["/admin/ban-user", {}],
      ["/admin/revoke-user-sessions", {}],
      ["/admin/set-user-password", { newPassword: testPassword }],
      ["/admin/remove-user", {}],
      ["/admin/set-role", { role: "user" }],
    ];
    for (const [path, body] of ends) {
      const { root, person } = await acting();
      const other = await person("other", "admin");
      expect([path, said(await other.post(path, { userId: root.id, ...body }))]).toEqual([path, "200"]);
      expect(await read(root)).toBeNull();
      expect(said(await root.post("/admin/stop-impersonating"))).toBe("401 UNAUTHORIZED");
    }
  });

  test("ADMIN-06: if the admin's session expires during the impersonation, both sessions end", async () => {
    const { root, clock } = await acting({ impersonationSessionDuration: 7200 }, { session: { expiresIn: 3600 } });
    clock.advance(3601);
    expect(said(await root.post("/admin/stop-impersonating"))).toBe(out);
    // Only says which session ended, in case a ban ended it.
    expect([...root.cookies.keys()]).toEqual(["latchkey.ended_session"]);
  });
});

test("ADMIN-15: users don't see an impersonation in their session list, but end it when they end their other sessions", async () => {
  const { root, bob } = await acting();
  const listed = await bob.get<{ id: string; impersonatedBy: string | null }[]>("/list-sessions");
  expect(listed.body).toMatchObject([{ impersonatedBy: null, userId: bob.id }]);
  expect((await root.get("/list-sessions")).body).toEqual(listed.body);
  expect(said(await bob.post("/revoke-other-sessions"))).toBe("200");
  expect(await read(root)).toBeNull();
  expect((await read(bob))?.user.id).toBe(bob.id);
});

test("ADMIN-15: an admin sees an impersonation among the user's sessions", async () => {
  const { bob, person } = await acting();
  const other = await person("other", "admin");
  const { body } = await other.post<{ sessions: object[] }>("/admin/list-user-sessions", { userId: bob.id });
  expect(body.sessions).toHaveLength(2);
});

test("ADMIN-07: an impersonation ends at its time limit, regardless of how often the session is used", async () => {
  const { root, clock, bob } = await acting({}, { session: { updateAge: 0 } });
  for (let minute = 0; minute < 59; minute++) {
    clock.advance(60);
    if (minute % 20 === 0) expect((await read(root))?.session.expiresAt).toBe("2030-01-01T13:00:00.000Z");
  }
  expect((await read(root))?.user.id).toBe(bob.id);
  clock.advance(60);
  expect(await read(root)).toBeNull();
  expect(said(await root.post("/admin/stop-impersonating"))).toBe("401 UNAUTHORIZED");
});

test("ADMIN-07: proving the user's identity doesn't make an impersonation fresh or extend it", async () => {
  const { root } = await acting({ impersonationSessionDuration: 60 });
  expect(said(await root.post("/unlink-account", { providerId: "credential" }))).toBe(
    "403 NOT_ALLOWED_WHILE_IMPERSONATING",
  );
  await expect(startAdmin({ impersonationSessionDuration: 1e9 })).rejects.toThrow("admin.impersonationSessionDuration");
});
