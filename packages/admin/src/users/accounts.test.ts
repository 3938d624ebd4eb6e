import { memoryAdapter } from "@latchkey/core";
import type { StatementInfo } from "@latchkey/core/database";
import { accountTable, auditTable, type SessionRow, sessionTable } from "@latchkey/core/plugin";
import { expect, test } from "vitest";
import { counted, said, startAdmin } from "../../test/admin-app.ts";
import { adminAccess, adminStatements } from "../access.ts";

async function start(options: object = {}) {
  const roles = {
    admin: adminAccess.newRole(adminStatements),
    editor: adminAccess.newRole({ user: ["get", "update"] }),
    helper: adminAccess.newRole({ user: ["unlink-account"] }),
  };
  const app = await startAdmin({ roles }, options);
  const bob = await app.person("bob");
  const { db, now } = app.auth.$context;
  const link = (userId: string, providerId: string) =>
    db.insert(accountTable, {
      id: `${providerId}-${userId}`,
      userId,
      providerId,
      accountId: `at-${providerId}-${userId}`,
      accessToken: "a secret token",
      createdAt: now(),
      updatedAt: now(),
    } as never);
  await link(bob.id, "github");
  const providers = async (userId = bob.id): Promise<string[]> =>
    (await db.findMany(accountTable, { where: { userId }, limit: 9 })).map(({ providerId }) => providerId).sort();
  const unlink = (body: object, person = app.root) =>
    person.post("/admin/unlink-user-account", { userId: bob.id, ...body });
  return { ...app, bob, db, link, providers, unlink };
}

test("an admin sees a user's sign-in methods, without secrets", async () => {
  const { root, bob } = await start();
  const { body } = await root.get<any>(`/admin/list-user-accounts?userId=${bob.id}`);
  expect(body.accounts.map(({ providerId }: any) => providerId).sort()).toEqual(["credential", "github"]);
  expect(JSON.stringify(body)).not.toMatch(/secret|password|hash/i);
  expect((await root.get("/admin/list-user-accounts?userId=unknown")).body).toEqual({ accounts: [] });
});

test("an admin can unlink any sign-in method except the last one, the user is notified, and the audit log records it", async () => {
  const { root, bob, db, providers, unlink } = await start();
  expect(said(await unlink({ providerId: "gitlab" }))).toBe("400 ACCOUNT_NOT_FOUND");
  expect(said(await unlink({ userId: "unknown", providerId: "github" }))).toBe("404 USER_NOT_FOUND");
  expect(said(await unlink({}))).toBe("400 VALIDATION_ERROR");
  expect(said(await unlink({ providerId: "github" }))).toBe("200");
  expect(await providers()).toEqual(["credential"]);
  expect(said(await unlink({ providerId: "credential" }))).toBe("400 CANNOT_REMOVE_LAST_SIGN_IN_METHOD");
  const entries = await db.findMany(auditTable, { where: { action: "admin.user.unlink-account" }, limit: 9 });
  const data = { provider: "github", accountId: `at-github-${bob.id}` };
  expect(entries).toMatchObject([{ actorId: root.id, userId: bob.id, data }]);
});

test("unlinking a sign-in method ends the sessions that were started with it, and no others", async () => {
  const { bob, db, unlink } = await start();
  const [session] = await db.findMany(sessionTable, { where: { userId: bob.id }, limit: 1 });
  await db.insert(sessionTable, {
    ...(session as SessionRow),
    id: "by-github",
    token: "another hash",
    signInAccountId: `github-${bob.id}`,
  });
  expect(said(await unlink({ providerId: "github" }))).toBe("200");
  const left = await db.findMany(sessionTable, { where: { userId: bob.id }, limit: 9 });
  expect(left.map(({ id }) => id)).toEqual([session?.id]);
});

test("if two admins unlink the last two sign-in methods concurrently, one request fails", async () => {
  const { providers, unlink } = await start();
  const both = await Promise.all([unlink({ providerId: "github" }), unlink({ providerId: "credential" })]);
  expect(both.map(said).sort()).toEqual(["200", "400 CANNOT_REMOVE_LAST_SIGN_IN_METHOD"]);
  expect(await providers()).toHaveLength(1);
});

test("unlinking requires its own permission, and every permission that the user has", async () => {
  const { root, person, link, unlink, providers } = await start();
  const refusal = "403 YOU_ARE_NOT_ALLOWED_TO_UNLINK_USERS_ACCOUNTS";
  expect(said(await unlink({ providerId: "github" }, await person("ed", "editor")))).toBe(refusal);
  await link(root.id, "github");
  const helper = await person("helga", "helper");
  expect(said(await unlink({ userId: root.id, providerId: "github" }, helper))).toBe(refusal);
  expect(await providers(root.id)).toEqual(["credential", "github"]);
  expect(said(await unlink({ providerId: "github" }, helper))).toBe("200");
});

test("admins can only unlink their own sign-in methods after a recent proof", async () => {
  const { root, clock, link, unlink } = await start();
  await link(root.id, "github");
  clock.advance(86_400 + 60);
  expect(said(await unlink({ userId: root.id, providerId: "github" }))).toBe("403 SESSION_NOT_FRESH");
});

test("unlinking stays within its query budget", async () => {
  const statements: StatementInfo[] = [];
  const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
  const { auth, unlink } = await start({ database });
  statements.length = 0;
  expect(said(await unlink({ providerId: "github" }))).toBe("200");
  const { queryBudget = 0 } = auth.$context.extensions.endpoints.unlinkUserAccount ?? {};
  expect(counted(statements).length).toBeLessThanOrEqual(queryBudget);
});
