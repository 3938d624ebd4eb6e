import type { AuditRow } from "@latchkey/core";
import { auditTable } from "@latchkey/core/plugin";
import { createMailbox, mailOptions, outboxEmpty, testPassword } from "@latchkey/test-kit";
import { databases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { counted, said, startAdmin } from "../../test/admin-app.ts";
import type { AdminAction } from "../audit-actions.ts";

interface Trail {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly nextCursor: string | null;
}

test("events contain the proxy's request id if it's valid", async () => {
  const { root, person, clock } = await startAdmin();
  const { id: userId } = await person("bob");
  const dataOf = async (requestId: string): Promise<unknown> => {
    clock.advance(1);
    await root.post("/admin/set-role", { userId, role: "user" }, { "x-request-id": requestId });
    const { records } = (await root.get<Trail>("/admin/list-audit?action=admin.user.set-role&limit=1")).body;
    return records[0]?.data;
  };
  expect(await dataOf("01J9-abc:7")).toMatchObject({ requestId: "01J9-abc:7", to: "user" });
  for (const other of ["<b>", "x".repeat(129), "a b"]) expect(await dataOf(other)).not.toHaveProperty("requestId");
});

test("LOG-04: every action is recorded and reported once, with its name, actor, target, time, and IP address, but without secrets", async () => {
  const told: AdminAction[] = [];
  let failing = true;
  const onAction = async (action: AdminAction): Promise<void> => {
    if (failing && action.action === "admin.user.ban") {
      failing = false;
      throw new Error("not now");
    }
    told.push(action);
  };
  const { root, person, auth, clock } = await startAdmin({ onAction });
  const bob = await person("bob");
  await outboxEmpty(auth);
  told.length = 0;
  const [userId, newPassword] = [bob.id, "a secret that is never read"];
  const agent = { "user-agent": "Test agent" };
  const { sessions } = (await root.post<{ sessions: { token: string }[] }>("/admin/list-user-sessions", { userId }))
    .body;
  const calls: readonly (readonly [string, object, string])[] = [
    ["create-user", { email: "new@example.com", name: "New", password: newPassword }, "admin.user.create"],
    ["update-user", { userId, data: { name: "Bobby" } }, "admin.user.update"],
    ["set-role", { userId, role: "admin" }, "admin.user.set-role"],
    ["set-role", { userId, role: "user" }, "admin.user.set-role"],
    ["revoke-user-session", { sessionToken: sessions[0]?.token }, "admin.session.revoke"],
    ["revoke-user-sessions", { userId }, "admin.session.revoke-all"],
    ["set-user-password", { userId, newPassword }, "admin.user.set-password"],
    ["ban-user", { userId }, "admin.user.ban"],
    ["unban-user", { userId }, "admin.user.unban"],
    ["impersonate-user", { userId }, "admin.impersonation.start"],
    ["stop-impersonating", {}, "admin.impersonation.stop"],
    ["remove-user", { userId }, "admin.user.remove"],
  ];
  for (const [path, body] of calls) {
    clock.advance(1);
    expect([path, said(await root.post(`/admin/${path}`, body, agent))]).toEqual([path, "200"]);
  }
  const expected = calls.map(([, , action]) => action);
  const { records } = (await root.get<Trail>("/admin/list-audit?action=admin.&limit=50")).body;
  const own = [...records].reverse().slice(-calls.length);
  expect(own.map(({ action }) => action)).toEqual(expected);
  for (const record of own.slice(1)) {
    expect(record).toMatchObject({
      actorId: root.id,
      userId: bob.id,
      onBehalfOf: null,
      ipAddress: "203.0.113.7",
      userAgent: "Test agent",
    });
  }
  expect(own[2]).toMatchObject({ data: { from: "user", to: "admin" }, createdAt: "2030-01-01T12:00:03.000Z" });
  clock.advance(3600);
  await auth.api.deliverOutbox();
  await outboxEmpty(auth);
  expect(told.map(({ action }) => action).sort()).toEqual([...expected].sort());
  expect(told.every(({ at, actorId, ipAddress }) => at instanceof Date && actorId === root.id && ipAddress)).toBe(true);
  expect(JSON.stringify([records, told])).not.toContain(newPassword);
  expect(JSON.stringify(records)).not.toContain(sessions[0]?.token);
});

test("AUDT-05: changes made with update-user are recorded like changes made with separate endpoints, with old and new values", async () => {
  const { root, person } = await startAdmin();
  const { id: userId, email } = await person("bob");
  const until = "2031-01-01T00:00:00.000Z";
  const changes: readonly object[] = [
    { name: "Bobby", role: "admin" },
    { email: "new@example.com" },
    { emailVerified: true },
    { banned: true, banReason: "spam", banExpires: until },
    { banReason: "more spam" },
    { banned: false },
    { role: "user" },
  ];
  for (const data of changes) {
    expect([data, said(await root.post("/admin/update-user", { userId, data }))]).toEqual([data, "200"]);
  }
  await root.post("/admin/ban-user", { userId, banReason: "again" });
  const { records } = (await root.get<Trail>(`/admin/list-audit?userId=${userId}&action=admin.&limit=50`)).body;
  const none = { banned: false, reason: null, until: null };
  const spam = { banned: true, reason: "spam", until };
  const more = { banned: true, reason: "more spam", until };
  const again = { banned: true, reason: "again", until: null };
  const moved = { email: "new@example.com", emailVerified: false };
  const shown = records.map(({ action, data }) => [action, data]);
  const expected = [
    ["admin.user.create", { role: "user", withPassword: true }],
    ["admin.user.update", { fields: ["name"] }],
    ["admin.user.set-role", { from: "user", to: "admin" }],
    ["admin.user.set-email", { from: { email, emailVerified: false }, to: moved }],
    ["admin.user.set-email", { from: moved, to: { ...moved, emailVerified: true } }],
    ["admin.user.ban", { reason: "spam", until, from: none, to: spam }],
    ["admin.user.ban", { reason: "more spam", until, from: spam, to: more }],
    ["admin.user.unban", { from: more, to: none }],
    ["admin.user.set-role", { from: "admin", to: "user" }],
    ["admin.user.ban", { reason: "again", until: null, from: none, to: again }],
  ];
  const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
  // The test clock doesn't move, so the entries aren't sorted by time.
  expect(sorted(shown.map(([action, data]) => [action, ordered(data)]))).toEqual(
    sorted(expected.map(([action, data]) => [action, ordered(data)])),
  );
});

/** Sorts an object's keys, because databases can change their order. */
function ordered(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, ordered(one)]));
}

test("log entries contain users' names, but only the ids of deleted users", async () => {
  const { root, person } = await startAdmin();
  const bob = await person("bob");
  const cem = await person("cem");
  await root.post("/admin/ban-user", { userId: bob.id });
  await root.post("/admin/remove-user", { userId: cem.id });
  const { people } = (await root.get<{ people: Record<string, object> }>("/admin/list-audit?action=admin.")).body;
  expect(people[bob.id]).toEqual({ name: expect.any(String), email: bob.email });
  expect(Object.keys(people).sort()).toEqual([root.id, bob.id].sort());
  const none = (await root.get<{ people: object }>("/admin/list-audit?action=nothing")).body;
  expect(none).toEqual({ records: [], people: {}, nextCursor: null });
});

test("ADMIN-12: a password set by an admin ends sessions and links, and its owner is notified", async () => {
  const box = createMailbox();
  const { root, person, browser } = await startAdmin({}, mailOptions(box));
  const bob = await person("bob");
  await browser().post("/forget-password", { email: bob.email });
  const { token } = await box.next("sendResetPassword");
  const set = (newPassword: string) => root.post("/admin/set-user-password", { userId: bob.id, newPassword });
  expect(said(await set("short"))).toBe("400 PASSWORD_TOO_SHORT");
  expect(said(await set("x".repeat(129)))).toBe("400 PASSWORD_TOO_LONG");
  expect((await set("a password by an admin")).body).toEqual({ status: true });
  expect((await box.next("sendPasswordChanged")).to).toBe(bob.email);
  expect((await bob.get("/get-session")).body).toBeNull();
  expect(said(await browser().signIn(bob.email, testPassword))).toBe("401 INVALID_EMAIL_OR_PASSWORD");
  expect(said(await browser().signIn(bob.email, "a password by an admin"))).toBe("200");
  expect(said(await browser().post("/reset-password", { token, newPassword: testPassword }))).toBe("400 INVALID_TOKEN");
  const unknown = { userId: "unknown", newPassword: testPassword };
  expect(said(await root.post("/admin/set-user-password", unknown))).toBe("404 USER_NOT_FOUND");
});

test("the log can be filtered by user, actor, and action, and is paginated", async () => {
  const { root, person } = await startAdmin();
  const bob = await person("bob");
  for (let at = 0; at < 5; at++) await root.post("/admin/unban-user", { userId: bob.id });
  const read = async (query: string) => (await root.get<Trail>(`/admin/list-audit?${query}`)).body;
  const seen: unknown[] = [];
  let cursor: string | null = null;
  do {
    const page: Trail = await read(`action=admin.user.unban&limit=2${cursor ? `&cursor=${cursor}` : ""}`);
    seen.push(...page.records.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(new Set(seen).size).toBe(5);
  const ofBob = await read(`userId=${bob.id}`);
  expect(ofBob.records.every(({ userId }) => userId === bob.id)).toBe(true);
  const byBob = await read(`actorId=${bob.id}`);
  expect(byBob.records.map(({ action }) => action)).toEqual(["session.create"]);
  for (const wrong of ["limit=0", "limit=9999", "cursor=x", "action=", "userId="]) {
    expect(said(await root.get(`/admin/list-audit?${wrong}`))).toBe("400 VALIDATION_ERROR");
  }
});

describe.each(databases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("every call stays within its query budget", async () => {
    const app = await startAdmin({}, { database: opened.database });
    const bob = await app.person("bob");
    const { endpoints } = app.auth.$context.extensions;
    const other = { userId: bob.id };
    const created = { email: "new@example.com", name: "New", password: testPassword };
    const sessionToken = (await app.root.post<{ sessions: { token: string }[] }>("/admin/list-user-sessions", other))
      .body.sessions[0]?.token;
    const everything = { name: "B", email: "b@example.com", emailVerified: true, role: "admin", banned: true };
    const calls: readonly (readonly [string, string, object | null])[] = [
      ["listUsers", "list-users", null],
      ["getUser", `get-user?id=${bob.id}`, null],
      ["createUser", "create-user", created],
      ["setRole", "set-role", { ...other, role: "admin" }],
      ["setRole", "set-role", { ...other, role: "user" }],
      ["listUserSessions", "list-user-sessions", other],
      ["revokeUserSession", "revoke-user-session", { sessionToken }],
      ["revokeUserSessions", "revoke-user-sessions", other],
      ["setUserPassword", "set-user-password", { ...other, newPassword: testPassword }],
      ["userHasPermission", "has-permission", { permissions: { user: ["list"] } }],
      ["impersonateUser", "impersonate-user", other],
      ["stopImpersonating", "stop-impersonating", {}],
      ["banUser", "ban-user", other],
      ["unbanUser", "unban-user", other],
      ["adminUpdateUser", "update-user", { ...other, data: everything }],
      ["listAudit", "list-audit", null],
      ["listAudit", "list-audit?organizationId=x&from=2029-01-01T00:00:00Z&to=2031-01-01T00:00:00Z", null],
      ["listUsers", "list-users?limit=1&searchField=any&searchValue=example&filter=banned:eq:false", null],
      ["adminListUserAccounts", `list-user-accounts?userId=${bob.id}`, null],
      ["adminCapabilities", "capabilities", null],
      ["banNotice", "/ban-notice", null],
      ["removeUser", "remove-user", other],
    ];
    const over: string[] = [];
    for (const [id, path, body] of calls) {
      opened.statements.length = 0;
      const url = path.startsWith("/") ? path : `/admin/${path}`;
      const reply = body ? await app.root.post(url, body) : await app.root.get(url);
      expect([path, said(reply)]).toEqual([path, "200"]);
      const sent = counted(opened.statements).length;
      // On MariaDB, consumed and incremented rows are read first, because it doesn't support UPDATE … RETURNING.
      const spare = opened.database.dialect === "mysql" ? 2 : 0;
      if (sent > (endpoints[id]?.queryBudget ?? 0) + spare) over.push(`${id}: ${sent}`);
    }
    expect(over).toEqual([]);
  });

  test("lists use indexes for the first and later pages, an email prefix, a role, and the audit log", async () => {
    const app = await startAdmin({}, { database: opened.database });
    const { db, now } = app.auth.$context;
    const { plan } = opened;
    if (!plan) return;
    const at = now();
    for (let batch = 0; batch < 4; batch++) {
      const rows = Array.from({ length: 250 }, (_, one) => ({
        id: `id${batch}-${one}`,
        name: "Name",
        email: `u${batch}x${one}@example.com`,
        emailVerified: true,
        createdAt: new Date(at.getTime() - (batch * 250 + one) * 1000),
        updatedAt: at,
        role: "user",
        banned: false,
        epoch: 0,
      }));
      await db.insertMany({ name: "user", columns: {} } as never, rows as never);
    }
    for (let record = 0; record < 1000; record++) await app.auth.$context.db.insert(auditTable, recordOf(record, at));
    await opened.run?.("analyze");
    const list = (query: string) => app.root.get<{ nextCursor: string }>(`/admin/list-users?${query}`);
    const { nextCursor } = (await list("limit=10&offset=600")).body;
    opened.statements.length = 0;
    await list("limit=10");
    await list(`limit=10&cursor=${nextCursor}`);
    await list("limit=10&searchValue=u3x2&searchOperator=starts_with");
    await list("limit=10&filterField=role&filterValue=admin");
    await app.root.get("/admin/list-audit?limit=10");
    await app.root.get(`/admin/list-audit?limit=10&actorId=${app.root.id}`);
    await app.root.get(`/admin/list-audit?limit=10&userId=${app.root.id}`);
    await app.root.get("/admin/list-audit?limit=10&action=session.create");
    // Leaves out the sessions of a page's users, which are found by user id and then sorted.
    const lists = opened.statements.filter(({ text }) => /order by/i.test(text) && !/from .session/i.test(text));
    // Each page of the audit log takes one more query, which reads its users by id.
    expect(lists.length).toBe(12);
    for (const { text } of lists) expect([text, sortsFirst(await plan(text))]).toEqual([text, false]);
  });
});

function recordOf(number: number, at: Date): AuditRow {
  const blank = { onBehalfOf: null, organizationId: null, ipAddress: null, userAgent: null, data: null };
  const createdAt = new Date(at.getTime() - number * 1000);
  const who = { actorId: `id${number % 50}`, userId: `id${number % 70}` };
  return { id: `record${number}`, action: `action.${number % 30}`, ...who, ...blank, createdAt };
}

/** Whether a SQLite or PostgreSQL query plan reads all rows before it returns the first one. */
function sortsFirst(plan: string): boolean {
  return /TEMP B-TREE FOR ORDER BY|SCAN \w+$|"Node Type":"(?:Sort|Seq Scan)"/m.test(plan);
}
