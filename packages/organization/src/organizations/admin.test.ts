import { type AdminOptions, admin } from "@latchkey/admin";
import { adminAccess, defaultRoles } from "@latchkey/admin/access";
import { memoryAdapter, type StatementInfo } from "@latchkey/core/database";
import { userTable } from "@latchkey/core/plugin";
import { plainPasswords, startAuth, testPassword } from "@latchkey/test-kit";
import { databases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Body, outcome, type Person, personOf } from "../../test/app.ts";
import { organization } from "../plugin.ts";
import { memberTable, organizationTable } from "../tables.ts";
import { countMembers } from "./admin-list.ts";

const roles = {
  ...defaultRoles,
  lister: adminAccess.newRole({ organization: ["list"] }),
  support: adminAccess.newRole({ user: ["list", "get"] }),
};

async function start(database: TestDatabase["database"], options: AdminOptions = {}) {
  const app = await startAuth({
    database,
    emailAndPassword: { enabled: true, password: plainPasswords },
    plugins: [organization(), admin({ ac: adminAccess, roles, ...options })],
  });
  const person = async (name: string, role = "user"): Promise<Person> => {
    const email = `${name}@example.com`;
    const { user } = await app.auth.api.createUser({ body: { email, name, password: testPassword, role } });
    const browser = app.browser();
    await browser.signIn(email);
    return personOf(browser, user.id, email);
  };
  let minutes = 0;
  /** Creates each organization a minute after the previous one, because the tests' clock doesn't move. */
  const found = async (owner: Person, name: string, slug: string): Promise<string> => {
    const { id } = (await owner.call("create", { name, slug })).body;
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, minutes++));
    await app.auth.$context.db.update(organizationTable, { where: { id }, set: { createdAt } });
    return id;
  };
  return { app, db: app.auth.$context.db, person, found };
}

const read = (person: Pick<Person, "get">, path: string, query: Record<string, string> = {}) =>
  person.get<Body>(`/admin/${path}?${new URLSearchParams(query)}`);

const slugs = ({ body }: { readonly body: Body }): string[] => body.organizations.map((one: Body) => one.slug);

describe.each(databases)("all organizations on $name", ({ open }) => {
  let close: () => Promise<void>;
  let it: Awaited<ReturnType<typeof start>>;
  let root: Person;
  let ann: Person;
  let bob: Person;
  const ids: Record<string, string> = {};
  const names: readonly (readonly [name: string, slug: string])[] = [
    ["Acme", "acme"],
    ["Beta Labs", "beta"],
    ["100% _Wool", "wool"],
    ["Delta", "labs-delta"],
    ["Echo", "echo"],
  ];
  beforeAll(async () => {
    const opened = await open();
    close = opened.close;
    it = await start(opened.database);
    [root, ann, bob] = [await it.person("root", "admin"), await it.person("ann"), await it.person("bob")];
    for (const [name, slug] of names) ids[slug] = await it.found(ann, name, slug);
    const body = { organizationId: ids.acme as string, userId: bob.userId, role: "member" };
    await it.app.auth.api.addMember({ body });
    const joined = new Date(Date.UTC(2020, 0, 1));
    await it.db.update(memberTable, { where: { userId: ann.userId }, set: { createdAt: joined } });
  });
  afterAll(() => close());

  test("include the number of members, without columns that responses never have", async () => {
    const { body } = await read(root, "list-organizations");
    expect([body.total, body.nextCursor]).toEqual([5, null]);
    const members = Object.fromEntries(body.organizations.map((one: Body) => [one.slug, one.memberCount]));
    expect(members).toEqual({ acme: 2, beta: 1, wool: 1, "labs-delta": 1, echo: 1 });
    expect(Object.keys(body.organizations[0]).sort()).toEqual(
      ["createdAt", "id", "logo", "memberCount", "metadata", "name", "slug"].sort(),
    );
  });

  test("are found by a part of the name or slug, in any case, and by their id", async () => {
    expect(slugs(await read(root, "list-organizations", { search: "LABS" })).sort()).toEqual(["beta", "labs-delta"]);
    expect(slugs(await read(root, "list-organizations", { search: "% _w" }))).toEqual(["wool"]);
    expect(slugs(await read(root, "list-organizations", { search: "%" }))).toEqual(["wool"]);
    expect(slugs(await read(root, "list-organizations", { search: ids.echo as string }))).toEqual(["echo"]);
    expect((await read(root, "list-organizations", { search: "none" })).body).toMatchObject({ total: 0 });
  });

  test("are paginated without skips or repeats while others are added and removed", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    const extra: string[] = [];
    do {
      const page = await read(root, "list-organizations", { limit: "2", ...(cursor === null ? {} : { cursor }) });
      expect(page.body.total).toBe(cursor === null ? 5 : null);
      seen.push(...slugs(page));
      cursor = page.body.nextCursor;
      extra.push(await it.found(ann, "New", `new-${extra.length}`));
      // The row that the cursor names might have been deleted.
      if (extra.length === 1)
        await it.app.auth.api.removeOrganization({ body: { organizationId: extra[0] as string } });
    } while (cursor !== null);
    expect(seen).toEqual(names.map(([, slug]) => slug).reverse());
    for (const organizationId of extra.slice(1)) await it.app.auth.api.removeOrganization({ body: { organizationId } });
    const oldest = await read(root, "list-organizations", { sortDirection: "asc" });
    expect(slugs(oldest)).toEqual([...seen].reverse());
  });

  test("reject a cursor from another sort order, and limits out of bounds", async () => {
    const { nextCursor } = (await read(root, "list-organizations", { limit: "2" })).body;
    for (const query of [
      { cursor: nextCursor, sortDirection: "asc" },
      { cursor: "x" },
      { limit: "101" },
      { limit: "0" },
    ])
      expect(outcome(await read(root, "list-organizations", query))).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("have a searchable list of members", async () => {
    const organizationId = ids.acme as string;
    expect((await read(root, "get-organization", { organizationId })).body).toMatchObject({
      name: "Acme",
      slug: "acme",
    });
    const all = await read(root, "list-organization-members", { organizationId, limit: "1" });
    expect(all.body).toMatchObject({ total: 2, members: [{ role: "owner", user: { email: "ann@example.com" } }] });
    const next = { organizationId, limit: "1", cursor: all.body.nextCursor };
    expect((await read(root, "list-organization-members", next)).body).toMatchObject({
      members: [{ role: "member", user: { email: "bob@example.com" } }],
      nextCursor: null,
    });
    const found = await read(root, "list-organization-members", { organizationId, search: "bob" });
    expect(found.body).toMatchObject({ total: 1 });
    expect(outcome(await read(root, "get-organization", { organizationId: "none" }))).toEqual([
      400,
      "ORGANIZATION_NOT_FOUND",
    ]);
    const nothing = await read(root, "list-organization-members", { organizationId: "none" });
    expect(nothing.body).toEqual({ members: [], total: 0, nextCursor: null });
  });

  test("members are counted correctly if they don't fit into one query", async () => {
    const all = Object.values(ids);
    const whole = await countMembers(it.db, all);
    for (const rows of [1, 2, 3]) expect(await countMembers(it.db, [...all, "none"], rows)).toEqual(whole);
    expect(whole.get(ids.acme as string)).toBe(2);
  });

  test("a list that's read while organizations are deleted contains no incomplete rows", async () => {
    const doomed = await Promise.all([0, 1, 2].map((at) => it.found(ann, "Doomed", `doomed-${at}`)));
    const [pages] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => read(root, "list-organizations", { search: "doomed" }))),
      ...doomed.map((organizationId) => it.app.auth.api.removeOrganization({ body: { organizationId } })),
    ]);
    for (const { status, body } of pages) {
      expect(status).toBe(200);
      for (const one of body.organizations) expect(one).toMatchObject({ name: "Doomed" });
    }
    expect((await read(root, "list-organizations", { search: "doomed" })).body.total).toBe(0);
  });
});

const calls: readonly (readonly [path: string, action: "list" | "get"])[] = [
  ["list-organizations", "list"],
  ["get-organization", "get"],
  ["list-organization-members", "get"],
];

describe("only admins with the permission see organizations that they don't belong to", () => {
  test.each(calls)("%s needs organization:%s", async (path, action) => {
    const { app, db, person, found } = await start(memoryAdapter());
    const [root, lister, support] = [
      await person("root", "admin"),
      await person("lister", "lister"),
      await person("support", "support"),
    ];
    const ann = await person("ann");
    const query = { organizationId: await found(ann, "Acme", "acme") };
    const code = "YOU_ARE_NOT_ALLOWED_TO_VIEW_ORGANIZATIONS";
    expect((await read(root, path, query)).status).toBe(200);
    expect(outcome(await read(lister, path, query))).toEqual(action === "list" ? [200, undefined] : [403, code]);
    expect(outcome(await read(app.browser(), path, query))).toEqual([401, "UNAUTHORIZED"]);
    // An organization's owner has no site permissions.
    for (const refused of [await read(support, path, query), await read(ann, path, query)])
      expect([...outcome(refused), refused.body.missingPermissions]).toEqual([403, code, [`organization:${action}`]]);
    // Losing a role takes effect immediately, regardless of the session's cookie.
    await db.update(userTable, { where: { id: root.userId }, set: { role: "user" } as never });
    expect(outcome(await read(root, path, query))).toEqual([403, code]);
    await db.update(userTable, { where: { id: root.userId }, set: { role: "admin", banned: true } as never });
    expect((await read(root, path, query)).status).not.toBe(200);
  });

  test("admins don't see them while impersonating", async () => {
    const { person } = await start(memoryAdapter(), { allowImpersonatingAdmins: true });
    const [root, other] = [await person("root", "admin"), await person("other", "admin")];
    expect((await root.post("/admin/impersonate-user", { userId: other.userId })).status).toBe(200);
    for (const [path] of calls)
      expect(outcome(await read(root, path, { organizationId: "any" }))).toEqual([
        403,
        "NOT_ALLOWED_WHILE_IMPERSONATING",
      ]);
  });

  test("the calls don't exist without the admin plugin", async () => {
    const app = await startAuth({ database: memoryAdapter(), plugins: [organization()] });
    const ann = app.browser();
    await ann.signUp("ann@example.com");
    for (const [path] of calls) expect((await ann.get(`/admin/${path}`)).status).toBe(404);
    expect(app.auth.$context.extensions.endpoints).not.toHaveProperty("adminListOrganizations");
  });
});

test("each call stays within its query budget", async () => {
  const statements: StatementInfo[] = [];
  const { app, person, found } = await start(
    memoryAdapter({ onStatement: (statement) => void statements.push(statement) }),
  );
  const [root, ann] = [await person("root", "admin"), await person("ann")];
  const organizationId = await found(ann, "Acme", "acme");
  await found(ann, "Beta", "beta");
  const { endpoints } = app.auth.$context.extensions;
  const count = async (id: string, path: string, query: Record<string, string>): Promise<void> => {
    statements.length = 0;
    expect((await read(root, path, query)).status).toBe(200);
    const sent = statements.filter(({ table }) => table !== null);
    expect([id, sent.length]).toEqual([id, endpoints[id]?.queryBudget]);
  };
  await count("adminListOrganizations", "list-organizations", { limit: "1" });
  await count("adminGetOrganization", "get-organization", { organizationId });
  await app.auth.api.addMember({ body: { organizationId, userId: root.userId, role: "member" } });
  await count("listOrganizationMembers", "list-organization-members", { organizationId, limit: "1" });
});
