import { admin } from "@latchkey/admin";
import { createAccessControl } from "@latchkey/core/access";
import { auditTable } from "@latchkey/core/plugin";
import { defaultStatements, memberTable, organization } from "@latchkey/organization";
import { startAuth, type TestBrowser } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ApiKeyList, NewApiKey, ServiceAccount } from "./call-types.ts";
import { apiKey } from "./plugin.ts";
import { apiKeyTable, serviceAccountTable } from "./tables.ts";

type Reply = NewApiKey & { readonly code?: string };

const ac = createAccessControl({ ...defaultStatements, files: ["read", "write"] });
const roles = {
  owner: ac.newRole({ ...ac.statements }),
  builder: ac.newRole({ apiKey: ["create", "read", "update"], serviceAccount: ["create", "update"], files: ["read"] }),
  reader: ac.newRole({ files: ["read"] }),
  member: ac.newRole({}),
};

/** Olga owns Acme, where Bo is a builder and Mia is a plain member. Eve owns another organization. */
async function start(options: object = {}, authOptions: object = {}) {
  const kinds = [{}, { configId: "org", references: "organization", ...options }] as const;
  const plugins = [apiKey(kinds), organization({ ac, roles }), admin()] as const;
  const app = await startAuth({ plugins, ...authOptions });
  const { auth } = app;
  const signUp = async (name: string) => {
    const browser = app.browser();
    const { body } = await browser.signUp(`${name}@example.com`);
    return { browser, id: body.user.id };
  };
  const [olga, bo, mia, eve] = [await signUp("olga"), await signUp("bo"), await signUp("mia"), await signUp("eve")];
  const found = async ({ browser }: typeof olga, slug: string) =>
    (await browser.post<{ id: string }>("/organization/create", { name: slug, slug })).body.id;
  const acme = await found(olga, "acme");
  const other = await found(eve, "other");
  await auth.api.addMember({ body: { organizationId: acme, userId: bo.id, role: "builder" } });
  await auth.api.addMember({ body: { organizationId: acme, userId: mia.id, role: "member" } });
  const create = async (input: object = {}, browser: TestBrowser = olga.browser) => {
    const { status, body } = await browser.post<Reply>("/api-key/create", { organizationId: acme, ...input });
    return { status, ...body };
  };
  const createAccount = async (input: object = {}, browser: TestBrowser = olga.browser) => {
    const account = { organizationId: acme, name: "Deploy", role: "reader", ...input };
    const { status, body } = await browser.post<ServiceAccount & { code?: string }>("/service-account/create", account);
    return { status, ...body };
  };
  const verify = (key: string, permissions?: Record<string, string[]>) =>
    auth.api.verifyApiKey({ body: { key, ...(permissions ? { permissions } : {}) } });
  const principal = (key: string) => auth.api.getPrincipal.result({ headers: { "x-api-key": key } });
  return { ...app, olga, bo, mia, eve, acme, other, create, createAccount, verify, principal };
}

describe("an organization's keys", () => {
  test("belong to it, are listed for members with the permission, and authenticate as the organization", async () => {
    const { olga, bo, acme, create, verify, principal } = await start();
    const made = await create({ name: "CI" }, bo.browser);
    expect(made).toMatchObject({ status: 200, referenceId: acme, createdBy: bo.id, configId: "org" });
    const { body } = await olga.browser.get<ApiKeyList>(`/api-key/list?organizationId=${acme}`);
    expect(body.apiKeys.map(({ id }) => id)).toEqual([made.id]);
    expect((await olga.browser.get<ApiKeyList>("/api-key/list")).body.total).toBe(0);
    expect((await verify(made.key)).key?.referenceId).toBe(acme);
    expect((await principal(made.key)).data).toEqual({ kind: "organization", id: acme, permissions: {} });
    const { body: next } = await olga.browser.post<Reply>("/api-key/rotate", { keyId: made.id });
    expect(next).toMatchObject({ referenceId: acme, createdBy: olga.id });
    expect((await verify(next.key)).valid).toBe(true);
  });

  test("APIK-08: strangers and members without the permission are rejected by every call", async () => {
    const { mia, eve, bo, acme, other, create } = await start();
    const { id: keyId } = await create();
    const calls = async (browser: TestBrowser) => {
      const replies = [
        await browser.post<Reply>("/api-key/create", { organizationId: acme }),
        await browser.get<Reply>(`/api-key/list?organizationId=${acme}`),
        await browser.get<Reply>(`/api-key/get?id=${keyId}`),
        await browser.post<Reply>("/api-key/update", { keyId, name: "x" }),
        await browser.post<Reply>("/api-key/rotate", { keyId }),
        await browser.post<Reply>("/api-key/delete", { keyId }),
      ];
      return replies.map(({ status, body }) => `${status} ${body.code}`);
    };
    const denied = "403 INSUFFICIENT_API_KEY_PERMISSIONS";
    expect(await calls(mia.browser)).toEqual(Array(6).fill(denied));
    const foreign = "403 USER_NOT_MEMBER_OF_ORGANIZATION";
    expect(await calls(eve.browser)).toEqual([foreign, foreign, ...Array(4).fill("404 KEY_NOT_FOUND")]);
    expect((await create({ organizationId: "unknown" })).code).toBe("USER_NOT_MEMBER_OF_ORGANIZATION");
    expect((await create({ organizationId: other })).code).toBe("USER_NOT_MEMBER_OF_ORGANIZATION");
    // A builder can't delete.
    expect((await bo.browser.post<Reply>("/api-key/delete", { keyId })).body.code).toBe(
      "INSUFFICIENT_API_KEY_PERMISSIONS",
    );
  });

  test("APIK-07: permissions can't exceed the creator's, at creation, update, or rotation", async () => {
    const { auth, olga, bo, acme, create, verify } = await start({ clientPermissions: true });
    expect((await create({ permissions: { files: ["write"] } }, bo.browser)).code).toBe(
      "INSUFFICIENT_API_KEY_PERMISSIONS",
    );
    const own = await create({ permissions: { files: ["read"] } }, bo.browser);
    expect((await verify(own.key, { files: ["read"] })).valid).toBe(true);
    const raise = { keyId: own.id, permissions: { files: ["read", "write"] } };
    expect((await bo.browser.post<Reply>("/api-key/update", raise)).body.code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
    const strong = await create({ permissions: { files: ["write"] } });
    const rotated = await bo.browser.post<Reply>("/api-key/rotate", { keyId: strong.id });
    expect(rotated.body.code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
    await olga.browser.post("/api-key/update", { keyId: strong.id, enabled: false });
    const on = await bo.browser.post<Reply>("/api-key/update", { keyId: strong.id, enabled: true });
    expect(on.body.code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
    const longer = await bo.browser.post<Reply>("/api-key/update", { keyId: strong.id, expiresIn: 30 * 86_400 });
    expect(longer.body.code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
    await auth.$context.db.update(memberTable, {
      where: { userId: bo.id, organizationId: acme },
      set: { role: "member" },
    });
    expect((await create({ permissions: { files: ["read"] } }, bo.browser)).code).toBe(
      "INSUFFICIENT_API_KEY_PERMISSIONS",
    );
  });

  test("APIK-07: default permissions don't exceed the creator's", async () => {
    const defaultPermissions = { files: ["read", "write"] };
    const { bo, create } = await start({ clientPermissions: true, permissions: { defaultPermissions } });
    expect((await create({}, bo.browser)).permissions).toEqual({ files: ["read"] });
    expect((await create()).permissions).toEqual(defaultPermissions);
  });

  test("APIK-04: keep working when their creator leaves, and are deleted with the organization", async () => {
    const { auth, olga, bo, acme, create, verify } = await start();
    const { key } = await create({}, bo.browser);
    await olga.browser.post("/organization/remove-member", { memberIdOrEmail: "bo@example.com", organizationId: acme });
    expect((await verify(key)).valid).toBe(true);
    expect((await olga.browser.post("/organization/delete", { organizationId: acme })).status).toBe(200);
    expect((await verify(key)).error?.code).toBe("INVALID_API_KEY");
    expect(await auth.$context.db.count(apiKeyTable, {})).toBe(0);
  });

  test("imported from better-auth work, and are listed with the organization's other keys", async () => {
    const { auth, olga, acme, create, verify } = await start();
    const { id, key } = await create();
    const set = { organizationId: null, createdBy: null };
    await auth.$context.db.update(apiKeyTable, { where: { id }, set });
    expect((await verify(key)).valid).toBe(true);
    expect((await olga.browser.get<ApiKeyList>(`/api-key/list?organizationId=${acme}`)).body.total).toBe(1);
    expect((await olga.browser.post("/api-key/update", { keyId: id, name: "Old" })).status).toBe(200);
  });
});

describe("a service account", () => {
  test("has keys with its roles' permissions, which change with the roles", async () => {
    const { olga, acme, create, createAccount, verify, principal } = await start();
    const account = await createAccount();
    const { key, referenceId } = await create({ serviceAccountId: account.id });
    expect(referenceId).toBe(account.id);
    const permissions = { files: ["read"] };
    expect((await principal(key)).data).toEqual({ kind: "service", id: account.id, organizationId: acme, permissions });
    expect((await verify(key, permissions)).key?.permissions).toEqual(permissions);
    expect((await verify(key, { files: ["write"] })).error?.code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
    await olga.browser.post("/service-account/update", { id: account.id, role: "member" });
    expect((await verify(key, permissions)).error?.code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
  });

  test("APIK-04: can't be used if it's disabled or deleted", async () => {
    const { auth, olga, create, createAccount, verify } = await start();
    const account = await createAccount();
    const { key } = await create({ serviceAccountId: account.id });
    const update = (disabled: boolean) => olga.browser.post("/service-account/update", { id: account.id, disabled });
    await update(true);
    expect((await verify(key)).error?.code).toBe("KEY_DISABLED");
    await update(false);
    expect((await verify(key)).valid).toBe(true);
    await olga.browser.post("/service-account/delete", { id: account.id });
    expect((await verify(key)).error?.code).toBe("INVALID_API_KEY");
    expect(await auth.$context.db.count(apiKeyTable, {})).toBe(0);
  });

  test("APIK-07: can't be given a role above the caller's, and a caller whose role is lower can't create keys for it either", async () => {
    const { bo, eve, olga, acme, create, createAccount } = await start();
    expect((await createAccount({ role: "owner" }, bo.browser)).code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
    expect((await createAccount({ role: "unknown" })).code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
    const strong = await createAccount({ role: "owner" });
    expect((await create({ serviceAccountId: strong.id }, bo.browser)).code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
    const rename = await bo.browser.post<Reply>("/service-account/update", { id: strong.id, name: "Mine" });
    expect(rename.body.code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
    const key = await create({ serviceAccountId: strong.id });
    const rotated = await bo.browser.post<Reply>("/api-key/rotate", { keyId: key.id });
    expect(rotated.body.code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
    expect(await createAccount({ role: "reader" })).toMatchObject({ status: 409, code: "NAME_TAKEN" });
    const foreign = await eve.browser.post<Reply>("/service-account/delete", { id: strong.id });
    expect([foreign.status, foreign.body.code]).toEqual([404, "SERVICE_ACCOUNT_NOT_FOUND"]);
    const list = await olga.browser.get<readonly ServiceAccount[]>(`/service-account/list?organizationId=${acme}`);
    expect(list.body.map(({ name }) => name)).toEqual(["Deploy"]);
    expect((await eve.browser.get(`/service-account/list?organizationId=${acme}`)).status).toBe(403);
  });
});

test("every change to an organization's keys and service accounts is in its audit log", async () => {
  const { auth, olga, acme, create, createAccount } = await start();
  const account = await createAccount();
  const { id: keyId } = await create({ serviceAccountId: account.id });
  await olga.browser.post("/api-key/update", { keyId, name: "CD" });
  await olga.browser.post("/api-key/delete", { keyId });
  await olga.browser.post("/service-account/update", { id: account.id, name: "Build" });
  await olga.browser.post("/service-account/delete", { id: account.id });
  const rows = await auth.$context.db.findMany(auditTable, { where: { organizationId: acme }, limit: 99 });
  const own = rows.filter(({ action }) => /^(?:api-key|service-account)\./.test(action));
  expect(own.map(({ action }) => action).sort()).toEqual([
    "api-key.create",
    "api-key.delete",
    "api-key.update",
    "service-account.create",
    "service-account.delete",
    "service-account.update",
  ]);
  expect(new Set(own.map(({ actorId }) => actorId))).toEqual(new Set([olga.id]));
});

test("organizations' keys require the organization plugin", async () => {
  await expect(startAuth({ plugins: [apiKey({ references: "organization" })] })).rejects.toThrow("organization");
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("APIK-15: 20 concurrent calls can't create more keys than allowed, or several accounts with the same name", async () => {
    const { auth, create, createAccount, verify } = await start({ maxKeys: 3 }, { database: opened.database });
    const accounts = await Promise.all(Array.from({ length: 10 }, () => createAccount()));
    expect(accounts.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await auth.$context.db.count(serviceAccountTable, {})).toBe(1);
    const keys = await Promise.all(Array.from({ length: 20 }, () => create()));
    expect(keys.filter(({ status }) => status === 200)).toHaveLength(3);
    const [first] = keys.filter(({ status }) => status === 200);
    await verify(first?.key ?? "");
    opened.statements.length = 0;
    expect((await verify(first?.key ?? "")).valid).toBe(true);
    // The time of the last use is stored after the response.
    expect(opened.statements.filter(({ kind }) => kind === "read")).toHaveLength(1);
  });

  test("every call about organizations stays within its query budget", async () => {
    const { auth, olga, acme, create, createAccount } = await start({}, { database: opened.database });
    const { endpoints } = auth.$context.extensions;
    const cost = async <T>(id: string, run: () => Promise<T>): Promise<T> => {
      opened.statements.length = 0;
      const result = await run();
      const own = opened.statements.filter(({ kind, table }) => kind !== "transaction" && table !== "audit");
      const most = endpoints[id]?.queryBudget ?? -1;
      expect([id, own.length <= most, own.length]).toEqual([id, true, own.length]);
      return result;
    };
    const account = await cost("createServiceAccount", () => createAccount());
    const { id: keyId } = await cost("createApiKey", () => create({ serviceAccountId: account.id }));
    await cost("getApiKey", () => olga.browser.get(`/api-key/get?id=${keyId}`));
    await cost("listApiKeys", () => olga.browser.get(`/api-key/list?organizationId=${acme}`));
    await cost("updateApiKey", () => olga.browser.post("/api-key/update", { keyId, name: "CD", enabled: true }));
    await cost("rotateApiKey", () => olga.browser.post("/api-key/rotate", { keyId }));
    await cost("deleteApiKey", () => olga.browser.post("/api-key/delete", { keyId }));
    await cost("updateServiceAccount", () =>
      olga.browser.post("/service-account/update", { id: account.id, name: "x" }),
    );
    await cost("listServiceAccounts", () => olga.browser.get(`/service-account/list?organizationId=${acme}`));
    await cost("deleteServiceAccount", () => olga.browser.post("/service-account/delete", { id: account.id }));
  });
});
