/** The active organization and team of a session, which last as long as the membership. */

import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { type OrganizationApp, outcome, type Person, startOrganizations } from "../test/app.ts";

interface Active {
  readonly activeOrganizationId: string | null;
  readonly activeTeamId: string | null;
}

async function activeOf(person: Person): Promise<Active> {
  return ((await person.get("/get-session")).body as { session: Active }).session;
}

async function setUp(it: OrganizationApp) {
  const ann = await it.person("ann");
  const organizationId = await it.found(ann);
  const [{ id: teamId }] = (await ann.read("list-teams")).body;
  const enter = async (name: string) => {
    const person = await it.person(name);
    const { id: memberId } = await it.join(organizationId, person);
    await ann.call("add-team-member", { teamId, userId: person.userId });
    return { person, memberId };
  };
  return { ann, organizationId, teamId, enter };
}

const rounds = 6;
const calls = 10;

describe.each(quickDatabases)("the active organization and team on $name", ({ open }) => {
  test("ORG-21: a user who keeps choosing an organization while being removed ends up with none", async () => {
    const { database, close } = await open();
    const it = await startOrganizations({ teams: { enabled: true } }, { database });
    const { ann, organizationId, teamId, enter } = await setUp(it);
    for (let round = 0; round < rounds; round++) {
      const { person, memberId } = await enter(`member-${round}`);
      const choosing = Array.from({ length: calls }, (_, at) =>
        person.call("set-active", { organizationId: at % 2 === 0 ? null : organizationId }),
      );
      const removed = ann.call("remove-member", { memberIdOrEmail: memberId });
      const seen = await Promise.all([...choosing, removed]);
      expect(seen.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
      expect((await removed).status).toBe(200);
      expect(await activeOf(person)).toMatchObject({ activeOrganizationId: null, activeTeamId: null });
    }
    for (let round = 0; round < rounds; round++) {
      const { person } = await enter(`team-${round}`);
      const choosing = Array.from({ length: calls }, (_, at) =>
        person.call("set-active-team", { teamId: at % 2 === 0 ? null : teamId }),
      );
      const removed = ann.call("remove-team-member", { teamId, userId: person.userId });
      await Promise.all([...choosing, removed]);
      expect((await removed).status).toBe(200);
      expect(await activeOf(person)).toMatchObject({ activeOrganizationId: organizationId, activeTeamId: null });
    }
    await close();
  });

  test("ORG-24: a user who chooses an organization while it's deleted gets an error, and has no active organization", async () => {
    const { database, close } = await open();
    const it = await startOrganizations({ teams: { enabled: true } }, { database });
    const { ann, organizationId, enter } = await setUp(it);
    const { person } = await enter("bob");
    const choosing = Array.from({ length: calls }, (_, at) =>
      person.call("set-active", { organizationId: at % 2 === 0 ? null : organizationId }),
    );
    const deleted = ann.call("delete", { organizationId });
    const seen = await Promise.all([...choosing, deleted]);
    expect((await deleted).status).toBe(200);
    expect(seen.filter(({ status }) => status !== 200).map(outcome)).toEqual(
      seen.filter(({ status }) => status !== 200).map(() => [403, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"]),
    );
    expect(await activeOf(person)).toMatchObject({ activeOrganizationId: null, activeTeamId: null });
    await close();
  });

  test("a team is only active in its own organization, regardless of which of two choices comes first", async () => {
    const { database, close } = await open();
    const it = await startOrganizations({ teams: { enabled: true } }, { database });
    const { ann, organizationId, teamId } = await setUp(it);
    const other = await it.found(ann, "other");
    for (let round = 0; round < rounds; round++) {
      await ann.call("set-active", { organizationId });
      await Promise.all([
        ann.call("set-active-team", { teamId }),
        ann.call("set-active", { organizationId: other }),
        ann.call("set-active-team", { teamId }),
      ]);
      expect(await activeOf(ann)).toMatchObject({ activeOrganizationId: other, activeTeamId: null });
    }
    await close();
  });
});

test("ORG-21: a member removed from a team no longer has it active, in any browser or cookie", async () => {
  const it = await startOrganizations(
    { teams: { enabled: true } },
    { session: { cookieCache: { enabled: true, maxAge: 60 } } },
  );
  const { ann, organizationId, teamId, enter } = await setUp(it);
  const { person: bob } = await enter("bob");
  expect((await bob.call("set-active-team", { teamId })).status).toBe(200);
  await ann.call("remove-team-member", { teamId, userId: bob.userId });
  it.app.clock.advance(61);
  expect(await activeOf(bob)).toMatchObject({ activeOrganizationId: organizationId, activeTeamId: null });
  // The user's own browser sees the change immediately.
  expect(await activeOf(ann)).toMatchObject({ activeTeamId: teamId });
  await ann.call("remove-team-member", { teamId, userId: ann.userId });
  expect(await activeOf(ann)).toMatchObject({ activeTeamId: null });
});
