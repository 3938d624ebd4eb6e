/** Tests calls whose owner or caller loses access between the checks and the transaction. */

import { admin } from "@latchkey/admin";
import { createAccessControl } from "@latchkey/core/access";
import { auditTable, userTable } from "@latchkey/core/plugin";
import { defaultStatements, memberTable, organization } from "@latchkey/organization";
import { startAuth } from "@latchkey/test-kit";
import { interleaved, quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { NewApiKey, ServiceAccount } from "./call-types.ts";
import { apiKey } from "./plugin.ts";
import { apiKeyTable } from "./tables.ts";

const ac = createAccessControl(defaultStatements);
/** Root is a site admin, Olga owns Acme, and Bo is an admin there. */
async function start(database: TestDatabase["database"], options: { readonly clientPermissions?: true } = {}) {
  const { database: wrapped, beforeNextTransaction } = interleaved(database);
  const plugins = [
    apiKey([{}, { configId: "org", references: "organization", ...options }]),
    organization({ ac, dynamicAccessControl: { enabled: true } }),
    admin(),
  ] as const;
  const app = await startAuth({ database: wrapped, plugins });
  const { auth, browser } = app;
  const { db } = auth.$context;
  const signUp = async (name: string) => {
    const own = browser();
    const { body } = await own.signUp(`${name}@example.com`);
    return { browser: own, id: body.user.id };
  };
  const [root, olga, bo] = [await signUp("root"), await signUp("olga"), await signUp("bo")];
  await db.update(userTable, { where: { id: root.id }, set: { role: "admin" } as object });
  const { body: acme } = await olga.browser.post<{ id: string }>("/organization/create", {
    name: "Acme",
    slug: "acme",
  });
  const join = () => auth.api.addMember({ body: { organizationId: acme.id, userId: bo.id, role: "admin" } });
  await join();
  const account = await olga.browser.post<ServiceAccount>("/service-account/create", {
    organizationId: acme.id,
    name: "Deploy",
    role: "admin",
  });
  const setRole = async (role: string) => {
    const member = await db.findOne(memberTable, { where: { organizationId: acme.id, userId: bo.id } });
    return olga.browser.post("/organization/update-member-role", {
      memberId: member?.id,
      role,
      organizationId: acme.id,
    });
  };
  const forKeys = { apiKey: ["create", "read", "update"] };
  /** Gives Bo a custom role that can also remove members. */
  const makeLead = async () => {
    const permission = { ...forKeys, member: ["delete"] };
    await olga.browser.post("/organization/create-role", { organizationId: acme.id, role: "lead", permission });
    await setRole("lead");
  };
  const losses = {
    banned: () => root.browser.post("/admin/ban-user", { userId: bo.id }),
    deleted: () => root.browser.post("/admin/remove-user", { userId: bo.id }),
    removed: () =>
      olga.browser.post("/organization/remove-member", { memberIdOrEmail: "bo@example.com", organizationId: acme.id }),
    demoted: () => setRole("member"),
    /** Bo's role loses a permission, but keeps the permissions to manage keys. */
    lowered: () =>
      olga.browser.post("/organization/update-role", {
        organizationId: acme.id,
        roleName: "lead",
        data: { permission: forKeys },
      }),
  };
  const kinds = {
    user: {},
    organization: { organizationId: acme.id },
    service: { organizationId: acme.id, serviceAccountId: account.body.id },
  };
  return { ...app, olga, bo, makeLead, losses, kinds, beforeNextTransaction };
}

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test.each([
    ["user", "banned"],
    ["user", "deleted"],
    ["organization", "banned"],
    ["organization", "deleted"],
    ["organization", "removed"],
    ["organization", "demoted"],
    ["service", "banned"],
    ["service", "removed"],
    ["service", "demoted"],
  ] as const)("APIK-04: a key (owner: %s) isn't created if its creator is %s during the call", async (kind, loss) => {
    const { auth, bo, losses, kinds, beforeNextTransaction } = await start(opened.database);
    let lost = 0;
    beforeNextTransaction(async () => {
      lost = (await losses[loss]()).status;
    });
    const reply = await bo.browser.post<Partial<NewApiKey>>("/api-key/create", kinds[kind]);
    expect([lost, reply.body.key]).toEqual([200, undefined]);
    expect([401, 403]).toContain(reply.status);
    const { db } = auth.$context;
    expect(await db.count(apiKeyTable, {})).toBe(0);
    expect(await db.count(auditTable, { where: { action: "api-key.create" } })).toBe(0);
  });

  test.each(["user", "organization"] as const)(
    "APIK-04: a key (owner: %s) isn't replaced if the caller is banned during the call",
    async (kind) => {
      const { auth, bo, losses, kinds, beforeNextTransaction } = await start(opened.database);
      const { body: key } = await bo.browser.post<NewApiKey>("/api-key/create", kinds[kind]);
      beforeNextTransaction(losses.banned);
      const reply = await bo.browser.post<Partial<NewApiKey>>("/api-key/rotate", { keyId: key.id });
      expect(reply.body.key).toBeUndefined();
      expect([401, 403, 404]).toContain(reply.status);
      expect(await auth.$context.db.count(apiKeyTable, {})).toBe(1);
    },
  );

  test("APIK-07: a member can't replace a key if an owner gives it more permissions in the meantime", async () => {
    const { auth, olga, bo, kinds, beforeNextTransaction } = await start(opened.database, { clientPermissions: true });
    const { body: key } = await bo.browser.post<NewApiKey>("/api-key/create", kinds.organization);
    let raised = 0;
    beforeNextTransaction(async () => {
      const permissions = { organization: ["delete"] };
      raised = (await olga.browser.post("/api-key/update", { keyId: key.id, permissions })).status;
    });
    const { body } = await bo.browser.post<{ code?: string }>("/api-key/rotate", { keyId: key.id });
    expect([raised, body.code]).toEqual([200, "INSUFFICIENT_API_KEY_PERMISSIONS"]);
    expect(await auth.$context.db.count(apiKeyTable, {})).toBe(1);
  });

  test.each([
    ["enabled", { enabled: true }],
    ["given a longer lifetime", { expiresIn: 86_400 }],
  ])("APIK-07: a key isn't %s by a member if an owner gives it more permissions in the meantime", async (_, change) => {
    const { auth, olga, bo, kinds, beforeNextTransaction } = await start(opened.database, { clientPermissions: true });
    const { body: key } = await bo.browser.post<NewApiKey>("/api-key/create", kinds.organization);
    const permissions = { organization: ["delete"] };
    let raised = 0;
    beforeNextTransaction(async () => {
      const update = { keyId: key.id, enabled: false, permissions };
      raised = (await olga.browser.post("/api-key/update", update)).status;
    });
    const { body } = await bo.browser.post<{ code?: string }>("/api-key/update", { keyId: key.id, ...change });
    expect([raised, body.code]).toEqual([200, "INSUFFICIENT_API_KEY_PERMISSIONS"]);
    const row = await auth.$context.db.findOne(apiKeyTable, { where: { id: key.id } });
    expect(row).toMatchObject({ enabled: false, expiresAt: null, permissions });
  });

  test.each(["/api-key/create", "/api-key/update"])(
    "APIK-07: %s doesn't give a key a permission that the member's role loses in the meantime",
    async (path) => {
      const options = { clientPermissions: true } as const;
      const { auth, bo, makeLead, losses, kinds, beforeNextTransaction } = await start(opened.database, options);
      await makeLead();
      const { body: key } = await bo.browser.post<NewApiKey>("/api-key/create", kinds.organization);
      const input = path === "/api-key/create" ? kinds.organization : { keyId: key.id };
      let lost = 0;
      beforeNextTransaction(async () => {
        lost = (await losses.lowered()).status;
      });
      const { body } = await bo.browser.post<{ code?: string }>(path, {
        ...input,
        permissions: { member: ["delete"] },
      });
      expect([lost, body.code]).toEqual([200, "INSUFFICIENT_API_KEY_PERMISSIONS"]);
      const rows = await auth.$context.db.findMany(apiKeyTable, { limit: 9 });
      expect(rows.map(({ id, permissions }) => [id, permissions])).toEqual([[key.id, null]]);
    },
  );

  test.each(["/api-key/create", "/api-key/update"])(
    "APIK-07: %s fails for a service account that gets a role above the member's in the meantime",
    async (path) => {
      const { auth, olga, bo, kinds, beforeNextTransaction } = await start(opened.database);
      const { body: key } = await olga.browser.post<NewApiKey>("/api-key/create", kinds.service);
      await olga.browser.post("/api-key/update", { keyId: key.id, enabled: false });
      const input = path === "/api-key/create" ? kinds.service : { keyId: key.id, enabled: true };
      let raised = 0;
      beforeNextTransaction(async () => {
        const account = { id: kinds.service.serviceAccountId, role: "owner" };
        raised = (await olga.browser.post("/service-account/update", account)).status;
      });
      const { body } = await bo.browser.post<{ code?: string }>(path, input);
      expect([raised, body.code]).toEqual([200, "INSUFFICIENT_API_KEY_PERMISSIONS"]);
      const rows = await auth.$context.db.findMany(apiKeyTable, { limit: 9 });
      expect(rows.map(({ id, enabled }) => [id, enabled])).toEqual([[key.id, false]]);
    },
  );

  test("APIK-04: a user's key isn't enabled if the user is banned in the meantime", async () => {
    const { auth, bo, losses, beforeNextTransaction } = await start(opened.database);
    const { body: key } = await bo.browser.post<NewApiKey>("/api-key/create", {});
    await bo.browser.post("/api-key/update", { keyId: key.id, enabled: false });
    beforeNextTransaction(losses.banned);
    const { body } = await bo.browser.post<{ code?: string }>("/api-key/update", { keyId: key.id, enabled: true });
    expect(body.code).toBe("KEY_NOT_FOUND");
    expect((await auth.$context.db.findOne(apiKeyTable, { where: { id: key.id } }))?.enabled).toBe(false);
  });

  test("APIK-07: a member who is demoted in the meantime can't create or enable a service account", async () => {
    const { olga, bo, losses, kinds, beforeNextTransaction } = await start(opened.database);
    const { organizationId, serviceAccountId: id } = kinds.service;
    beforeNextTransaction(losses.demoted);
    const created = await bo.browser.post<{ code?: string }>("/service-account/create", {
      organizationId,
      name: "Second",
      role: "admin",
    });
    expect([401, 403]).toContain(created.status);
    await olga.browser.post("/service-account/update", { id, disabled: true });
    const on = await bo.browser.post<{ code?: string }>("/service-account/update", { id, disabled: false });
    expect(on.status).toBe(403);
  });
});
