import { expect, test } from "vitest";
import { said, startAdmin } from "../../test/admin-app.ts";
import { adminAccess, adminStatements } from "../access.ts";

const roles = { admin: adminAccess.newRole(adminStatements), support: adminAccess.newRole({ user: ["list", "ban"] }) };

test("an admin gets their permissions, the roles, and the limits", async () => {
  const app = await startAdmin({ roles, searchByPart: false, impersonationSessionDuration: 600 });
  const { body } = await app.root.get("/admin/capabilities");
  expect(body).toEqual({
    permissions: adminStatements,
    disabled: {},
    roles: { admin: adminStatements, support: { user: ["list", "ban"] }, user: {} },
    defaultRole: "user",
    adminRoles: ["admin"],
    searchByPart: false,
    tracksLastActive: false,
    impersonationSeconds: 600,
    impersonatesAdmins: false,
  });
  const support = await app.person("sue", "support");
  expect((await support.get<{ permissions: object }>("/admin/capabilities")).body.permissions).toEqual({
    user: ["list", "ban"],
  });
});

test("the capabilities list the actions that the app disabled", async () => {
  const disabledPaths = ["/admin/impersonate-user", "/admin/list-audit"];
  const app = await startAdmin({}, { disabledPaths });
  const { body } = await app.root.get<{ disabled: object }>("/admin/capabilities");
  expect(body.disabled).toEqual({ user: ["impersonate"], audit: ["list"] });
});

test("a caller without a session or permission, an impersonator, or a banned admin doesn't get the capabilities", async () => {
  const app = await startAdmin({ roles, allowImpersonatingAdmins: true });
  const bob = await app.person("bob");
  const other = await app.person("other", "admin");
  expect(said(await app.browser().get("/admin/capabilities"))).toBe("401 UNAUTHORIZED");
  expect(said(await bob.get("/admin/capabilities"))).toBe("403 YOU_ARE_NOT_AN_ADMIN");
  await app.root.post("/admin/impersonate-user", { userId: other.id });
  expect(said(await app.root.get("/admin/capabilities"))).toBe("403 NOT_ALLOWED_WHILE_IMPERSONATING");
  await app.auth.$context.db.update({ name: "user", columns: {} } as never, {
    where: { id: other.id } as never,
    set: { banned: true } as never,
  });
  expect(said(await other.get("/admin/capabilities"))).toBe("403 BANNED_USER");
});

test("an impersonation can be shorter than the limit but not longer, and its reason is in the audit log", async () => {
  const app = await startAdmin({ impersonationSessionDuration: 600 });
  const bob = await app.person("bob");
  const start = (more: object) => app.root.post<any>("/admin/impersonate-user", { userId: bob.id, ...more });
  for (const duration of [601, 59, 0, -1, 1.5, "60"]) {
    expect([duration, said(await start({ duration }))]).toEqual([duration, "400 VALIDATION_ERROR"]);
  }
  expect(said(await start({ reason: "x".repeat(501) }))).toBe("400 VALIDATION_ERROR");
  const { body } = await start({ duration: 60, reason: "Ticket 17" });
  expect(new Date(body.session.expiresAt).getTime() - app.clock.now().getTime()).toBe(60_000);
  await app.root.post("/admin/stop-impersonating");
  const { body: log } = await app.root.get<any>("/admin/list-audit?action=admin.impersonation.start");
  expect(log.records).toMatchObject([{ actorId: app.root.id, userId: bob.id, data: { reason: "Ticket 17" } }]);
  const { body: longest } = await start({});
  expect(new Date(longest.session.expiresAt).getTime() - app.clock.now().getTime()).toBe(600_000);
});

test("the audit log is filtered by organization and time", async () => {
  const app = await startAdmin();
  const bob = await app.person("bob");
  app.clock.advance(3600);
  const since = app.clock.now().toISOString();
  await app.root.post("/admin/ban-user", { userId: bob.id, banReason: "spam" });
  const read = async (query: Record<string, string>): Promise<any[]> =>
    (await app.root.get<any>(`/admin/list-audit?${new URLSearchParams(query)}`)).body.records;
  expect((await read({ from: since })).map(({ action }) => action)).toContain("admin.user.ban");
  expect((await read({ to: since })).map(({ action }) => action)).not.toContain("admin.user.ban");
  expect((await read({ to: since })).length).toBeGreaterThan(0);
  expect(await read({ from: since, to: since })).toEqual([]);
  expect(await read({ organizationId: "none" })).toEqual([]);
  for (const from of ["yesterday", "2030-13-01T00:00:00Z", "0001-01-01T00:00:00Z"]) {
    expect(said(await app.root.get(`/admin/list-audit?from=${from}`))).toBe("400 VALIDATION_ERROR");
  }
});
