import { memoryAdapter } from "@latchkey/core";
import { accountTable } from "@latchkey/core/plugin";
import { outboxEmpty, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { said, startAdmin } from "../../test/admin-app.ts";
import { adminAccess, defaultRoles } from "../access.ts";

interface List {
  readonly users: readonly { readonly email: string; readonly role: string }[];
  readonly total: number | null;
  readonly limit?: number;
  readonly offset?: number;
  readonly nextCursor: string | null;
}

const names = (list: { body: List }): string[] => list.body.users.map(({ email }) => email.split("@")[0] as string);

async function withUsers(count: number, ...options: Parameters<typeof startAdmin>) {
  const app = await startAdmin(...options);
  for (let at = 0; at < count; at++) {
    app.clock.advance(1);
    const name = `user${String(at).padStart(2, "0")}`;
    await app.auth.api.createUser({ body: { email: `${name}@example.com`, name: `Name ${at}` } });
  }
  const list = (query: Record<string, string | number | boolean> = {}) =>
    app.root.get<List>(`/admin/list-users?${new URLSearchParams(query as Record<string, string>)}`);
  return { ...app, list };
}

describe("listing users", () => {
  test("returns the newest users first with a total, and paginates by offset or cursor without gaps or duplicates while users are added", async () => {
    const { list, auth } = await withUsers(7);
    const all = await list();
    expect(all.body).toMatchObject({ total: 8, nextCursor: null });
    expect(all.body).not.toHaveProperty("limit");
    expect(names(all)).toEqual(["user06", "user05", "user04", "user03", "user02", "user01", "user00", "root"]);
    const second = await list({ limit: 3, offset: 3 });
    expect(second.body).toMatchObject({ limit: 3, offset: 3, total: 8 });
    expect(names(second)).toEqual(["user03", "user02", "user01"]);

    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { body: List } = await list({ limit: 3, ...(cursor ? { cursor } : {}) });
      expect(page.body.total).toBe(cursor ? null : 8);
      seen.push(...names(page));
      cursor = page.body.nextCursor;
      await auth.api.createUser({ body: { email: `late${seen.length}@example.com`, name: "Late" } });
    } while (cursor);
    expect(seen).toEqual(names(all));
  });

  test("doesn't count on the last page, which implies the total, but does for an empty page after the end", async () => {
    const counts: string[] = [];
    const database = memoryAdapter({
      onStatement: ({ table, text }) => table === "user" && text.startsWith("count") && counts.push(text),
    });
    const { list } = await withUsers(4, {}, { database });
    expect((await list({ limit: 5 })).body).toMatchObject({ total: 5, nextCursor: null });
    expect((await list({ limit: 3, offset: 3 })).body).toMatchObject({ total: 5, nextCursor: null });
    expect((await list({ searchValue: "unknown" })).body).toMatchObject({ total: 0, users: [] });
    expect(counts).toEqual([]);
    expect((await list({ limit: 3, offset: 9 })).body).toMatchObject({ total: 5, users: [] });
    expect((await list({ limit: 4 })).body).toMatchObject({ total: 5 });
    expect(counts).toHaveLength(2);
  });

  test("searches by email in any case and by name, filters by any visible field, and sorts by any", async () => {
    const { list, root } = await withUsers(3);
    expect(names(await list({ searchValue: "USER0", searchOperator: "starts_with" }))).toEqual([
      "user00",
      "user01",
      "user02",
    ]);
    expect(names(await list({ searchValue: "ER01" }))).toEqual(["user01"]);
    expect(names(await list({ searchValue: "name 2", searchField: "name" }))).toEqual(["user02"]);
    expect(names(await list({ searchValue: "01@example.com", searchOperator: "ends_with" }))).toEqual(["user01"]);
    expect(names(await list({ searchValue: "%" }))).toEqual([]);

    const victim = (await list({ searchValue: "user02" })).body.users[0] as unknown as { id: string };
    await root.post("/admin/ban-user", { userId: victim.id });
    expect(names(await list({ filterField: "banned", filterValue: true }))).toEqual(["user02"]);
    expect(names(await list({ filterField: "role", filterValue: "admin" }))).toEqual(["root"]);
    expect(names(await list({ filterField: "role", filterValue: "admin,x", filterOperator: "in" }))).toEqual(["root"]);
    const since = { filterField: "createdAt", filterOperator: "gte", filterValue: "2030-01-01T12:00:02.000Z" };
    expect(names(await list(since))).toEqual(["user02", "user01"]);
    expect(names(await list({ ...since, searchValue: "user01" }))).toEqual(["user01"]);
    const both = { filterField: "email", filterOperator: "ne", filterValue: "user00@example.com", searchValue: "user" };
    expect(names(await list({ ...both, sortBy: "email", sortDirection: "desc" }))).toEqual(["user02", "user01"]);
    expect(names(await list({ sortBy: "banned", sortDirection: "desc", limit: 1 }))).toEqual(["user02"]);
  });

  test.each([
    { sortBy: "epoch" },
    { sortBy: "password" },
    { sortBy: "__proto__" },
    { filterField: "provenEmail", filterValue: "x" },
    { filterField: "constructor", filterValue: "x" },
    { filterField: "email" },
    { filterField: "banned", filterValue: "perhaps" },
    { filterField: "createdAt", filterValue: "yesterday" },
    { filterField: "email", filterOperator: "$ne", filterValue: "x" },
    { filterField: "banned", filterOperator: "contains", filterValue: "t" },
    { searchField: "password", searchValue: "x" },
    { searchValue: "x".repeat(101) },
    { searchValue: "x", searchOperator: "regex" },
    { limit: "501" },
    { limit: "-1" },
    { limit: "1e3" },
    { limit: "100000000000000000000" },
    { offset: "-1" },
    { offset: "1.5" },
    { sortDirection: "sideways" },
    { cursor: "xx" },
    { cursor: "W10" },
    { cursor: "x", offset: "1" },
  ])("ADMIN-10: rejects hidden columns, custom operators, and out-of-range values: %j", async (query) => {
    const { list } = await withUsers(0);
    expect(said(await list(query as unknown as Record<string, string>))).toBe("400 VALIDATION_ERROR");
  });

  test("ADMIN-10: rejects objects in place of values, and cursors from other lists", async () => {
    const { auth, root, list } = await withUsers(2);
    const headers = new Headers({ cookie: [...root.cookies].map((pair) => pair.join("=")).join("; ") });
    for (const query of [
      { filterField: "email", filterValue: { ne: "" } },
      { searchValue: { contains: "" } },
      { filterField: "email", filterValue: "x", filterOperator: { eq: 1 } },
      { limit: { valueOf: 1 } },
    ]) {
      const { error } = await auth.api.listUsers.result({ headers, query: query as never });
      expect(error?.code).toBe("VALIDATION_ERROR");
    }
    const cursor = (await list({ limit: 1 })).body.nextCursor as string;
    expect(said(await list({ cursor, sortBy: "email" }))).toBe("400 VALIDATION_ERROR");
    expect(said(await list({ cursor, limit: 1 }))).toBe("200");
  });

  test("applies a filter value without a field to the email, and combines it with a search", async () => {
    const { list, root } = await withUsers(3);
    expect(names(await list({ filterValue: "user01@example.com" }))).toEqual(["user01"]);
    expect(names(await list({ filterValue: "unknown@example.com" }))).toEqual([]);
    expect(names(await list({ filterValue: "" }))).toEqual([]);
    expect(names(await list({ filterValue: "user", filterOperator: "starts_with" }))).toHaveLength(3);
    const both = { filterValue: "user01@example.com", searchValue: "user" };
    expect(names(await list({ ...both, filterOperator: "ne" }))).toEqual(["user02", "user00"]);
    expect((await list({ filterValue: "user01@example.com" })).body.total).toBe(1);
    expect(said(await root.get("/admin/list-users?filterOperator=ne"))).toBe("200");
  });

  test("treats a limit of 0 as the default limit, and sorts by creation if only a direction is given", async () => {
    const { list } = await withUsers(2);
    const { body } = await list({ limit: "0" });
    expect([body.users.length, "limit" in body]).toEqual([3, false]);
    expect(names(await list({ sortDirection: "asc" }))).toEqual(["root", "user00", "user01"]);
  });

  test("an app can disable searches that scan the table", async () => {
    const { list } = await withUsers(1, { searchByPart: false });
    expect(said(await list({ searchValue: "user" }))).toBe("400 VALIDATION_ERROR");
    expect(names(await list({ searchValue: "user", searchOperator: "starts_with" }))).toEqual(["user00"]);
  });
});

describe("creating and changing users", () => {
  test("creates a user with a password and a role, who isn't signed in but can sign in", async () => {
    const { root, browser } = await startAdmin();
    const body = { email: "Bob@Example.com", name: "Bob", password: testPassword, data: { emailVerified: true } };
    const { body: made, setCookies } = await root.post("/admin/create-user", body);
    expect(made.user).toMatchObject({ email: "bob@example.com", role: "user", banned: false, emailVerified: true });
    expect(setCookies).toEqual([]);
    expect(said(await browser().signIn("bob@example.com"))).toBe("200");
    expect(said(await root.post("/admin/create-user", body))).toBe("400 USER_ALREADY_EXISTS");
    const wrong = [{ email: "bob" }, { password: "short" }, { role: "king" }, { role: "" }];
    const replies = [];
    for (const change of wrong) {
      replies.push(said(await root.post("/admin/create-user", { ...body, email: "c@x.test", ...change })));
    }
    expect(replies).toEqual([
      "400 INVALID_EMAIL",
      "400 PASSWORD_TOO_SHORT",
      "400 YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE",
      "400 YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE",
    ]);
    expect(
      (await root.post("/admin/create-user", { ...body, email: "a@x.test", role: ["admin", "user"] })).body,
    ).toMatchObject({ user: { role: "admin,user" } });
  });

  test("reads and changes a user, and rejects fields that can't be set", async () => {
    const { root, person, browser } = await startAdmin();
    const bob = await person("bob");
    const get = () => root.get(`/admin/get-user?id=${bob.id}`);
    const update = (data: object) => root.post("/admin/update-user", { userId: bob.id, data });
    const before = (await get()).body;
    expect(before).toMatchObject({ id: bob.id, role: "user", banned: false, banReason: null, banExpires: null });
    expect(before).not.toHaveProperty("epoch");

    expect((await update({ name: "Bobby", image: "/bob.png" })).body).toMatchObject({
      name: "Bobby",
      image: "/bob.png",
    });
    expect((await update({ email: "bobby@example.com" })).body).toMatchObject({
      email: "bobby@example.com",
      emailVerified: false,
    });
    expect((await update({ emailVerified: true })).body).toMatchObject({ emailVerified: true });
    expect((await update({ role: "admin" })).body).toMatchObject({ role: "admin" });
    expect((await update({ role: "user", banned: true, banReason: "Spam" })).body).toMatchObject({
      role: "user",
      banned: true,
      banReason: "Spam",
    });
    expect((await bob.get("/get-session")).body).toBeNull();
    expect((await update({ banned: false })).body).toMatchObject({ banned: false, banReason: null });
    expect(said(await browser().signIn("bobby@example.com"))).toBe("200");

    expect(said(await update({}))).toBe("400 NO_DATA_TO_UPDATE");
    expect(said(await update({ id: "x", epoch: 9, createdAt: "2020-01-01" }))).toBe("400 NO_DATA_TO_UPDATE");
    expect(said(await update({ password: "x" }))).toBe("400 PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER");
    expect(said(await update({ email: "no" }))).toBe("400 INVALID_EMAIL");
    expect(said(await update({ email: root.email }))).toBe("400 USER_ALREADY_EXISTS");
    expect(said(await update({ name: { set: 1 } }))).toBe("400 VALIDATION_ERROR");
    expect(said(await update({ image: "javascript:alert(1)" }))).toBe("400 VALIDATION_ERROR");
    const unknown = { userId: "unknown", data: { name: "x" } };
    expect(said(await root.post("/admin/update-user", unknown))).toBe("404 USER_NOT_FOUND");
    expect(said(await root.get("/admin/get-user?id=unknown"))).toBe("404 USER_NOT_FOUND");
    const last = (await get()).body;
    expect(last).toMatchObject({ id: bob.id, createdAt: before.createdAt });
  });

  test("RECL-06: a user's accounts are marked with the new email if an admin sets another verified one", async () => {
    const { root, auth } = await startAdmin();
    const { db } = auth.$context;
    const body = { email: "bob@example.com", name: "Bob", password: testPassword, data: { emailVerified: true } };
    const { id } = (await root.post<{ user: { id: string } }>("/admin/create-user", body)).body.user;
    const mark = async () => (await db.findOne(accountTable, { where: { userId: id } }))?.verifiedEmail;
    expect(await mark()).toBe("bob@example.com");
    const update = (data: object) => root.post("/admin/update-user", { userId: id, data });
    expect((await update({ email: "robert@example.com", emailVerified: true })).status).toBe(200);
    expect(await mark()).toBe("robert@example.com");
    expect((await update({ email: "bobby@example.com" })).status).toBe(200);
    expect(await mark()).toBe("robert@example.com");
  });

  test("sets the app's fields that users can set, and those that only admins can set", async () => {
    const additionalFields = {
      nickname: { type: "string", input: true },
      plan: { type: "string" },
      score: { type: "number" },
    } as const;
    const { root, person } = await startAdmin({ writableFields: ["plan"] }, { user: { additionalFields } });
    const bob = await person("bob");
    const update = (data: object) => root.post("/admin/update-user", { userId: bob.id, data });
    expect((await update({ nickname: "B", plan: "gold" })).body).toMatchObject({ nickname: "B", plan: "gold" });
    expect(said(await update({ score: 9 }))).toBe("400 FIELD_NOT_ALLOWED");
    expect(said(await bob.post("/update-user", { plan: "gold" }))).toBe("400 FIELD_NOT_ALLOWED");
    await expect(startAdmin({ writableFields: ["plam"] })).rejects.toThrow('admin.writableFields contains "plam"');
    await expect(startAdmin({ writableFields: ["role"] })).rejects.toThrow('admin.writableFields contains "role"');
  });

  test("ADMIN-02: only an admin with the permission can assign a role", async () => {
    const { root, person, browser, auth } = await startAdmin({
      roles: { ...defaultRoles, maker: adminAccess.newRole({ user: ["create", "update", "get"] }) },
    });
    const account = { email: "eve@example.com", name: "Eve", password: testPassword };
    expect(said(await browser().post("/sign-up/email", { ...account, role: "admin" }))).toBe("400 FIELD_NOT_ALLOWED");
    expect(said(await browser().post("/sign-up/email", { ...account, banned: false }))).toBe("400 FIELD_NOT_ALLOWED");
    const eve = await person("eve");
    expect(said(await eve.post("/update-user", { role: "admin" }))).toBe("400 FIELD_NOT_ALLOWED");
    const maker = await person("maker", "maker");
    const made = { ...account, email: "f@example.com" };
    expect(said(await maker.post("/admin/create-user", { ...made, role: "admin" }))).toBe(
      "403 YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE",
    );
    expect(said(await maker.post("/admin/create-user", { ...made, data: { role: "admin" } }))).toBe(
      "400 FIELD_NOT_ALLOWED",
    );
    const update = (data: object) => maker.post("/admin/update-user", { userId: eve.id, data });
    expect(said(await update({ role: "admin" }))).toBe("403 YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE");
    expect(said(await update({ banned: true }))).toBe("403 YOU_ARE_NOT_ALLOWED_TO_BAN_USERS");
    expect(said(await update({ email: "e@x.test" }))).toBe("403 YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL");
    const { body } = await root.get("/admin/list-users?filterField=role&filterValue=admin");
    expect(body).toMatchObject({ total: 1 });
    await outboxEmpty(auth);
  });

  test("ADMIN-01: on the server, the app itself can create users, but a visitor whose headers are passed can't", async () => {
    const { auth, root, person } = await startAdmin();
    const bob = await person("bob");
    const body = { email: "new@example.com", name: "New", role: "admin" };
    const cookieOf = ({ cookies }: typeof bob) => [...cookies].map((pair) => pair.join("=")).join("; ");
    const as = (headers: Record<string, string>) => auth.api.createUser.result({ body, headers: new Headers(headers) });
    expect((await as({ "user-agent": "Visitor" })).error?.code).toBe("UNAUTHORIZED");
    // These are a visitor's headers without a cookie, if the app forwards no other headers.
    expect((await as({})).error?.code).toBe("UNAUTHORIZED");
    expect((await auth.api.createUser.result({ body, headers: {} })).error?.code).toBe("UNAUTHORIZED");
    expect((await as({ authorization: "Bearer x" })).error?.code).toBe("UNAUTHORIZED");
    expect((await as({ cookie: cookieOf(bob) })).error?.code).toBe("YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS");
    const request = new Request("http://app.test/", { headers: { "user-agent": "Visitor" } });
    expect((await auth.api.createUser.result({ body, request })).error?.code).toBe("UNAUTHORIZED");
    expect((await as({ cookie: cookieOf(root) })).data?.user.role).toBe("admin");
  });

  test("ADMIN-11: no one can choose an id, so no one can take an unused id from adminUserIds", async () => {
    const app = await startAdmin({ adminUserIds: ["chosen"] });
    const account = { email: "eve@example.com", name: "Eve", password: testPassword, id: "chosen" };
    const eve = app.browser();
    const { body } = await eve.post("/sign-up/email", account);
    expect((body.user as { id: string }).id).not.toBe("chosen");
    expect(said(await eve.get("/admin/list-users"))).toBe("403 YOU_ARE_NOT_ALLOWED_TO_LIST_USERS");
    const made = await app.root.post("/admin/create-user", { ...account, email: "f@x.test", data: { id: "chosen" } });
    expect((made.body.user as { id: string }).id).not.toBe("chosen");
  });
});
