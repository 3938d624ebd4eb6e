import { sessionTable } from "@latchkey/core/plugin";
import { expect, test } from "vitest";
import { said, startAdmin } from "../../test/admin-app.ts";

async function start(options: object = {}) {
  const app = await startAdmin(options);
  const ann = await app.person("ann");
  const bea = await app.person("bea-hannah");
  const list = (query: Record<string, string> | [string, string][]) =>
    app.root.get<any>(`/admin/list-users?${new URLSearchParams(query)}`);
  const names = async (query: Record<string, string> | [string, string][]): Promise<string[]> =>
    (await list(query)).body.users.map(({ name }: { name: string }) => name).sort();
  return { ...app, ann, bea, list, names };
}

test("one search field finds an id, the beginning of an email, or part of a name or email", async () => {
  const { ann, names } = await start();
  const any = (searchValue: string, more: object = {}) => names({ searchField: "any", searchValue, ...more });
  expect(await any(ann.id)).toEqual(["ann"]);
  expect(await any("AnN@")).toEqual(["ann"]);
  expect(await any("hannah@")).toEqual([]);
  expect(await any("ann")).toEqual(["ann", "bea-hannah"]);
  expect(await any("ann", { searchOperator: "starts_with" })).toEqual(["ann"]);
  expect(await any("unknown")).toEqual([]);
});

test("with searchByPart off, the field finds an id or the beginning of an email", async () => {
  const { ann, names, list } = await start({ searchByPart: false });
  expect(await names({ searchField: "any", searchValue: "ann" })).toEqual(["ann"]);
  expect(await names({ searchField: "any", searchValue: ann.id })).toEqual(["ann"]);
  const refused = await list({ searchField: "any", searchValue: "ann", searchOperator: "contains" });
  expect(said(refused)).toBe("400 VALIDATION_ERROR");
});

test("several filters can be combined, and used with a search", async () => {
  const { root, ann, names, list } = await start();
  await root.post("/admin/ban-user", { userId: ann.id });
  expect(await names({ filter: "banned:eq:true" })).toEqual(["ann"]);
  expect(
    await names([
      ["filter", "banned:eq:false"],
      ["filter", "name:starts_with:bea"],
    ]),
  ).toEqual(["bea-hannah"]);
  expect(await names({ filter: "banned:eq:false", searchField: "any", searchValue: "ann" })).toEqual(["bea-hannah"]);
  const between: [string, string][] = [
    ["filter", "createdAt:gte:2029-01-01T00:00:00.000Z"],
    ["filter", "createdAt:lt:2031-01-01T00:00:00.000Z"],
  ];
  expect(await names(between)).toHaveLength(3);
  expect(await names([...between, ["filterField", "role"], ["filterValue", "admin"]])).toEqual(["root"]);
  const wrong = ["banned", "banned:eq", "banned:is:true", "password:eq:x", "banned:eq:maybe", "epoch:eq:0"];
  for (const filter of wrong) expect([filter, said(await list({ filter }))]).toEqual([filter, "400 VALIDATION_ERROR"]);
  const twice: [string, string][] = [
    ["filter", "name:ne:a"],
    ["filter", "name:ne:b"],
  ];
  expect(said(await list(twice))).toBe("400 VALIDATION_ERROR");
  const many = Array.from({ length: 11 }, (): [string, string] => ["filter", "banned:eq:true"]);
  expect(said(await list(many))).toBe("400 VALIDATION_ERROR");
});

test("the next page of a search continues where the previous one ended", async () => {
  const { list } = await start();
  const first = (await list({ searchField: "any", searchValue: "ann", limit: "1" })).body;
  const more = { searchField: "any", searchValue: "ann", limit: "1", cursor: first.nextCursor };
  const second = (await list(more)).body;
  expect([...first.users, ...second.users].map(({ name }) => name).sort()).toEqual(["ann", "bea-hannah"]);
  expect(second.nextCursor).toBeNull();
});

test("a page shows when its users were last active, based only on their sessions", async () => {
  const { auth, clock, root, ann, bea, list } = await start();
  const lastActive = async (): Promise<Record<string, string | null>> =>
    Object.fromEntries((await list({})).body.users.map((user: any) => [user.name, user.lastActiveAt]));
  expect((await lastActive()).ann).toBe(clock.now().toISOString());
  clock.advance(60);
  await ann.signIn(ann.email);
  const then = clock.now().toISOString();
  expect(await lastActive()).toMatchObject({ ann: then });
  clock.advance(60);
  // An impersonation doesn't count as activity.
  await root.post("/admin/impersonate-user", { userId: ann.id });
  await root.post("/admin/stop-impersonating");
  await root.post("/admin/impersonate-user", { userId: bea.id });
  await auth.$context.db.remove(sessionTable, { where: { userId: bea.id, impersonatedBy: null } as never });
  await root.post("/admin/stop-impersonating");
  expect(await lastActive()).toMatchObject({ ann: then, "bea-hannah": null });
  expect(said(await list({ sortBy: "lastActiveAt" }))).toBe("400 VALIDATION_ERROR");
});
