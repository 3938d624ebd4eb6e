import { sha256Base64Url } from "@latchkey/core/crypto";
import { type AuditRow, auditTable, recordSystemAudit } from "@latchkey/core/plugin";
import { jwt } from "@latchkey/jwt";
import { startAuth } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { events } from "../plugin.ts";
import { auditCheckpointTable } from "../tables.ts";
import { createCheckpoints } from "./create.ts";

const [hour, day] = [3600, 86_400];

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  /**
   * Creates four hours of entries for Acme and for the site, and one entry for another organization. All are signed.
   */
  async function start(options: object = {}) {
    const plugins = [events({ checkpoints: true }), jwt()] as const;
    const app = await startAuth({ database: opened.database, plugins, ...options });
    const { auth, clock } = app;
    const { $context: context } = auth;
    const { db } = context;
    // Starts on the hour, so that each of the test's hours is one span.
    clock.advance(hour - ((clock.now().getTime() / 1000) % hour));
    const begin = clock.now();
    const add = (organizationId: string | null, userId: string) =>
      recordSystemAudit(db, context, {
        action: "member.update",
        organizationId,
        userId,
        data: { b: [{ d: 1, c: 2 }], a: null },
      });
    const addHour = async (at: number) => {
      await add("acme", `acme-${at}`);
      await add("acme", `more-${at}`);
      await add(null, `site-${at}`);
      if (at === 1) await add("other", "other-1");
      clock.advance(hour);
    };
    for (let at = 0; at < 4; at++) await addHour(at);
    clock.advance(hour);
    await createCheckpoints(context);
    const verify = (body = {}) => auth.api.verifyAudit({ body });
    /** The problems that were found, with times in hours since the start. */
    const problems = async (body = {}) => {
      const found = await verify(body);
      const at = (date: Date) => (date.getTime() - begin.getTime()) / 3_600_000;
      return found.problems.map(({ organizationId, from, upTo, reason }) => [
        organizationId,
        at(from),
        at(upTo),
        reason,
      ]);
    };
    const entryOf = async (userId: string) => (await db.findOne(auditTable, { where: { userId } })) as AuditRow;
    const siteAt = (at: number) => ({ organizationId: null, upTo: new Date(begin.getTime() + (at + 1) * 3_600_000) });
    return { ...app, context, db, begin, add, addHour, verify, problems, entryOf, siteAt };
  }

  test("an unchanged log has no problems, even after new entries and a key rotation", async () => {
    const { auth, begin, clock, context, verify, addHour } = await start();
    const first = await verify();
    expect(first).toMatchObject({ checkpoints: 9, problems: [], from: begin });
    expect(first.upTo).toEqual(new Date(begin.getTime() + 4 * 3_600_000));
    await addHour(5);
    expect((await verify()).problems).toEqual([]);
    await auth.api.rotateSigningKeys({ body: {} });
    clock.advance(2 * hour);
    await createCheckpoints(context);
    // The first key is no longer published.
    clock.advance(day);
    await auth.api.removeExpired();
    await addHour(6);
    clock.advance(2 * hour);
    await createCheckpoints(context);
    const last = await verify();
    expect(last.problems).toEqual([]);
    expect(last.checkpoints).toBeGreaterThan(first.checkpoints);
  });

  test("EVNT-06: entries that were changed, removed, or added are reported with their organization and hour", async () => {
    const { db, problems, entryOf, begin } = await start();
    const { id, ...before } = await entryOf("acme-2");
    for (const set of [
      { userId: "someone" },
      { data: { a: null } },
      { createdAt: new Date(begin.getTime() + 7_200_007) },
    ]) {
      await db.update(auditTable, { where: { id }, set });
      expect(await problems()).toEqual([["acme", 2, 3, "changed"]]);
      await db.update(auditTable, { where: { id }, set: before });
      expect(await problems()).toEqual([]);
    }
    const other = await entryOf("other-1");
    await db.remove(auditTable, { where: { id: other.id } });
    await db.insert(auditTable, { ...other, id: "forged", organizationId: null });
    expect(await problems()).toEqual(
      expect.arrayContaining([
        ["other", 1, 2, "removed"],
        [null, 1, 2, "added"],
      ]),
    );
    expect(await problems({ organizationId: "acme" })).toEqual([]);
    expect(await problems({ organizationId: "other" })).toEqual([["other", 1, 2, "removed"]]);
    expect(await problems({ from: new Date(begin.getTime() + 2 * 3_600_000) })).toEqual([]);
    await db.insert(auditTable, { ...other, id: "new", organizationId: "unknown" });
    expect(await problems()).toContainEqual(["unknown", 1, 2, "added"]);
  });

  test("EVNT-06: checkpoints that were changed, forged, or removed are reported", async () => {
    const { db, problems, entryOf, siteAt } = await start();
    const [acme, site] = [{ ...siteAt(1), organizationId: "acme" }, siteAt(1)];
    const checkpoint = await db.findOne(auditCheckpointTable, { where: acme });
    const stored = await db.findOne(auditCheckpointTable, { where: site });
    if (!checkpoint || !stored) throw new Error("missing");
    const tamper = async (change: () => Promise<unknown>, expected: unknown[]) => {
      await change();
      expect(await problems()).toEqual(expected);
      await db.remove(auditCheckpointTable, { where: { id: { in: [checkpoint.id, stored.id] } } });
      await db.insertMany(auditCheckpointTable, [checkpoint, stored]);
      expect(await problems()).toEqual([]);
    };
    const whole = [null, 1, 2, "checkpoint"];
    const { id } = await entryOf("acme-1");
    const [head = "", , tail = ""] = checkpoint.signature.split(".");
    const forged = `${head}.${btoa(JSON.stringify({ v: 1 })).replaceAll("=", "")}.${tail}`;
    await tamper(
      () => db.update(auditCheckpointTable, { where: acme, set: { count: 1 } }),
      [["acme", 1, 2, "checkpoint"]],
    );
    await tamper(() => db.update(auditCheckpointTable, { where: acme, set: { signature: forged } }), [whole]);
    await tamper(() => db.remove(auditCheckpointTable, { where: acme }), [whole]);
    await tamper(() => db.remove(auditCheckpointTable, { where: site }), [whole]);
    // The organization's own signature of another hour doesn't help either.
    const elsewhere = await db.findOne(auditCheckpointTable, { where: { ...siteAt(2), organizationId: "acme" } });
    await tamper(
      () => db.update(auditCheckpointTable, { where: acme, set: { signature: elsewhere?.signature ?? "" } }),
      [whole],
    );
    await db.update(auditCheckpointTable, { where: site, set: { signature: forged, root: sha256Base64Url(id) } });
    expect(await problems()).toContainEqual(whole);
  });

  test("EVNT-06: entries that were added before the first checkpoint are reported", async () => {
    const { db, begin, problems } = await start();
    const createdAt = new Date(begin.getTime() - 3 * 3_600_000);
    await db.insert(auditTable, { id: "early", action: "member.update", organizationId: "acme", createdAt });
    expect(await problems()).toEqual([["acme", -3, 0, "added"]]);
    expect(await problems({ organizationId: "other" })).toEqual([]);
    expect(await problems({ from: begin })).toEqual([]);
  });

  test("EVNT-06: with an earlier head, checkpoints that were removed and signed again for a changed log are reported", async () => {
    const { context, db, verify, problems, entryOf, siteAt, begin } = await start();
    const { head } = await verify();
    expect(head).toMatch(/^[\w-]{43}$/);
    expect(await problems({ head, from: siteAt(1).upTo })).toEqual([]);
    const { id } = await entryOf("acme-2");
    await db.update(auditTable, { where: { id }, set: { userId: "someone" } });
    await db.remove(auditCheckpointTable, { where: { upTo: { gte: siteAt(2).upTo } } });
    await createCheckpoints(context);
    expect(await problems()).toEqual([]);
    expect(await problems({ head })).toEqual([[null, 0, 4, "checkpoint"]]);
    await db.remove(auditCheckpointTable, { where: { upTo: { gte: begin } } });
    expect(await verify({ head })).toMatchObject({ head: null, problems: [{ reason: "checkpoint" }] });
    expect(await verify()).toMatchObject({ head: null, problems: [] });
  });

  test("a checkpoint after a long period without entries is kept as long as its entries", async () => {
    const { auth, clock, context, db, addHour, problems, entryOf } = await start({ audit: { retentionDays: 30 } });
    clock.advance(20 * day);
    await addHour(7);
    clock.advance(hour);
    await createCheckpoints(context);
    clock.advance(20 * day);
    await auth.api.removeExpired();
    expect(await db.count(auditTable, { where: { userId: "acme-1" } })).toBe(0);
    expect(await problems()).toEqual([]);
    const { id } = await entryOf("acme-7");
    await db.update(auditTable, { where: { id }, set: { userId: "someone" } });
    expect(await problems()).toMatchObject([["acme", expect.any(Number), expect.any(Number), "changed"]]);
  });

  test("instances that create checkpoints at the same time store each one once", async () => {
    const { context, db, addHour, clock, problems } = await start();
    const before = await db.count(auditCheckpointTable, {});
    for (let at = 5; at < 8; at++) await addHour(at);
    clock.advance(hour);
    const created = await Promise.all(Array.from({ length: 5 }, () => createCheckpoints(context)));
    expect(created.reduce((sum, count) => sum + count, 0)).toBe((await db.count(auditCheckpointTable, {})) - before);
    expect(created.reduce((sum, count) => sum + count, 0)).toBe(6);
    expect(await problems()).toEqual([]);
  });

  test("an hour is signed 15 minutes after its end, so that entries that are still being committed are included", async () => {
    const { context, db, add, clock, problems } = await start();
    const count = () => db.count(auditCheckpointTable, {});
    const before = await count();
    clock.advance(hour - 60);
    // Its time is in this hour, and its commit in the next one.
    const createdAt = clock.now();
    clock.advance(120);
    await add("acme", "next");
    expect(await createCheckpoints(context)).toBe(0);
    await db.insert(auditTable, { id: "late", action: "member.update", organizationId: "acme", createdAt });
    clock.advance(900);
    await createCheckpoints(context);
    expect(await count()).toBeGreaterThan(before);
    expect(await problems()).toEqual([]);
  });

  test("checkpoints are removed with the entries that they cover", async () => {
    const { auth, clock, db, addHour, verify, context } = await start({ audit: { retentionDays: 30 } });
    clock.advance(29 * day);
    await addHour(0);
    clock.advance(day - 6 * hour);
    await createCheckpoints(context);
    for (let at = 0; at < 12; at++) {
      const { auditEntries, jobs } = await auth.api.removeExpired();
      expect({ auditEntries, jobs }).toEqual(expect.objectContaining({ auditEntries: expect.any(Number) }));
      expect((await verify()).problems).toEqual([]);
      clock.advance(hour);
    }
    expect(await db.count(auditTable, { where: { userId: "acme-1" } })).toBe(0);
    expect((await verify()).checkpoints).toBeGreaterThan(0);
  });
});

test("the outbox creates an hour's checkpoints", async () => {
  const { auth, browser, clock } = await startAuth({ plugins: [events({ checkpoints: true }), jwt()] });
  const { db } = auth.$context;
  await browser().signUp("ann@example.com");
  await browser().signUp("bo@example.com");
  const { delivered } = await auth.api.deliverOutbox();
  expect(delivered).toBe(0);
  clock.advance(2 * hour);
  await vi.waitFor(async () => {
    await auth.api.deliverOutbox();
    expect(await db.count(auditCheckpointTable, {})).toBeGreaterThan(0);
  });
  expect((await auth.api.verifyAudit({ body: {} })).problems).toEqual([]);
});

test("checkpoints need the JWT plugin and the option", async () => {
  await expect(startAuth({ plugins: [events({ checkpoints: true })] })).rejects.toThrow("jwt() from @latchkey/jwt");
  const { auth } = await startAuth({ plugins: [events()] });
  await expect(auth.api.verifyAudit({ body: {} })).rejects.toThrow("events.checkpoints");
});
