import { admin } from "@latchkey/admin";
import { userTable } from "@latchkey/core/plugin";
import { expect, test } from "vitest";
import { startScim } from "../../test/app.ts";
import type { AllScimConnections } from "../contract.ts";
import { connectionTable } from "../tables.ts";

test("SCIM-01: only site admins and the server can list all organizations' directories, by state and in pages", async () => {
  const { app, auth, db, acme, ann, person, found, connect, organizationId } = await startScim({ plugins: [admin()] });
  const [root, eve] = [await person("root@x.test"), await person("eve@x.test")];
  await db.update(userTable, { where: { id: root.userId }, set: { role: "admin" } as object });
  app.clock.advance(1);
  const other = await found(eve, "other");
  const theirs = await connect(other);
  const page = async (query = "") => (await root.get<AllScimConnections>(`/scim/list-all-connections?${query}`)).body;
  const ids = ({ connections }: AllScimConnections) => connections.map(({ id }) => id);
  const first = await page("limit=1");
  expect([ids(first), first.organizations]).toEqual([[theirs.id], { [other]: { name: "other" } }]);
  const second = await page(`limit=1&cursor=${first.nextCursor}`);
  expect([ids(second), second.organizations, second.nextCursor]).toEqual([
    [acme.id],
    { [organizationId]: { name: "acme" } },
    null,
  ]);
  expect(first.connections[0]?.tokens).toHaveLength(1);
  expect(JSON.stringify([first, second])).not.toContain(theirs.token);

  expect(ids(await page("state=idle"))).toEqual([theirs.id, acme.id]);
  await acme.send("GET", "/Users");
  expect(ids(await page("state=idle"))).toEqual([theirs.id]);
  app.clock.advance(2 * 86_400);
  expect(ids(await page("state=idle"))).toEqual([theirs.id, acme.id]);
  await db.update(connectionTable, { where: { id: acme.id }, set: { enabled: false } });
  expect([ids(await page("state=on")), ids(await page("state=off"))]).toEqual([[theirs.id], [acme.id]]);

  expect((await auth.api.listAllScimConnections({})).connections).toHaveLength(2);
  for (const browser of [ann, eve]) {
    const { status, body } = await browser.get<{ code?: string }>("/scim/list-all-connections");
    expect([status, body.code]).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM"]);
  }
});
