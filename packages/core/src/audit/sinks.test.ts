import { startAuth, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { defineTable } from "../database/tables.ts";
import { definePlugin, type Plugin } from "../plugin/plugin.ts";
import { auditTable } from "../tables/audit.ts";
import { userTable } from "../tables/user.ts";
import { recordSystemAudit } from "./store.ts";

interface NoteRow {
  readonly id: string;
  readonly action: string;
}

const noteTable = defineTable<NoteRow>({ name: "note", columns: { action: { type: "string" } } });

function notes(isBroken: () => boolean = () => false): Plugin {
  return definePlugin({
    id: "notes",
    tables: [noteTable],
    async onAudit(tx, { id, action }) {
      await tx.insertAtEnd(noteTable, { id, action });
      if (isBroken()) throw new Error("broken");
    },
  });
}

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("a plugin is notified of each entry in the entry's transaction, so its own write and the entry are both stored or both rolled back", async () => {
    let isBroken = false;
    const app = await startAuth({ database: opened.database, plugins: [notes(() => isBroken)] });
    const { db } = app.auth.$context;
    const stored = async () => ({
      notes: (await db.findMany(noteTable, { limit: 99 })).map(({ id, action }) => `${id} ${action}`).sort(),
      entries: (await db.findMany(auditTable, { limit: 99 })).map(({ id, action }) => `${id} ${action}`).sort(),
    });
    expect((await app.browser().signUp("ann@example.com")).status).toBe(200);
    const { notes: told, entries } = await stored();
    expect(told).toEqual(entries);
    expect(entries.map((entry) => entry.split(" ")[1]).sort()).toEqual(["session.create", "user.create"]);
    isBroken = true;
    expect((await app.browser().signUp("bo@example.com")).status).toBe(500);
    expect(await stored()).toEqual({ notes: told, entries });
    expect(await db.count(userTable, {})).toBe(1);
  });

  test("a plugin is notified of the first failed attempt in each hour, and of jobs", async () => {
    const app = await startAuth({ database: opened.database, plugins: [notes()] });
    const { db } = app.auth.$context;
    await app.browser().signUp("ann@example.com");
    const failures = () => db.count(noteTable, { where: { action: "session.create.failed" } });
    for (const password of ["wrong one", "wrong two"]) {
      await app.browser().signIn("ann@example.com", password);
      await vi.waitFor(async () => expect(await failures()).toBe(1));
    }
    expect((await app.browser().signIn("ann@example.com", testPassword)).status).toBe(200);
    await recordSystemAudit(db, app.auth.$context, { action: "user.update", userId: "u" });
    const [entry] = await db.findMany(auditTable, { where: { action: "user.update" }, limit: 9 });
    expect(entry).toMatchObject({ actorId: null, userId: "u", ipAddress: null, data: null });
    expect(await db.count(noteTable, { where: { id: entry?.id ?? "" } })).toBe(1);
  });

  test("a plugin is notified even if the audit log is off", async () => {
    const app = await startAuth({ database: opened.database, plugins: [notes()], audit: { enabled: false } });
    await app.browser().signUp("ann@example.com");
    const { db } = app.auth.$context;
    expect([await db.count(noteTable, {}), await db.count(auditTable, {})]).toEqual([2, 0]);
  });
});
