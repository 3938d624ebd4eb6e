import { createAccessControl } from "@latchkey/core/access";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { acting, read } from "../../test/acting.ts";
import { type Person, said, startAdmin } from "../../test/admin-app.ts";
import { adminAccess, adminStatements, defaultRoles } from "../access.ts";

test("ADMIN-16: has-permission denies admin permissions during an impersonation, and allows the user's own", async () => {
  const ac = createAccessControl({
    ...adminStatements,
    report: ["read", "write"],
    user: [...adminStatements.user, "wave"],
  });
  const roles = {
    admin: ac.newRole(ac.statements),
    user: ac.newRole({ report: ["read"], user: ["wave", "list"] }),
  };
  const { root, bob } = await acting({ ac, roles });
  const may = async (who: Pick<Person, "post">, permissions: object) =>
    (await who.post<{ success: boolean }>("/admin/has-permission", { permissions })).body.success;
  expect(await may(bob, { user: ["list"] })).toBe(true);
  expect(await may(root, { user: ["list"] })).toBe(false);
  expect(await may(root, { report: ["read"], user: ["list"] })).toBe(false);
  expect(await may(root, { user: ["ban"] })).toBe(false);
  expect([await may(root, { report: ["read"] }), await may(root, { user: ["wave"] })]).toEqual([true, true]);
  expect(await may(root, { report: ["write"] })).toBe(false);
});

describe.each(quickDatabases)("ADMIN-16: on $name", ({ open }) => {
  const roles = {
    ...defaultRoles,
    support: adminAccess.newRole({ user: ["impersonate"] }),
    helper: adminAccess.newRole({ user: ["list"] }),
    idle: adminAccess.newRole({}),
  };
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("ADMIN-16: an impersonation ends when the user gets a role with more permissions, with set-role or update-user", async () => {
    const { root, person } = await startAdmin({ roles }, { database: opened.database });
    const other = await person("other", "admin");
    for (const [call, role] of [
      ["set-role", "admin"],
      ["set-role", ["user", "support"]],
      ["update-user", "helper"],
    ] as const) {
      const { id: userId } = await person(`user-${call}-${role.length}`);
      await root.post("/admin/impersonate-user", { userId });
      expect((await read(root))?.user.id).toBe(userId);
      const change = call === "set-role" ? { role } : { data: { role } };
      expect(said(await other.post(`/admin/${call}`, { userId, ...change }))).toBe("200");
      expect(await read(root)).toBeNull();
      await root.signIn(root.email);
    }
  });

  test("ADMIN-16: an impersonation continues if the user's permissions stay the same", async () => {
    const { root, person, bob } = await acting({ roles }, { database: opened.database });
    const other = await person("other", "admin");
    expect(said(await other.post("/admin/set-role", { userId: bob.id, role: "idle" }))).toBe("200");
    expect((await read(root))?.user.id).toBe(bob.id);
  });

  test("ADMIN-16: if a promotion races with impersonations, no impersonation of the new admin remains", async () => {
    const { root, person } = await startAdmin({ roles }, { database: opened.database });
    const helpers = [await person("one", "admin"), await person("two", "admin"), await person("three", "admin")];
    for (let round = 0; round < 2; round++) {
      const { id: userId } = await person(`user${round}`);
      const [promoted] = await Promise.all([
        root.post("/admin/set-role", { userId, role: "admin" }),
        ...helpers.map((helper) => helper.post("/admin/impersonate-user", { userId })),
      ]);
      expect(said(promoted)).toBe("200");
      const { body } = await root.post<{ sessions: { impersonatedBy: string | null }[] }>("/admin/list-user-sessions", {
        userId,
      });
      expect(body.sessions.filter(({ impersonatedBy }) => impersonatedBy !== null)).toEqual([]);
      for (const helper of helpers) await helper.signIn(helper.email);
    }
  });
});
