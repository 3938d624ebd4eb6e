import { startAuth } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { counted, said, startAdmin } from "../../test/admin-app.ts";
import type { AdminOptions } from "../options.ts";
import { admin } from "../plugin.ts";
import { users } from "../tables.ts";

interface List {
  readonly users: readonly { readonly name: string; readonly lastActiveAt: string | null }[];
  readonly nextCursor: string | null;
}

/** Ann and Bea are active a second apart, and Cem has never signed in. */
async function start(options: AdminOptions = {}, auth: object = {}) {
  const app = await startAdmin({ trackLastActive: true, ...options }, auth);
  app.clock.advance(1);
  const ann = await app.person("ann");
  app.clock.advance(1);
  const bea = await app.person("bea");
  await app.auth.api.createUser({ body: { email: "cem@example.com", name: "cem" } });
  const list = (query: Record<string, string> = {}) =>
    app.root.get<List>(`/admin/list-users?${new URLSearchParams(query)}`);
  const lastActive = async (name: string): Promise<string | null | undefined> =>
    (await list()).body.users.find((user) => user.name === name)?.lastActiveAt;
  return { ...app, ann, bea, list, lastActive };
}

const names = ({ body }: { readonly body: List }): string[] => body.users.map(({ name }) => name);

describe.each(quickDatabases)("the last activity on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("sorts the list in both directions, and each page continues where the previous one ended", async () => {
    const { list } = await start({}, { database: opened.database });
    const sorted = { sortBy: "lastActiveAt", sortDirection: "desc" };
    expect(names(await list(sorted))).toEqual(["bea", "ann", "root", "cem"]);
    expect(names(await list({ sortBy: "lastActiveAt" }))).toEqual(["cem", "root", "ann", "bea"]);
    for (const sortDirection of ["asc", "desc"]) {
      const query = { ...sorted, sortDirection, limit: "1" };
      const seen: string[] = [];
      let page = await list(query);
      seen.push(...names(page));
      while (page.body.nextCursor !== null) {
        page = await list({ ...query, cursor: page.body.nextCursor });
        seen.push(...names(page));
      }
      expect(seen).toEqual(names(await list({ ...sorted, sortDirection })));
    }
  });

  test("is stored at most every ten minutes, and session reads in between send no additional queries", async () => {
    const { ann, clock, lastActive } = await start({}, { database: opened.database });
    const signedIn = await lastActive("ann");
    const queriesOfRead = async (): Promise<number> => {
      opened.statements.length = 0;
      await ann.get("/get-session");
      return counted(opened.statements).length;
    };
    clock.advance(598);
    expect(await queriesOfRead()).toBe(1);
    expect(await lastActive("ann")).toBe(signedIn);
    clock.advance(1);
    expect(await queriesOfRead()).toBe(2);
    expect(await lastActive("ann")).toBe(clock.now().toISOString());
    expect(await queriesOfRead()).toBe(1);
  });

  test("is set by one of several concurrent requests, and all of them get the session", async () => {
    const { ann, clock, lastActive } = await start({}, { database: opened.database });
    clock.advance(600);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => ann.get<{ user: { email: string } }>("/get-session")),
    );
    expect(new Set(replies.map(({ body }) => body.user.email))).toEqual(new Set([ann.email]));
    expect(await lastActive("ann")).toBe(clock.now().toISOString());
  });
});

test("the interval for storing the last activity can be configured, and an invalid interval is rejected", async () => {
  const { ann, clock, lastActive } = await start({ trackLastActive: 60 });
  clock.advance(60);
  await ann.get("/get-session");
  expect(await lastActive("ann")).toBe(clock.now().toISOString());
  for (const trackLastActive of [59, 86_401, 60.5])
    expect(() => admin({ trackLastActive })).toThrow("admin.trackLastActive");
});

test("the last activity isn't updated by requests that don't extend the session, or by impersonations", async () => {
  const { root, ann, clock, lastActive } = await start();
  const before = await lastActive("ann");
  clock.advance(3600);
  await ann.get("/get-session?disableRefresh=true");
  expect(said(await root.post("/admin/impersonate-user", { userId: ann.id }))).toBe("200");
  expect((await root.get<{ user: { id: string } }>("/get-session")).body.user.id).toBe(ann.id);
  await root.post("/admin/stop-impersonating");
  expect(await lastActive("ann")).toBe(before);
});

test("users can't see or set the last activity, and admins can't set it", async () => {
  const { root, ann, clock, lastActive } = await start();
  const before = await lastActive("ann");
  const lastActiveAt = clock.now().toISOString();
  clock.advance(60);
  expect(said(await ann.post("/update-user", { lastActiveAt }))).toBe("400 FIELD_NOT_ALLOWED");
  const update = { userId: ann.id, data: { lastActiveAt } };
  expect(said(await root.post("/admin/update-user", update))).toBe("400 FIELD_NOT_ALLOWED");
  expect(await lastActive("ann")).toBe(before);
  expect((await ann.get<{ user: object }>("/get-session")).body.user).not.toHaveProperty("lastActiveAt");
  const writable = { trackLastActive: true, writableFields: ["lastActiveAt"] };
  await expect(startAuth({ plugins: [admin(writable)] })).rejects.toThrow("admin.writableFields");
});

test("updating the last activity doesn't run the app's hooks", async () => {
  const updates: unknown[] = [];
  const update = { inTransaction: ({ set }: { set?: unknown }) => void updates.push(set) };
  const { auth, ann, clock, lastActive } = await start({}, { databaseHooks: { user: { update } } });
  updates.length = 0;
  clock.advance(600);
  await ann.get("/get-session");
  expect(await lastActive("ann")).toBe(clock.now().toISOString());
  expect(updates).toEqual([]);
  await auth.$context.db.update(users, { where: { id: ann.id }, set: { name: "Ann", lastActiveAt: clock.now() } });
  expect(updates).toHaveLength(1);
});

test("the capabilities say whether the last activity is tracked", async () => {
  const { root } = await start();
  expect((await root.get("/admin/capabilities")).body).toMatchObject({ tracksLastActive: true });
});
