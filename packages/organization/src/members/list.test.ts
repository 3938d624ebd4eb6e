import { randomId } from "@latchkey/core/crypto";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outcome, type Person, startOrganizations } from "../../test/app.ts";
import { memberTable } from "../tables.ts";

describe.each(quickDatabases)("lists of members on $name", ({ open }) => {
  let ann: Person;
  let close: () => Promise<void>;
  const list = async (query: Record<string, string> = {}) => (await ann.read("list-members", query)).body;
  const names = (body: { members: { user: { name: string } }[] }) => body.members.map(({ user }) => user.name);

  beforeAll(async () => {
    const database = await open();
    close = database.close;
    const { app, person, found } = await startOrganizations({ membershipLimit: 20 }, { database: database.database });
    ann = await person("ann");
    const organizationId = await found(ann);
    const { db, random, now } = app.auth.$context;
    const users = Array.from({ length: 44 }, (_, at) => {
      const number = String(at).padStart(2, "0");
      const at1 = new Date(now().getTime() + 1000 + at * 1000);
      return {
        id: randomId(random),
        name: `P${number}`,
        email: `p${number}_%@example.com`,
        createdAt: at1,
        updatedAt: at1,
      };
    });
    await db.insertMany({ name: "user", columns: {} } as never, users as never);
    const members = users.map(({ id: userId, createdAt }, at) => {
      const role = at % 4 === 0 ? "admin" : "member";
      return { id: randomId(random), organizationId, userId, role, teamId: null, createdAt };
    });
    await db.insertMany(memberTable, members);
  });
  afterAll(() => close());

  test("the limit is the default page size, and hides no member", async () => {
    const first = await list();
    expect([first.members.length, first.total]).toEqual([20, 45]);
    const seen = new Set<string>(names(first));
    let cursor: string | null = first.nextCursor;
    while (cursor) {
      const page = await list({ cursor });
      expect(page.total).toBe(45);
      for (const name of names(page)) seen.add(name);
      cursor = page.nextCursor;
    }
    expect(seen.size).toBe(45);
    expect((await list({ limit: "1000" })).members).toHaveLength(45);
    expect(names(await list({ limit: "2", offset: "43" }))).toEqual(["P42", "P43"]);
    const { body } = await ann.read("get-full-organization");
    expect([body.members.length, body.membersTotal]).toEqual([20, 45]);
  });

  test("are searched, filtered, and sorted, with the total of matches", async () => {
    expect(names(await list({ search: "p0" }))).toHaveLength(10);
    expect(names(await list({ search: "P07" }))).toEqual(["P07"]);
    expect((await list({ search: "_%" })).total).toBe(44);
    expect((await list({ search: "ann@" })).total).toBe(1);
    expect((await list({ filterField: "role", filterValue: "admin" })).total).toBe(11);
    expect((await list({ filterField: "role", filterOperator: "in", filterValue: "owner,admin" })).total).toBe(12);
    expect((await list({ filterField: "role", filterOperator: "not_in", filterValue: "member" })).total).toBe(12);
    expect((await list({ filterField: "role", filterOperator: "starts_with", filterValue: "own" })).total).toBe(1);
    expect((await list({ filterField: "role", filterOperator: "ends_with", filterValue: "ber" })).total).toBe(33);
    const since = (await list({ limit: "1", offset: "10" })).members[0].createdAt;
    const later = { filterField: "createdAt", filterOperator: "gt", filterValue: since };
    expect((await list(later)).total).toBe(34);
    expect(names(await list({ sortBy: "name", sortDirection: "desc", limit: "2" }))).toEqual(["ann", "P43"]);
    const byName = await list({ sortBy: "user.name", limit: "3", search: "p" });
    expect(names(await list({ sortBy: "name", limit: "3", search: "p", cursor: byName.nextCursor }))).toEqual([
      "P03",
      "P04",
      "P05",
    ]);
  });

  test("INPUT-06: only listed column names and operators are accepted, and values are never code", async () => {
    const wrong: Record<string, string>[] = [
      { sortBy: "id; drop table member" },
      { sortBy: "password" },
      { sortBy: "epoch" },
      { sortBy: "__proto__" },
      { filterField: "organizationId", filterValue: "x" },
      { filterField: "user.email", filterValue: "x" },
      { filterField: "role" },
      { filterField: "role", filterValue: "x", filterOperator: "like" },
      { filterField: "createdAt", filterValue: "yesterday" },
      { filterField: "createdAt", filterValue: "2024-01-01", filterOperator: "contains" },
      { cursor: "nonsense" },
      { cursor: Buffer.from('["x",1,"2"]').toString("base64url") },
      { cursor: Buffer.from('[".createdAt asc","never","2"]').toString("base64url") },
      { cursor: Buffer.from('[".createdAt asc",7,"2"]').toString("base64url") },
      { limit: "0" },
      { limit: "1001" },
      { limit: "1e3" },
      { offset: "-1" },
      { offset: "99999999999" },
      { sortDirection: "sideways" },
    ];
    for (const query of wrong) {
      expect([query, ...outcome(await ann.read("list-members", query))]).toEqual([query, 400, "VALIDATION_ERROR"]);
    }
    for (const filterValue of ["' or 1=1 --", "%", "_", "\\"]) {
      expect((await list({ filterField: "role", filterValue })).total).toBe(0);
      expect((await list({ filterField: "role", filterValue, filterOperator: "contains" })).total).toBe(0);
    }
  });
});
