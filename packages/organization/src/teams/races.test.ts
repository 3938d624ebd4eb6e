/** Tests removing a member from a team while another call changes the member. */

import { sessionTable, userTable } from "@latchkey/core/plugin";
import { interleaved, quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { outcome, type Person, startOrganizations } from "../../test/app.ts";
import { memberTable, teamMemberTable } from "../tables.ts";

const rounds = 5;

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  async function start() {
    const { database, beforeNextTransaction } = interleaved(opened.database);
    const it = await startOrganizations({ teams: { enabled: true } }, { database });
    const { db } = it.app.auth.$context;
    const ann = await it.person("ann");
    const organizationId = await it.found(ann);
    const teamId: string = (await ann.call("create-team", { name: "Design" })).body.id;
    /** Creates a member who's in the team. */
    const designer = async (name: string) => {
      const person = await it.person(name);
      const { id: memberId } = await it.join(organizationId, person);
      await ann.call("add-team-member", { teamId, userId: person.userId });
      return { ...person, memberId: String(memberId) };
    };
    const remove = (by: Person, { userId }: Pick<Person, "userId">) =>
      by.call("remove-team-member", { teamId, userId, organizationId });
    const isInTeam = async ({ userId }: Pick<Person, "userId">) =>
      (await db.count(teamMemberTable, { where: { teamId, userId } })) > 0;
    /** The teams that are active in the member's sessions. */
    const activeTeams = async ({ userId }: Pick<Person, "userId">) =>
      (await db.findMany(sessionTable, { where: { userId }, limit: 9 })).map(
        (session) => (session as object as { readonly activeTeamId: string | null }).activeTeamId,
      );
    return { ...it, db, ann, organizationId, teamId, designer, remove, isInTeam, activeTeams, beforeNextTransaction };
  }

  test("ROLE-01: an admin can't remove a member who becomes an owner during the call", async () => {
    const it = await start();
    const [bob, kim] = [await it.person("bob"), await it.designer("kim")];
    await it.join(it.organizationId, bob, "admin");
    it.beforeNextTransaction(() => it.ann.call("update-member-role", { memberId: kim.memberId, role: "owner" }));
    expect(outcome(await it.remove(bob, kim))).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER"]);
    expect(await it.isInTeam(kim)).toBe(true);
    expect((await it.remove(it.ann, kim)).status).toBe(200);
  });

  test("a team isn't active in any session if the member activates it while being removed", async () => {
    const it = await start();
    const { ann, teamId } = it;
    const lee = await it.designer("lee");
    it.beforeNextTransaction(() => it.remove(ann, lee));
    expect(outcome(await lee.call("set-active-team", { teamId }))).toEqual([403, "USER_IS_NOT_A_MEMBER_OF_THE_TEAM"]);
    expect(await it.activeTeams(lee)).toEqual([null]);
    for (let round = 0; round < rounds; round++) {
      const kim = await it.designer(`kim${round}`);
      const [removed, activated] = await Promise.all([it.remove(ann, kim), kim.call("set-active-team", { teamId })]);
      expect([removed.status, [200, 403].includes(activated.status)]).toEqual([200, true]);
      expect([await it.isInTeam(kim), await it.activeTeams(kim)]).toEqual([false, [null]]);
      expect((await kim.get<{ session: object }>("/get-session")).body.session).toMatchObject({ activeTeamId: null });
    }
  });

  test("a member who's added and removed concurrently has a main team only if they're in it", async () => {
    const it = await start();
    const { ann, db, teamId } = it;
    const { userId } = await it.designer("kim");
    for (let round = 0; round < rounds; round++) {
      const calls = ["add", "remove", "add", "remove"].map((action) =>
        ann.call(`${action}-team-member`, { teamId, userId }),
      );
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([]);
      const member = await db.findOne(memberTable, { where: { userId } });
      expect(member?.teamId).toBe((await it.isInTeam({ userId })) ? teamId : null);
    }
  });

  test("FAULT-11: deleting a member's account, or changing their role, doesn't deadlock", async () => {
    const it = await start();
    const { ann, db } = it;
    for (let round = 0; round < rounds; round++) {
      const [kim, lee] = [await it.designer(`kim${round}`), await it.designer(`lee${round}`)];
      opened.statements.length = 0;
      const [removed, promoted, left] = await Promise.all([
        it.remove(ann, kim),
        ann.call("update-member-role", { memberId: kim.memberId, role: "admin" }),
        it.remove(ann, lee),
        db.remove(userTable, { where: { id: lee.userId } }),
      ]);
      expect([removed.status, promoted.status]).toEqual([200, 200]);
      expect([200, 400]).toContain(left.status);
      expect([await it.isInTeam(kim), await it.isInTeam(lee)]).toEqual([false, false]);
      // Transactions that the database ends because of a deadlock, and rejected calls, are rolled back.
      const rollbacks = opened.statements.filter(({ kind, text }) => kind === "transaction" && text === "rollback");
      expect(rollbacks).toHaveLength(left.status === 200 ? 0 : 1);
    }
  });
});
