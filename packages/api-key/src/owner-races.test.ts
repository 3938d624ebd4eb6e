/** The owner or the caller loses access between the checks of a call and its transaction. */

import { admin } from "@latchkey/admin";
import { auditTable, userTable } from "@latchkey/core/plugin";
import { memberTable, organization } from "@latchkey/organization";
import { startAuth } from "@latchkey/test-kit";
import { interleaved, quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { NewApiKey, ServiceAccount } from "./call-types.ts";
import { apiKey } from "./plugin.ts";
import { apiKeyTable } from "./tables.ts";

/** Root is a site admin, Olga owns Acme, and Bo is an admin there. */
async function start(database: TestDatabase["database"], options: { readonly clientPermissions?: true } = {}) {
  const { database: wrapped, beforeNextTransaction } = interleaved(database);
  const plugins = [
    apiKey([{}, { configId: "org", references: "organization", ...options }]),
    organization(),
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
  const losses = {
    banned: () => root.browser.post("/admin/ban-user", { userId: bo.id }),
    deleted: () => root.browser.post("/admin/remove-user", { userId: bo.id }),
    removed: () =>
      olga.browser.post("/organization/remove-member", { memberIdOrEmail: "bo@example.com", organizationId: acme.id }),
    demoted: async () => {
      const member = await db.findOne(memberTable, { where: { organizationId: acme.id, userId: bo.id } });
      const body = { memberId: member?.id, role: "member", organizationId: acme.id };
      return olga.browser.post("/organization/update-member-role", body);
    },
  };
  const kinds = {
    user: {},
    organization: { organizationId: acme.id },
    service: { organizationId: acme.id, serviceAccountId: account.body.id },
  };
  return { ...app, olga, bo, losses, kinds, beforeNextTransaction };
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
  ] as const)("APIK-04: a key for a %s isn't created if its creator is %s meanwhile", async (kind, loss) => {
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
    "APIK-04: a key of a %s isn't replaced if the member who replaces it is banned meanwhile",
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

  test("APIK-07: a key isn't replaced by a member if an owner gives it more permissions meanwhile", async () => {
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

  test("APIK-07: a service account isn't created or turned on by a member who loses its role meanwhile", async () => {
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
