import { startAuth } from "@latchkey/test-kit";
import { databases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { said, startAdmin } from "../test/admin-app.ts";
import { adminAccess, defaultRoles } from "./access.ts";
import { admin } from "./plugin.ts";

/** A role with all admin permissions that doesn't count as an admin role, so its last member can be removed. */
const operators = { ...defaultRoles, operator: adminAccess.newRole(adminAccess.statements) };

describe.each(databases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test.each(["set-role", "ban-user", "remove-user"])(
    "ADMIN-09: when two concurrent requests target the last two admins with %s, one admin is left",
    async (call) => {
      const app = await startAdmin({ roles: operators }, { database: opened.database });
      const [first, second] = [await app.person("first", "operator"), await app.person("second", "operator")];
      let admins = [app.root, await app.person("other", "admin")];
      for (let round = 0; round < 2; round++) {
        const replies = await Promise.all([
          first.post(`/admin/${call}`, { userId: admins[0]?.id, role: "user" }),
          second.post(`/admin/${call}`, { userId: admins[1]?.id, role: "user" }),
        ]);
        expect(replies.map(said).sort()).toEqual(["200", "400 YOU_CANNOT_REMOVE_THE_LAST_ADMIN"]);
        const left = admins[replies.findIndex(({ status }) => status === 400)];
        admins = [left as (typeof admins)[number], await app.person(`next${round}`, "admin")];
      }
    },
  );

  test("ADMIN-09: when two admins demote each other concurrently, one is left", async () => {
    const app = await startAdmin({}, { database: opened.database });
    const other = await app.person("other", "admin");
    const replies = await Promise.all([
      app.root.post("/admin/set-role", { userId: other.id, role: "user" }),
      other.post("/admin/set-role", { userId: app.root.id, role: "user" }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    const { total } = (await app.auth.api.listUsers({
      headers: cookiesOf(replies[0]?.status === 200 ? app.root : other),
      query: { filterField: "role", filterValue: "admin" },
    })) as { total: number };
    expect(total).toBe(1);
  });

  test("ADMIN-08: no sign-in that races with a ban leaves a session", async () => {
    const app = await startAdmin({}, { database: opened.database });
    const bob = await app.person("bob");
    const browsers = Array.from({ length: 8 }, () => app.browser());
    await Promise.all([
      ...browsers.map((browser) => browser.signIn(bob.email)),
      app.root.post("/admin/ban-user", { userId: bob.id }),
    ]);
    const sessions = await Promise.all(browsers.map((browser) => browser.get("/get-session")));
    expect(sessions.map(({ body }) => body)).toEqual(Array(8).fill(null));
    const { body } = await app.root.post("/admin/list-user-sessions", { userId: bob.id });
    expect(body).toEqual({ sessions: [] });
  });

  test("an existing database gets the columns, and no user is banned", async () => {
    const before = await startAuth({ database: opened.database });
    await before.browser().signUp("old@example.com");
    const { browser } = await startAuth({ database: opened.again(), plugins: [admin()] });
    const { body } = await browser().signIn("old@example.com");
    expect(body.user).toMatchObject({ role: null, banned: false });
  });

  test("ADMIN-13: if a user is removed while their requests run, no row remains, and later requests get 401", async () => {
    const app = await startAdmin({}, { database: opened.database });
    const bob = await app.person("bob");
    const [removed, ...late] = await Promise.all([
      app.root.post("/admin/remove-user", { userId: bob.id }),
      ...Array.from({ length: 6 }, (_, at) => bob.post("/update-user", { name: `x${at}` })),
      ...Array.from({ length: 3 }, () => app.browser().signIn(bob.email)),
    ]);
    expect(said(removed as never)).toBe("200");
    for (const reply of late) expect([200, 401, 503]).toContain(reply.status);
    for (const table of ["session", "account"]) {
      const left = await app.auth.$context.db.count({ name: table, columns: {} } as never, {
        where: { userId: bob.id } as never,
      });
      expect([table, left]).toEqual([table, 0]);
    }
    expect(said(await app.root.get(`/admin/get-user?id=${bob.id}`))).toBe("404 USER_NOT_FOUND");
  });
});

function cookiesOf({ cookies }: { readonly cookies: ReadonlyMap<string, string> }): Headers {
  return new Headers({ cookie: [...cookies].map((pair) => pair.join("=")).join("; ") });
}
