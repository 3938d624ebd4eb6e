import { createAuthClient } from "@latchkey/client";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { authorize, createAccessControl, type Permissions } from "@latchkey/core/access";
import { testPassword } from "@latchkey/test-kit";
import { describe, expect, expectTypeOf, test } from "vitest";
import { type Person, said, startAdmin } from "../../test/admin-app.ts";
import { adminAccess, adminStatements, createRoleCheck, defaultRoles } from "../access.ts";
import { adminClient } from "../client.ts";
import type { PermissionGuard } from "../guards.ts";
import { admin } from "../plugin.ts";

const roles = {
  ...defaultRoles,
  support: adminAccess.newRole({ user: ["list", "get", "ban"], session: ["list", "revoke"] }),
  auditor: adminAccess.newRole({ audit: ["list"] }),
};

const start = () => startAdmin({ roles });
type App = Awaited<ReturnType<typeof start>>;

/** Returns all endpoints whose guard requires a permission. */
function guarded({ auth }: App) {
  return Object.entries(auth.$context.extensions.endpoints).flatMap(([id, { path, method, guards }]) => {
    const guard = guards.find((one): one is PermissionGuard => "permissions" in one);
    return guard ? [{ id, path, method, permissions: guard.permissions }] : [];
  });
}

/** Makes a call that would change something if it were allowed. */
function call(
  browser: Pick<Person, "get" | "post">,
  { path, method }: { path: string; method: unknown },
  userId: string,
) {
  const body = { userId, role: "user", newPassword: testPassword, sessionToken: "x", data: { name: "x" } };
  if (method === "GET")
    return browser.get(
      `${path}${path.includes("-user") && !path.endsWith("users") ? `?id=${userId}&userId=${userId}` : ""}`,
    );
  return browser.post(path, { ...body, providerId: "github", name: "x", email: `${crypto.randomUUID()}@example.com` });
}

describe("ADMIN-01: every admin endpoint, by caller", () => {
  test("ADMIN-01: each declares the permission it requires, except endpoints for any signed-in user", async () => {
    const app = await start();
    const all = Object.values(app.auth.$context.extensions.endpoints).filter(({ path }) => path.startsWith("/admin/"));
    const open = all.filter(({ guards }) => !guards.some((guard) => "permissions" in guard)).map(({ path }) => path);
    expect(open.sort()).toEqual(["/admin/capabilities", "/admin/has-permission", "/admin/stop-impersonating"]);
    expect(all).toHaveLength(19);
    const named = guarded(app).flatMap(({ permissions }) =>
      Object.entries(permissions).flatMap(([resource, actions = []]) =>
        actions.map((action) => `${resource}:${action}`),
      ),
    );
    const known = Object.entries(adminStatements).flatMap(([resource, actions]) =>
      actions.map((a) => `${resource}:${a}`),
    );
    expect(named.filter((one) => !known.includes(one))).toEqual([]);
  });

  test("ADMIN-01: 401 without a session, and with a banned admin's session", async () => {
    const app = await start();
    const other = await app.person("other", "admin");
    await app.root.post("/admin/ban-user", { userId: other.id });
    for (const endpoint of guarded(app)) {
      for (const browser of [app.browser(), other]) {
        expect([endpoint.path, said(await call(browser, endpoint, app.root.id))]).toEqual([
          endpoint.path,
          "401 UNAUTHORIZED",
        ]);
      }
    }
  });

  test("ADMIN-01: a ban that was stored without the plugin applies, too", async () => {
    const app = await start();
    const other = await app.person("other", "admin");
    await app.auth.$context.db.update({ name: "user", columns: {} } as never, {
      where: { id: other.id } as never,
      set: { banned: true } as never,
    });
    for (const endpoint of guarded(app)) {
      expect(said(await call(other, endpoint, app.root.id))).toBe("403 BANNED_USER");
    }
  });

  test.each(["user", "support", "auditor", "admin", "support,auditor", "unknown-role", ""])(
    "ADMIN-01: the role %j allows exactly the calls that it grants permissions for",
    async (role) => {
      const app = await start();
      const actor = await app.person("actor");
      await app.auth.$context.db.update({ name: "user", columns: {} } as never, {
        where: { id: actor.id } as never,
        set: { role: role === "" ? null : role } as never,
      });
      for (const endpoint of guarded(app)) {
        const target = await app.auth.api.createUser({
          body: { email: `${crypto.randomUUID()}@example.com`, name: "Target" },
        });
        const { status, body } = await call(actor, endpoint, target.user.id);
        const may = role.split(",").some((name) => mayDo(name, endpoint.permissions));
        // The new user has no account to unlink, so an allowed call finds none.
        const done = endpoint.id === "unlinkUserAccount" ? 400 : 200;
        expect([endpoint.path, status], endpoint.path).toEqual([endpoint.path, may ? done : 403]);
        if (endpoint.id === "impersonateUser" && may) await actor.post("/admin/stop-impersonating");
        if (!may) expect(body).toHaveProperty("missingPermissions");
      }
    },
  );
});

function mayDo(name: string, asked: Permissions): boolean {
  const role = Object.hasOwn(roles, name) ? roles[name as keyof typeof roles] : undefined;
  return role !== undefined && authorize(role.statements, asked).success;
}

describe("ADMIN-03: admins only grant and remove permissions that they have", () => {
  test("ADMIN-03: a role can't assign permissions that it lacks, with set-role, create, or update", async () => {
    const lesser = { ...roles, lead: adminAccess.newRole({ user: ["create", "update", "set-role", "list"] }) };
    const { person } = await startAdmin({ roles: lesser });
    const [lead, bob] = [await person("lead", "lead"), await person("bob")];
    const refused = await lead.post("/admin/set-role", { userId: bob.id, role: "admin" });
    expect(said(refused)).toBe("403 YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE");
    expect(refused.body.missingPermissions).toContain("user:delete");
    const others = [
      await lead.post("/admin/set-role", { userId: bob.id, role: ["user", "auditor"] }),
      await lead.post("/admin/update-user", { userId: bob.id, data: { role: "admin" } }),
      await lead.post("/admin/create-user", { email: "x@x.test", name: "x", role: "admin" }),
    ];
    expect(others.map(said)).toEqual(Array(3).fill("403 YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE"));
    expect(said(await lead.post("/admin/set-role", { userId: bob.id, role: "lead" }))).toBe("200");
  });

  test("ADMIN-03: a role can't act on a user with more permissions", async () => {
    const strong = {
      ...roles,
      desk: adminAccess.newRole({ user: ["update", "set-role", "set-password", "ban", "delete", "set-email"] }),
    };
    const { person, root } = await startAdmin({ roles: strong });
    const desk = await person("desk", "desk");
    const userId = root.id;
    const replies = [
      await desk.post("/admin/set-user-password", { userId, newPassword: testPassword }),
      await desk.post("/admin/update-user", { userId, data: { email: "mine@example.com" } }),
      await desk.post("/admin/set-role", { userId, role: "user" }),
      await desk.post("/admin/ban-user", { userId }),
      await desk.post("/admin/remove-user", { userId }),
    ];
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(403));
    expect(said(await root.get("/admin/list-users"))).toBe("200");
  });

  test("set-role accepts one or several roles, deduplicates them, and rejects unknown ones", async () => {
    const { root, person } = await start();
    const { id: userId } = await person("bob");
    const set = async (role: unknown) => {
      const { status, body } = await root.post<Record<string, unknown>>("/admin/set-role", { userId, role });
      return status === 200 ? (body.user as { role: string }).role : body.code;
    };
    expect(await set(["support", "auditor", "support"])).toBe("support,auditor");
    expect(await set("auditor, user")).toBe("auditor,user");
    for (const unknown of ["king", "", [], "admin,king", "__proto__", "constructor"]) {
      expect(await set(unknown)).toBe("YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE");
    }
    expect(await set({ admin: true })).toBe("VALIDATION_ERROR");
  });
});

describe("checking a permission", () => {
  test("works over HTTP only for the caller, and on the server for any user or role", async () => {
    const app = await start();
    const bob = await app.person("bob", "support");
    const ask = (body: object) => bob.post("/admin/has-permission", body);
    expect((await ask({ permissions: { user: ["list", "ban"] } })).body).toEqual({ error: null, success: true });
    expect((await ask({ permission: { user: ["list"] } })).body).toEqual({ error: null, success: true });
    expect((await ask({ permissions: { user: ["delete"] }, role: "admin", userId: app.root.id })).body).toEqual({
      error: null,
      success: false,
    });
    expect((await ask({ permissions: { billing: ["read"] } })).body).toEqual({ error: null, success: false });
    for (const body of [{}, { permissions: {} }, { permissions: { user: [] } }, { permissions: { user: "list" } }]) {
      expect(said(await ask(body))).toBe("400 VALIDATION_ERROR");
    }
    expect(said(await app.browser().post("/admin/has-permission", { permissions: { user: ["list"] } }))).toBe(
      "401 UNAUTHORIZED",
    );
    const on = (body: object) =>
      app.auth.api.userHasPermission({ body: { permissions: { user: ["delete"] }, ...body } });
    expect(await on({ userId: app.root.id })).toEqual({ error: null, success: true });
    expect(await on({ userId: bob.id })).toEqual({ error: null, success: false });
    expect(await on({ role: "support,admin" })).toEqual({ error: null, success: true });
    await expect(on({ userId: "unknown" })).rejects.toMatchObject({ code: "USER_NOT_FOUND" });
    await expect(on({})).rejects.toMatchObject({ code: "VALIDATION_ERROR", message: "Headers is required" });
  });

  test("users in adminUserIds are always allowed, regardless of their role", async () => {
    const ids: string[] = [];
    const { auth, person, browser } = await startAdmin({ adminUserIds: ids });
    expect(auth.$context.extensions.gates).toHaveLength(1);
    const plain = await person("plain");
    const again = createAuth({
      ...{ database: memoryAdapter(), plugins: [admin({ adminUserIds: [plain.id] })], secret: "x".repeat(40) },
      logger: { disabled: true },
    });
    const { success } = await again.api.userHasPermission({ body: { role: "user", permissions: { user: ["list"] } } });
    expect(success).toBe(false);
    expect(said(await browser().get("/admin/list-users"))).toBe("401 UNAUTHORIZED");
  });
});

test("errors name invalid options", () => {
  const ac = createAccessControl({ ...adminStatements, project: ["create"] });
  const editor = ac.newRole({ project: ["create"] });
  expect(() => admin({ defaultRole: "guest" })).toThrow("admin.defaultRole");
  expect(() => admin({ adminRoles: "king" })).toThrow("admin.adminRoles");
  expect(() => admin({ adminRoles: [] })).toThrow("admin.adminRoles");
  expect(() => admin({ roles: { editor } })).toThrow("admin.adminRoles");
  expect(() => admin({ roles: { "a,b": editor } })).toThrow("admin.roles");
  expect(() => admin({ adminUserIds: [""] })).toThrow("admin.adminUserIds");
  expect(() => admin({ defaultBanExpiresIn: 0 })).toThrow("admin.defaultBanExpiresIn");
  expect(() => admin({ ac, roles: { ...defaultRoles, editor }, adminRoles: ["admin"] })).not.toThrow();
});

test("the types have the plugin's user and session fields, its sign-in error, and the client's calls", () => {
  const auth = createAuth({ database: memoryAdapter(), plugins: [admin()], logger: { disabled: true } });
  expectTypeOf<(typeof auth.$Infer.User)["role"]>().toEqualTypeOf<string | null>();
  expectTypeOf<(typeof auth.$Infer.Session)["session"]["impersonatedBy"]>().toEqualTypeOf<string | null>();
  const client = createAuthClient({ plugins: [adminClient()] });
  expectTypeOf(client.admin.listUsers).toBeFunction();
  type Codes = NonNullable<Awaited<ReturnType<typeof client.signIn.email>>["error"]>["code"];
  expectTypeOf<"BANNED_USER">().toExtend<Codes>();
});

test("a role can be checked without a request", () => {
  const check = createRoleCheck({ roles });
  expect(check({ role: "user,support", permissions: { user: ["ban"] } })).toBe(true);
  expect(check({ role: null, permissions: { user: ["ban"] } })).toBe(false);
  expect(check({ role: "admin", permissions: { user: ["ban"], audit: ["list"] } })).toBe(true);
  expect(createRoleCheck()({ role: "support", permissions: { user: ["ban"] } })).toBe(false);
  expect(createRoleCheck()({ role: "admin", permissions: { user: ["ban"] } })).toBe(true);
});
