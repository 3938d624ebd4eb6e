import { startAuth } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { apiKey } from "./plugin.ts";
import { apiKeyTable } from "./tables.ts";

const times = <T>(count: number, run: () => Promise<T>) => Promise.all(Array.from({ length: count }, run));

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  async function start(options: Parameters<typeof apiKey>[0] = {}) {
    const app = await startAuth({ database: opened.database, plugins: [apiKey(options)] });
    const ann = app.browser();
    const { body } = await ann.signUp("ann@example.com");
    return { ...app, ann, userId: body.user.id };
  }

  test("APIK-02: if a key has 20 uses left, exactly 20 of 60 concurrent uses succeed", async () => {
    const { auth, userId } = await start();
    const { key } = await auth.api.createApiKey({ body: { userId, remaining: 20 } });
    const results = await times(60, () => auth.api.verifyApiKey({ body: { key } }));
    expect(results.filter(({ valid }) => valid)).toHaveLength(20);
  });

  test("APIK-03: a refill that is due happens once for 50 concurrent uses", async () => {
    const { auth, userId, clock } = await start();
    const limits = { remaining: 0, refillAmount: 10, refillInterval: 60_000 };
    const { key, id } = await auth.api.createApiKey({ body: { userId, ...limits } });
    clock.advance(60);
    const results = await times(50, () => auth.api.verifyApiKey({ body: { key } }));
    expect(results.filter(({ valid }) => valid)).toHaveLength(10);
    expect((await auth.$context.db.findOne(apiKeyTable, { where: { id } }))?.remaining).toBe(0);
  });

  test("APIK-03: if a rate limit or a missing permission rejects a use, the use is returned, even with concurrent uses", async () => {
    const { auth, userId } = await start();
    const limits = { remaining: 40, rateLimitMax: 10, rateLimitTimeWindow: 60_000 };
    const { key, id } = await auth.api.createApiKey({ body: { userId, ...limits, permissions: { files: ["read"] } } });
    const denied = { key, permissions: { files: ["write"] } };
    const results = await Promise.all([
      ...Array.from({ length: 30 }, () => auth.api.verifyApiKey({ body: { key } })),
      ...Array.from({ length: 10 }, () => auth.api.verifyApiKey({ body: denied })),
    ]);
    const codes = results.map(({ error }) => error?.code ?? "valid");
    const count = (code: string) => codes.filter((one) => one === code).length;
    expect([count("valid"), count("RATE_LIMITED"), count("INSUFFICIENT_API_KEY_PERMISSIONS")]).toEqual([10, 20, 10]);
    expect((await auth.$context.db.findOne(apiKeyTable, { where: { id } }))?.remaining).toBe(30);
  });

  test("a refill that is due while uses are left happens once, and replaces the remaining uses", async () => {
    const { auth, userId, clock } = await start();
    const limits = { remaining: 7, refillAmount: 10, refillInterval: 60_000 };
    const { key, id } = await auth.api.createApiKey({ body: { userId, ...limits } });
    clock.advance(60);
    const results = await times(50, () => auth.api.verifyApiKey({ body: { key } }));
    expect(results.filter(({ valid }) => valid)).toHaveLength(10);
    expect((await auth.$context.db.findOne(apiKeyTable, { where: { id } }))?.remaining).toBe(0);
  });

  test("verifying a key takes one query, even with limited uses, rejecting a key takes two, and a refill takes three", async () => {
    const { auth, userId, clock } = await start();
    const verify = async (key: string): Promise<readonly [outcome: string, queries: number]> => {
      opened.statements.length = 0;
      const { error } = await auth.api.verifyApiKey({ body: { key } });
      const sent = opened.statements.filter(({ kind }) => kind !== "transaction");
      return [error?.code ?? "valid", sent.length];
    };
    const unlimited = await auth.api.createApiKey({ body: { userId } });
    const limits = { remaining: 3, refillAmount: 2, refillInterval: 30_000 };
    const limited = await auth.api.createApiKey({ body: { userId, ...limits } });
    // The first use also stores its time.
    for (const { key } of [unlimited, limited]) await verify(key);
    const unused = { where: { lastRequest: null } };
    await vi.waitFor(async () => expect(await auth.$context.db.count(apiKeyTable, unused)).toBe(0));
    expect(await verify(unlimited.key)).toEqual(["valid", 1]);
    const isMySql = auth.$context.db.dialect === "mysql";
    const claimed = ["valid", isMySql ? 2 : 1];
    expect([await verify(limited.key), await verify(limited.key)]).toEqual([claimed, claimed]);
    expect(await verify(limited.key)).toEqual(["USAGE_EXCEEDED", isMySql ? 1 : 2]);
    clock.advance(30);
    expect(await verify(limited.key)).toEqual(["valid", isMySql ? 2 : 3]);
    expect(await verify(limited.key)).toEqual(claimed);
  });

  test("APIK-15: 20 concurrent calls can't create more keys than the limit", async () => {
    const { auth, userId } = await start({ maxKeys: 3 });
    const results = await times(20, () => auth.api.createApiKey.result({ body: { userId } }));
    expect(results.filter(({ error }) => error === null)).toHaveLength(3);
    const codes = new Set(results.map(({ error }) => error?.code));
    expect(codes).toEqual(new Set([undefined, "API_KEY_LIMIT_REACHED"]));
    expect(await auth.$context.db.count(apiKeyTable, {})).toBe(3);
  });

  test("APIK-09: one of 20 concurrent calls to replace a key succeeds", async () => {
    const { auth, ann, userId } = await start();
    const { id } = await auth.api.createApiKey({ body: { userId } });
    const replies = await times(20, () => ann.post("/api-key/rotate", { keyId: id }));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await auth.$context.db.count(apiKeyTable, {})).toBe(2);
  });

  test("every call stays within its query budget", async () => {
    const { auth, ann, userId } = await start();
    const { endpoints } = auth.$context.extensions;
    const cost = async (id: string, run: () => Promise<unknown>): Promise<void> => {
      opened.statements.length = 0;
      await run();
      const own = opened.statements.filter(({ kind, table }) => kind !== "transaction" && table !== "audit");
      expect([id, own.length]).toEqual([id, Math.min(own.length, endpoints[id]?.queryBudget ?? -1)]);
    };
    const limits = { remaining: 5, refillAmount: 5, refillInterval: 60_000 };
    const { id: keyId, key } = await auth.api.createApiKey({ body: { userId, ...limits } });
    await cost("createApiKey", () => ann.post("/api-key/create", { name: "CI" }));
    await cost("getApiKey", () => ann.get(`/api-key/get?id=${keyId}`));
    await cost("listApiKeys", () => ann.get("/api-key/list"));
    await cost("updateApiKey", () => ann.post("/api-key/update", { keyId, name: "CD" }));
    await cost("verifyApiKey", () => auth.api.verifyApiKey({ body: { key } }));
    await cost("rotateApiKey", () => ann.post("/api-key/rotate", { keyId }));
    await cost("deleteApiKey", () => ann.post("/api-key/delete", { keyId }));
    await cost("deleteAllExpiredApiKeys", () => auth.api.deleteAllExpiredApiKeys());
  });
});
