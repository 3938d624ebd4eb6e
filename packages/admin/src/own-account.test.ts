import { userTable } from "@latchkey/core/plugin";
import { testPassword } from "@latchkey/test-kit";
import { databases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { said, startAdmin } from "../test/admin-app.ts";
import { adminAccess, defaultRoles } from "./access.ts";

describe.each(databases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("ADMIN-09: when three admins delete their own accounts concurrently, one is left", async () => {
    const user = { deleteUser: { enabled: true } };
    const { root, person, auth } = await startAdmin({}, { database: opened.database, user });
    const all = [root, await person("ann", "admin"), await person("bob", "admin")];
    const replies = await Promise.all(all.map((one) => one.post("/delete-user", { password: testPassword })));
    expect(replies.map(said).sort()).toEqual(["200", "200", "400 YOU_CANNOT_REMOVE_THE_LAST_ADMIN"]);
    expect(await auth.$context.db.count({ name: "user", columns: {} } as never, {})).toBe(1);
  });
});

const support = adminAccess.newRole({ user: ["update", "set-email", "set-password"] });
const changes: readonly (readonly [string, object])[] = [
  ["update-user", { data: { email: "thief@example.com", emailVerified: true } }],
  ["update-user", { data: { emailVerified: true } }],
  ["set-user-password", { newPassword: "a password of the thief" }],
];

test.each(changes)(
  "ADMIN-19: with an old session, an admin can't change their own account with %s %j unless they prove their identity",
  async (call, body) => {
    const { person, auth, clock } = await startAdmin({ roles: { ...defaultRoles, support } });
    const [ann, bob] = [await person("ann", "support"), await person("bob")];
    clock.advance(2 * 86_400);
    // Using the session extends it, but doesn't prove the admin's identity.
    await ann.get("/get-session");
    const refused = await ann.post<{ proof: string[] }>(`/admin/${call}`, { userId: ann.id, ...body });
    expect([said(refused), refused.body.proof]).toEqual(["403 SESSION_NOT_FRESH", ["password"]]);
    const row = await auth.$context.db.findOne(userTable, { where: { id: ann.id } });
    expect(row).toMatchObject({ email: ann.email, emailVerified: false });
    // Admins can still change other users, and the rest of their own account.
    const others = JSON.parse(JSON.stringify(body).replace("thief@", "bob-2@"));
    expect(said(await ann.post(`/admin/${call}`, { userId: bob.id, ...others }))).toBe("200");
    expect(said(await ann.post("/admin/update-user", { userId: ann.id, data: { name: "Ann B." } }))).toBe("200");
    expect(said(await ann.post("/verify-password", { password: testPassword }))).toBe("200");
    expect(said(await ann.post(`/admin/${call}`, { userId: ann.id, ...body }))).toBe("200");
  },
);
