import { startAuth } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditTable } from "../tables/audit.ts";
import { recordSystemAudit } from "./store.ts";

const day = 86_400;

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  async function start(audit: object = {}) {
    const app = await startAuth({ database: opened.database, audit });
    const { $context: context } = app.auth;
    const record = (userId: string) => recordSystemAudit(context.db, context, { action: "user.update", userId });
    const left = async () =>
      (await context.db.findMany(auditTable, { orderBy: [{ column: "createdAt" }], limit: 9 })).map(
        ({ userId }) => userId,
      );
    const remove = async () => (await app.auth.api.removeExpired()).auditEntries;
    return { ...app, record, left, remove };
  }

  test("entries are removed after 400 days, and newer entries stay", async () => {
    const { clock, record, left, remove } = await start();
    await record("old");
    clock.advance(200 * day);
    await record("newer");
    clock.advance(200 * day);
    expect(await remove()).toBe(0);
    clock.advance(1);
    expect(await remove()).toBe(1);
    expect(await left()).toEqual(["newer"]);
  });

  test("one call removes more than one batch, even if two instances run it at the same time", async () => {
    const { auth, clock, remove, left } = await start({ retentionDays: 30 });
    const { db } = auth.$context;
    const createdAt = clock.now();
    const rows = Array.from({ length: 2100 }, (_, at) => ({ id: `old-${at}`, action: "user.update", createdAt }));
    for (let at = 0; at < rows.length; at += 700) await db.insertMany(auditTable, rows.slice(at, at + 700));
    clock.advance(31 * day);
    const [one = 0, other = 0] = await Promise.all([remove(), remove()]);
    expect(one + other).toBe(2100);
    expect(await left()).toEqual([]);
  });

  test("with null, entries are never removed", async () => {
    const { clock, record, left, remove } = await start({ retentionDays: null });
    await record("old");
    clock.advance(4000 * day);
    expect(await remove()).toBe(0);
    expect(await left()).toEqual(["old"]);
  });
});

test("an entry records the kind of actor", async () => {
  const { auth, browser } = await startAuth();
  const ann = browser();
  await ann.signUp("ann@example.com");
  await ann.post("/update-user", { name: "Ann" });
  await auth.api.signUpEmail({ body: { name: "Bo", email: "bo@example.com", password: "correct horse battery" } });
  const rows = await auth.$context.db.findMany(auditTable, { limit: 99 });
  const typeOf = (action: string) => rows.filter((row) => row.action === action).map(({ actorType }) => actorType);
  expect(typeOf("user.update")).toEqual(["user"]);
  expect(new Set(typeOf("user.create"))).toEqual(new Set(["user"]));
});

test("the retention period must be a whole number of days", async () => {
  await expect(startAuth({ audit: { retentionDays: 0 } })).rejects.toThrow("audit.retentionDays");
});
