/** Tests an admin's limits, the cookie cache after an admin's changes to themselves, and pagination. */

import { toBase64Url, utf8 } from "@latchkey/core/crypto";
import { testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { said, startAdmin } from "../test/admin-app.ts";
import { adminAccess, defaultRoles } from "./access.ts";

const roles = {
  ...defaultRoles,
  support: adminAccess.newRole({ user: ["create", "list"], session: ["list", "revoke"] }),
};

describe("ADMIN-03: an admin with a limited role", () => {
  test("ADMIN-03: can't end sessions of users with more permissions, and gets the usual response for an unknown handle", async () => {
    const { root, person } = await startAdmin({ roles });
    const helper = await person("helper", "support");
    const bob = await person("bob");
    const handleOf = async (browser: typeof root): Promise<string> =>
      (await browser.get<{ session: { token: string } }>("/get-session")).body.session.token;
    const one = await helper.post("/admin/revoke-user-session", { sessionToken: await handleOf(root) });
    expect(said(one)).toBe("403 YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS");
    const all = await helper.post("/admin/revoke-user-sessions", { userId: root.id });
    expect(said(all)).toBe("403 YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS");
    expect((await root.get("/get-session")).body).not.toBeNull();

    expect(said(await helper.post("/admin/revoke-user-session", { sessionToken: await handleOf(bob) }))).toBe("200");
    expect((await bob.get("/get-session")).body).toBeNull();
    for (const [call, body] of [
      ["revoke-user-session", { sessionToken: "unknown" }],
      ["revoke-user-sessions", { userId: "unknown" }],
      ["revoke-user-sessions", { userId: bob.id }],
    ] as const) {
      expect([call, (await helper.post(`/admin/${call}`, body)).body]).toEqual([call, { success: true }]);
    }
  });

  test("ADMIN-03: can't create a user whose email is marked as verified", async () => {
    const { person, root } = await startAdmin({ roles });
    const helper = await person("helper", "support");
    const body = { name: "Eve", email: "eve@example.com", password: testPassword };
    const proven = { ...body, data: { emailVerified: true } };
    expect(said(await helper.post("/admin/create-user", proven))).toBe("403 YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL");
    expect(said(await helper.post("/admin/create-user", { ...body, data: { emailVerified: false } }))).toBe("200");
    expect(said(await root.post("/admin/create-user", { ...proven, email: "eva@example.com" }))).toBe("200");
  });

  test.each([
    ["demoted", "set-role", { role: "user" }, "403 YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS"],
    ["banned", "ban-user", {}, "403 BANNED_USER"],
    ["removed", "remove-user", {}, "401 UNAUTHORIZED"],
  ] as const)(
    "ADMIN-03: an admin who is %s while a new user's password is hashed can't create the user",
    async (_, call, body, answer) => {
      let release = (): void => {};
      let isWaiting = (): void => {};
      const waiting = new Promise<void>((resolve) => {
        isWaiting = resolve;
      });
      const slow = {
        async hash(password: string): Promise<string> {
          if (password === "a slow one, this") {
            isWaiting();
            await new Promise<void>((resolve) => {
              release = resolve;
            });
          }
          return `plain:${password}`;
        },
        verify: async ({ hash, password }: { hash: string; password: string }) => hash === `plain:${password}`,
      };
      const { root, person, auth } = await startAdmin({}, { emailAndPassword: { enabled: true, password: slow } });
      const mallory = await person("mallory", "admin");
      const wanted = { name: "Eve", email: "eve@example.com", password: "a slow one, this", role: "admin" };
      const late = mallory.post("/admin/create-user", wanted);
      await waiting;
      expect(said(await root.post(`/admin/${call}`, { userId: mallory.id, ...body }))).toBe("200");
      release();
      expect(said(await late)).toBe(answer);
      const eve = { where: { email: wanted.email } as never };
      expect(await auth.$context.db.count({ name: "user", columns: {} } as never, eve)).toBe(0);
    },
  );
});

test("changes that admins make to themselves update their cookie cache immediately", async () => {
  const { root } = await startAdmin({}, { session: { cookieCache: { enabled: true, maxAge: 60 } } });
  await root.get("/get-session");
  await root.post("/admin/update-user", { userId: root.id, data: { name: "Ruth" } });
  expect((await root.get("/get-session")).body).toMatchObject({ user: { name: "Ruth" } });
});

describe.each(quickDatabases)("cursors on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("pagination continues after a long value", async () => {
    const { root, person } = await startAdmin({}, { database: opened.database });
    for (const name of ["ann", "bob", "cid"]) {
      const { id: userId } = await person(name);
      const banReason = `${name} ${"禁".repeat(496)}`;
      expect(said(await root.post("/admin/ban-user", { userId, banReason }))).toBe("200");
    }
    const seen: string[] = [];
    let cursor: string | null = "";
    const query = { sortBy: "banReason", filterField: "banned", filterValue: "true", limit: "1" };
    do {
      const page: { status: number; body: { users: { name: string }[]; nextCursor: string | null } } = await root.get(
        `/admin/list-users?${new URLSearchParams({ ...query, ...(cursor ? { cursor } : {}) })}`,
      );
      expect(said(page)).toBe("200");
      seen.push(...page.body.users.map(({ name }) => name));
      cursor = page.body.nextCursor;
    } while (cursor);
    expect(seen).toEqual(["ann", "bob", "cid"]);
  });

  test("ADMIN-10: a made-up cursor is always rejected", async () => {
    const { root } = await startAdmin({}, { database: opened.database });
    const values = ["+275760-09-13T00:00:00.000Z", "-000500-01-01T00:00:00.000Z", "0001-01-01", "1", "\0", 1, "\ud800"];
    const ids = ["a\0b", "\ud800"];
    for (const path of ["list-users", "list-audit"]) {
      for (const value of values) {
        const cursor = toBase64Url(utf8(JSON.stringify(["createdAt desc", value, "x"])));
        expect([path, value, said(await root.get(`/admin/${path}?cursor=${cursor}`))]).toEqual([
          path,
          value,
          "400 VALIDATION_ERROR",
        ]);
      }
      for (const id of ids) {
        const cursor = toBase64Url(utf8(JSON.stringify(["createdAt desc", "2030-01-01T00:00:00.000Z", id])));
        expect([path, id, said(await root.get(`/admin/${path}?cursor=${cursor}`))]).toEqual([
          path,
          id,
          "400 VALIDATION_ERROR",
        ]);
      }
    }
    const cursor = toBase64Url(utf8(JSON.stringify(["email asc", "a\0b", "x"])));
    expect(said(await root.get(`/admin/list-users?sortBy=email&cursor=${cursor}`))).toBe("400 VALIDATION_ERROR");
  });
});
