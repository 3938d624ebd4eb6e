/** Tests that deleting an account never leaves an organization without an owner. */

import { userTable } from "@latchkey/core/plugin";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { outcome, type Person, startOrganizations } from "../../test/app.ts";
import { memberTable, organizationTable } from "../tables.ts";

const rounds = 8;

describe.each(quickDatabases)("deleting an account on $name", ({ open }) => {
  test("ORG-07: an owner who leaves just after becoming the only one, or while creating another organization, leaves no organization without an owner", async () => {
    const { database, close } = await open();
    const it = await startOrganizations({}, { database });
    const { db } = it.app.auth.$context;
    const end = async ({ userId }: Person): Promise<string> =>
      db.remove(userTable, { where: { id: userId } }).then(
        () => "gone",
        (error: { code?: string }) => error.code ?? String(error),
      );
    const ownerless = async (): Promise<string[]> => {
      const organizations = await db.findMany(organizationTable, { limit: 1000 });
      const owners = await db.findMany(memberTable, { where: { role: "owner" }, limit: 1000 });
      return organizations.filter(({ id }) => !owners.some((one) => one.organizationId === id)).map(({ slug }) => slug);
    };
    const seen = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const [ann, bob] = [await it.person(`ann-${round}`), await it.person(`bob-${round}`)];
      const organizationId = await it.found(ann, `org-${round}`);
      const { id: memberId } = await it.join(organizationId, bob);
      const handOver = async (): Promise<void> => {
        await ann.call("update-member-role", { memberId, role: "owner", organizationId });
        await ann.call("leave", { organizationId });
      };
      const found = Array.from({ length: 5 }, (_, at) =>
        bob.call("create", { name: "New", slug: `new-${round}-${at}` }),
      );
      const [outcomeOfEnd] = await Promise.all([end(bob), handOver(), ...found]);
      for (const answer of await Promise.all(found)) {
        expect([200, 401], JSON.stringify(outcome(answer))).toContain(answer.status);
      }
      seen.add(outcomeOfEnd);
      expect(await ownerless()).toEqual([]);
    }
    expect(
      [...seen].filter((one) => !["gone", "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER"].includes(one)),
    ).toEqual([]);
    await close();
  }, 60_000);

  test("ORG-30: an owner whose migrated row has spaces between roles is recognized as the last owner, and as another owner", async () => {
    const { database, close } = await open();
    const { app, found, join, person } = await startOrganizations({}, { database });
    const { db } = app.auth.$context;
    const [ann, bob] = [await person("ann"), await person("bob")];
    const organizationId = await found(ann);
    await join(organizationId, bob, "admin");
    const write = (who: Person, role: string) =>
      db.update(memberTable, { where: { organizationId, userId: who.userId }, set: { role } });
    const refusal = "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER";
    for (const role of ["member, owner", "owner , member", "admin, owner, member"]) {
      await write(ann, role);
      await expect(db.remove(userTable, { where: { id: ann.userId } })).rejects.toMatchObject({ code: refusal });
      expect(outcome(await ann.call("leave", { organizationId }))).toEqual([400, refusal]);
    }
    await write(bob, "admin, owner");
    expect(await db.remove(userTable, { where: { id: ann.userId } })).toBe(1);
    await close();
  });

  test("ADMIN-13: adding a deleted member to a team isn't a server error", async () => {
    const { database, close } = await open();
    const { app, found, join, person } = await startOrganizations({ teams: { enabled: true } }, { database });
    const { db } = app.auth.$context;
    const ann = await person("ann");
    const organizationId = await found(ann);
    const [{ id: teamId }] = (await ann.read("list-teams")).body;
    for (let round = 0; round < rounds; round++) {
      const { userId } = await person(`bob-${round}`).then(async (bob) => {
        await join(organizationId, bob);
        return bob;
      });
      const [added] = await Promise.all([
        ann.call("add-team-member", { teamId, userId }),
        db.remove(userTable, { where: { id: userId } }),
      ]);
      if (added.status !== 200) {
        expect(outcome(added)).toEqual([400, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"]);
      }
      expect(await db.count(memberTable, { where: { organizationId } })).toBe(1);
    }
    await close();
  }, 60_000);
});
