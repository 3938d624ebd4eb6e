import { admin } from "@latchkey/admin";
import { memoryAdapter } from "@latchkey/core";
import { type AuthContext, auditTable, userTable } from "@latchkey/core/plugin";
import { createMailbox, mailOptions, outboxEmpty, startAuth, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import type { ApiKeyList, NewApiKey } from "./call-types.ts";
import { generateKey, hashKey, isKey } from "./format.ts";
import { apiKey } from "./plugin.ts";
import { apiKeyTable } from "./tables.ts";

async function start(pluginOptions: Parameters<typeof apiKey>[0] = {}, options: object = {}) {
  const app = await startAuth({ plugins: [apiKey(pluginOptions), admin()], ...options });
  const ann = app.browser();
  const { body } = await ann.signUp("ann@example.com");
  const create = async (input: object = {}, browser = ann) => {
    const reply = await browser.post<NewApiKey & { code?: string }>("/api-key/create", input);
    return { status: reply.status, ...reply.body };
  };
  const verify = (key: string, permissions?: Record<string, string[]>) =>
    app.auth.api.verifyApiKey({ body: { key, ...(permissions ? { permissions } : {}) } });
  return { ...app, ann, annId: body.user.id, create, verify };
}

function makeAdmin({ $context }: { readonly $context: AuthContext }, id: string) {
  return $context.db.update(userTable, { where: { id }, set: { role: "admin" } as object });
}

describe("a key", () => {
  test("is shown once, and then authenticates requests", async () => {
    const { ann, annId, create, verify } = await start();
    const created = await create({ name: "Deploy" });
    expect(created).toMatchObject({ status: 200, name: "Deploy", referenceId: annId, enabled: true, prefix: "key_" });
    expect(created.key).toMatch(/^key_[0-9A-Za-z]{49}$/);
    expect(created.start).toBe(created.key.slice(0, 8));
    const { body: read } = await ann.get(`/api-key/get?id=${created.id}`);
    const { body: listed } = await ann.get<ApiKeyList>("/api-key/list");
    expect(listed).toMatchObject({ total: 1, limit: 100, offset: 0 });
    expect(listed.apiKeys).toEqual([read]);
    const verified = await verify(created.key);
    expect(verified).toMatchObject({ valid: true, error: null, key: { id: created.id, name: "Deploy" } });
    for (const shown of [read, listed, verified]) {
      expect(JSON.stringify(shown)).not.toContain(created.key);
      expect(JSON.stringify(shown)).not.toContain(hashKey(created.key));
    }
  });

  test("APIK-01: is stored as a hash only", async () => {
    const { auth, create } = await start();
    const { key } = await create();
    const rows = await auth.$context.db.findMany(apiKeyTable, { limit: 10 });
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(rows.map((row) => row.key)).toEqual([hashKey(key)]);
  });

  test("APIK-10: with wrong check digits is rejected without a query", async () => {
    const statements: string[] = [];
    const database = memoryAdapter({ onStatement: ({ text }) => statements.push(text) });
    const { create, verify } = await start({}, { database });
    const { key } = await create();
    statements.length = 0;
    const changed = key.slice(0, -1) + (key.endsWith("A") ? "B" : "A");
    for (const one of ["", "x", changed, key.toLowerCase(), `${key}\0`, "a".repeat(10_000), ` ${key}`, `${key}\n`])
      expect((await verify(one)).error?.code).toBe("INVALID_API_KEY");
    expect(statements).toEqual([]);
    expect((await verify(key)).valid).toBe(true);
  });

  test("takes one query to verify", async () => {
    const statements: string[] = [];
    const database = memoryAdapter({ onStatement: ({ text }) => statements.push(text) });
    const { create, verify } = await start({}, { database });
    const { key } = await create();
    await verify(key); // stores the time of use afterward
    statements.length = 0;
    expect((await verify(key)).valid).toBe(true);
    expect(statements).toHaveLength(1);
  });

  test("issued by better-auth is looked up, although it has no check digits", () => {
    expect(isKey("x".repeat(64))).toBe(true);
    expect(isKey(`app_${"aB".repeat(32)}`)).toBe(true);
    const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
    for (let round = 0; round < 1000; round++) expect(isKey(generateKey(random, "k-_1"))).toBe(true);
  });

  test("expires after its chosen lifetime, and is deleted 30 days later", async () => {
    const { auth, create, verify, clock } = await start({ keyExpiration: { minExpiresIn: 1, maxExpiresIn: 2 } });
    const { key, expiresAt } = await create({ expiresIn: 86_400 });
    expect(new Date(expiresAt ?? 0).getTime()).toBe(clock.now().getTime() + 86_400_000);
    clock.advance(1 * 86_400);
    expect((await verify(key)).error?.code).toBe("KEY_EXPIRED");
    expect(await auth.api.deleteAllExpiredApiKeys()).toEqual({ success: true, error: null, deleted: 0 });
    clock.advance(31 * 86_400);
    expect(await auth.api.deleteAllExpiredApiKeys()).toEqual({ success: true, error: null, deleted: 1 });
    expect((await verify(key)).error?.code).toBe("INVALID_API_KEY");
  });
});

describe("values that a user chooses for a key", () => {
  test.each([
    [{ name: "" }, "INVALID_NAME_LENGTH"],
    [{ name: "x".repeat(33) }, "INVALID_NAME_LENGTH"],
    [{ prefix: "" }, "INVALID_PREFIX_LENGTH"],
    [{ prefix: "x".repeat(33) }, "INVALID_PREFIX_LENGTH"],
    [{ prefix: "no spaces" }, "VALIDATION_ERROR"],
    [{ expiresIn: 60 }, "EXPIRES_IN_IS_TOO_SMALL"],
    [{ expiresIn: 366 * 86_400 }, "EXPIRES_IN_IS_TOO_LARGE"],
    [{ metadata: { a: 1 } }, "METADATA_DISABLED"],
    [{ remaining: 5 }, "SERVER_ONLY_PROPERTY"],
    [{ permissions: { files: ["write"] } }, "SERVER_ONLY_PROPERTY"],
    [{ rateLimitEnabled: false }, "SERVER_ONLY_PROPERTY"],
  ])("%j is rejected with %s", async (input, code) => {
    const { create, ann } = await start();
    expect((await create(input)).code).toBe(code);
    expect((await ann.get("/api-key/list")).body.total).toBe(0);
  });

  test("the app can require a name, allow metadata, and set all lifetimes itself", async () => {
    const { create } = await start({
      requireName: true,
      enableMetadata: true,
      defaultPrefix: "acme_",
      keyExpiration: { disableCustomExpiresTime: true, defaultExpiresIn: 3600 },
    });
    expect((await create()).code).toBe("NAME_REQUIRED");
    expect((await create({ name: "CI", expiresIn: 86_400 })).code).toBe("KEY_DISABLED_EXPIRATION");
    const created = await create({ name: "CI", metadata: { team: "web" } });
    expect(created).toMatchObject({ metadata: { team: "web" }, prefix: "acme_" });
    expect(created.expiresAt).not.toBeNull();
  });

  test("a misspelled or impossible option fails at start", () => {
    expect(() => apiKey({ maxkeys: 1 } as never)).toThrow('apiKey.maxkeys isn\'t an option. Did you mean "maxKeys"?');
    expect(() => apiKey({ defaultPrefix: "a b" })).toThrow("apiKey.defaultPrefix");
    expect(() => apiKey({ minimumNameLength: 9, maximumNameLength: 3 })).toThrow("apiKey.maximumNameLength");
  });
});

describe("limits of a key", () => {
  test("the server can set uses, refills, permissions, and rate limits", async () => {
    const { auth, annId, verify, clock } = await start();
    const { key } = await auth.api.createApiKey({
      body: { userId: annId, remaining: 2, refillAmount: 3, refillInterval: 60_000, permissions: { files: ["read"] } },
    });
    expect((await verify(key, { files: ["read"] })).valid).toBe(true);
    expect((await verify(key, { files: ["read", "write"] })).error?.code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
    expect((await verify(key, { constructor: ["name"] })).error?.code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
    expect((await verify(key)).valid).toBe(true);
    expect((await verify(key)).error?.code).toBe("USAGE_EXCEEDED");
    clock.advance(60);
    const results = [];
    for (let use = 0; use < 4; use++) results.push((await verify(key)).valid);
    expect(results).toEqual([true, true, true, false]);
  });

  test("APIK-07: a user can't remove the limits that the server set", async () => {
    const { auth, ann, annId } = await start();
    const { id: keyId } = await auth.api.createApiKey({ body: { userId: annId, remaining: 2 } });
    const reply = await ann.post("/api-key/update", { keyId, remaining: null });
    expect([reply.status, reply.body.code]).toEqual([400, "SERVER_ONLY_PROPERTY"]);
    expect((await auth.$context.db.findOne(apiKeyTable, { where: { id: keyId } }))?.remaining).toBe(2);
  });

  test("APIK-03: a call that exceeds the rate limit doesn't consume a use", async () => {
    const { auth, annId, verify, clock } = await start();
    const { key, id } = await auth.api.createApiKey({
      body: { userId: annId, remaining: 10, rateLimitMax: 2, rateLimitTimeWindow: 1000 },
    });
    await verify(key);
    await verify(key);
    const { error } = await verify(key);
    expect(error).toMatchObject({ code: "RATE_LIMITED", details: { tryAgainIn: expect.any(Number) } });
    expect((await auth.$context.db.findOne(apiKeyTable, { where: { id } }))?.remaining).toBe(8);
    clock.advance(1);
    expect((await verify(key)).valid).toBe(true);
  });

  test("an impossible refill is rejected", async () => {
    const { auth, annId } = await start();
    const create = (body: object) => auth.api.createApiKey.result({ body: { userId: annId, ...body } });
    expect((await create({ refillAmount: 1 })).error?.code).toBe("REFILL_INTERVAL_AND_AMOUNT_REQUIRED");
    expect((await create({ refillInterval: 1 })).error?.code).toBe("REFILL_AMOUNT_AND_INTERVAL_REQUIRED");
  });
});

describe("ownership", () => {
  test("APIK-08: another user's key can't be read, changed, replaced, or deleted", async () => {
    const { browser, create, verify } = await start();
    const { id, key } = await create();
    const bo = browser();
    await bo.signUp("bo@example.com");
    const replies = [
      await bo.get(`/api-key/get?id=${id}`),
      await bo.post("/api-key/update", { keyId: id, enabled: false }),
      await bo.post("/api-key/rotate", { keyId: id }),
      await bo.post("/api-key/delete", { keyId: id }),
    ];
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([404, "KEY_NOT_FOUND"]));
    expect((await bo.get("/api-key/list")).body.total).toBe(0);
    expect((await verify(key)).valid).toBe(true);
  });

  test("a user can't create keys for someone else", async () => {
    const { browser, annId, create, auth } = await start();
    const bo = browser();
    await bo.signUp("bo@example.com");
    expect(await create({ userId: annId }, bo)).toMatchObject({ status: 401, code: "UNAUTHORIZED_SESSION" });
    const byServer = await auth.api.createApiKey.result({ body: { userId: annId }, headers: bo.headers() });
    expect(byServer.error?.code).toBe("UNAUTHORIZED_SESSION");
    const forgotten = await auth.api.createApiKey.result({ body: {} });
    expect(forgotten.error?.message).toBe("Headers is required");
  });

  test("APIK-12: a key can't be created with an old session", async () => {
    const { create, clock } = await start();
    clock.advance(2 * 86_400);
    expect(await create()).toMatchObject({ status: 403, code: "SESSION_NOT_FRESH" });
  });

  test("APIK-12: a key can't be created, changed, or deleted by an impersonator", async () => {
    const { auth, browser, annId, create } = await start();
    const { id } = await create();
    const ada = browser();
    const { body } = await ada.signUp("ada@example.com");
    await makeAdmin(auth, body.user.id);
    await ada.signIn("ada@example.com");
    expect((await ada.post("/admin/impersonate-user", { userId: annId })).status).toBe(200);
    const codes = [
      (await create({}, ada)).code,
      (await ada.post("/api-key/update", { keyId: id, enabled: false })).body.code,
      (await ada.post("/api-key/rotate", { keyId: id })).body.code,
      (await ada.post("/api-key/delete", { keyId: id })).body.code,
    ];
    expect(new Set(codes)).toEqual(new Set(["SESSION_NOT_FRESH", "NOT_ALLOWED_WHILE_IMPERSONATING"]));
    expect((await ada.get("/api-key/list")).body.total).toBe(1);
  });

  test("APIK-04: a key stops working when its owner is banned or deleted, and works again after the ban", async () => {
    const { auth, annId, ann, browser, create, verify } = await start({}, { user: { deleteUser: { enabled: true } } });
    const { key } = await create();
    const ada = browser();
    const { body } = await ada.signUp("ada@example.com");
    await makeAdmin(auth, body.user.id);
    await ada.signIn("ada@example.com");
    await ada.post("/admin/ban-user", { userId: annId });
    expect((await verify(key)).error?.code).toBe("KEY_DISABLED");
    await ada.post("/admin/unban-user", { userId: annId });
    expect((await verify(key)).valid).toBe(true);
    await ann.signIn("ann@example.com");
    expect((await ann.post("/delete-user", { password: testPassword })).status).toBe(200);
    expect((await verify(key)).error?.code).toBe("INVALID_API_KEY");
    expect(await auth.$context.db.count(apiKeyTable, {})).toBe(0);
  });

  test("account recovery by email deletes keys that someone else might have created", async () => {
    const box = createMailbox();
    const { auth, browser, create, verify } = await start({}, mailOptions(box));
    const { key: planted } = await create();
    const owner = browser();
    await owner.post("/request-password-reset", { email: "ann@example.com", redirectTo: "/" });
    const { token } = await box.next("sendResetPassword");
    await owner.post("/reset-password", { token, newPassword: "an even better password" });
    await outboxEmpty(auth);
    expect((await verify(planted)).error?.code).toBe("INVALID_API_KEY");
  });

  test("account recovery deletes a key that someone else created to replace the owner's key", async () => {
    const box = createMailbox();
    const { auth, ann: planter, browser, create, verify } = await start({}, mailOptions(box));
    const { id, key } = await create();
    // The owner verified the email in the session that created this key.
    const set = { verifiedEmail: "ann@example.com" };
    await auth.$context.db.update(apiKeyTable, { where: { id }, set });
    const { body: successor } = await planter.post<NewApiKey>("/api-key/rotate", { keyId: id });
    const owner = browser();
    await owner.post("/request-password-reset", { email: "ann@example.com", redirectTo: "/" });
    const { token } = await box.next("sendResetPassword");
    await owner.post("/reset-password", { token, newPassword: "an even better password" });
    await outboxEmpty(auth);
    expect((await verify(successor.key)).error?.code).toBe("INVALID_API_KEY");
    expect((await verify(key)).valid).toBe(true);
  });
});

describe("a replaced key", () => {
  test("APIK-09: works until the overlap ends, and can't be replaced again", async () => {
    const { ann, create, verify, clock } = await start();
    const old = await create({ name: "CI" });
    const { body: next } = await ann.post<NewApiKey>("/api-key/rotate", { keyId: old.id, overlap: 600 });
    expect(next).toMatchObject({ name: "CI", prefix: "key_" });
    expect(next.key).not.toBe(old.key);
    expect([(await verify(old.key)).valid, (await verify(next.key)).valid]).toEqual([true, true]);
    expect((await ann.post("/api-key/rotate", { keyId: old.id })).body.code).toBe("KEY_ALREADY_ROTATED");
    clock.advance(600);
    expect((await verify(old.key)).error?.code).toBe("KEY_EXPIRED");
    expect((await verify(next.key)).valid).toBe(true);
  });

  test("APIK-15: leaves only one old key working, no matter how often the key is replaced", async () => {
    const { ann, create, verify } = await start({ maxKeys: 1 });
    const keys: NewApiKey[] = [await create()];
    for (let at = 0; at < 4; at++) {
      const { body } = await ann.post<NewApiKey>("/api-key/rotate", { keyId: keys.at(-1)?.id, overlap: 600 });
      keys.push(body);
    }
    const working = await Promise.all(keys.map(async ({ key }) => (await verify(key)).valid));
    expect(working).toEqual([false, false, false, true, true]);
  });

  test("APIK-15: can't be enabled again if other keys took its place", async () => {
    const { ann, create, verify, clock } = await start({ maxKeys: 1 });
    const old = await create({ expiresIn: 86_400 });
    clock.advance(86_401);
    await ann.signIn("ann@example.com");
    const { key, id } = await create();
    const revive = () =>
      ann.post<NewApiKey & { code?: string }>("/api-key/update", { keyId: old.id, expiresIn: 86_400 });
    expect((await revive()).body.code).toBe("API_KEY_LIMIT_REACHED");
    expect((await verify(old.key)).error?.code).toBe("KEY_EXPIRED");
    expect((await verify(key)).valid).toBe(true);
    await ann.post("/api-key/delete", { keyId: id });
    expect((await revive()).status).toBe(200);
    expect((await verify(old.key)).valid).toBe(true);
  });

  test("shares the remaining uses with its successors", async () => {
    const { auth, ann, annId, verify } = await start();
    const first = await auth.api.createApiKey({ body: { userId: annId, remaining: 3 } });
    const { body: second } = await ann.post<NewApiKey>("/api-key/rotate", { keyId: first.id });
    const { body: third } = await ann.post<NewApiKey>("/api-key/rotate", { keyId: second.id });
    const results = [];
    // The first key ended when its successor was replaced.
    for (const { key } of [first, second, third, second, third, second]) results.push((await verify(key)).valid);
    expect(results).toEqual([false, true, true, true, false, false]);
  });
});

describe("changes", () => {
  test("a key can be renamed, disabled, enabled, and deleted", async () => {
    const { ann, create, verify } = await start();
    const { id, key } = await create({ name: "a" });
    const update = (input: object) => ann.post("/api-key/update", { keyId: id, ...input });
    expect((await update({})).body.code).toBe("NO_VALUES_TO_UPDATE");
    expect((await update({ name: "b", enabled: false })).body).toMatchObject({ name: "b", enabled: false });
    expect((await verify(key)).error?.code).toBe("KEY_DISABLED");
    await update({ enabled: true });
    expect((await verify(key)).valid).toBe(true);
    expect((await update({ permissions: { all: ["*"] } })).body.code).toBe("SERVER_ONLY_PROPERTY");
    expect((await ann.post("/api-key/delete", { keyId: id })).body).toEqual({ success: true });
    expect((await verify(key)).error?.code).toBe("INVALID_API_KEY");
  });

  test("every change is in the audit log, without the key", async () => {
    const { auth, ann, create } = await start();
    const { id, key } = await create({ name: "CI" });
    await ann.post("/api-key/update", { keyId: id, name: "CD" });
    const { body: next } = await ann.post<NewApiKey>("/api-key/rotate", { keyId: id });
    await ann.post("/api-key/delete", { keyId: id });
    const rows = await auth.$context.db.findMany(auditTable, {
      where: { action: { startsWith: "api-key." } },
      limit: 9,
    });
    expect(rows.map(({ action }) => action).sort()).toEqual([
      "api-key.create",
      "api-key.delete",
      "api-key.rotate",
      "api-key.update",
    ]);
    for (const secret of [key, next.key]) expect(JSON.stringify(rows)).not.toContain(secret);
  });
});
