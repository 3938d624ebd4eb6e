/** Guarantees under concurrent requests, on all available databases. */

import { databases } from "@latchkey/test-kit/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OrganizationApp, outcome, type Person, startOrganizations } from "../test/app.ts";
import { invitationTable, memberTable, organizationTable } from "./tables.ts";

const callers = 50;

function many<T>(work: (at: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: callers }, (_, at) => work(at)));
}

/** Counts each outcome. */
function tally(outcomes: readonly [number, unknown][]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [status, code] of outcomes) {
    const key = status === 200 ? "done" : `${status} ${String(code)}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describe.each(databases)("fifty concurrent requests on $name", ({ open }) => {
  let it: OrganizationApp;
  let close: () => Promise<void>;
  let ann: Person;
  let number = 0;
  const slug = (): string => `org-${number++}`;
  const db = () => it.app.auth.$context.db;
  beforeAll(async () => {
    const opened = await open();
    close = opened.close;
    it = await startOrganizations({ membershipLimit: 6, teams: { enabled: true } }, { database: opened.database });
    ann = await it.person("ann");
  });
  afterAll(() => close());

  test("ORG-12: one request accepts an invitation, and the user becomes a member once", async () => {
    const organizationId = await it.found(ann, slug());
    const bob = await it.person(slug());
    const { id: invitationId } = (await ann.call("invite-member", { email: bob.email, role: "member" })).body;
    const seen = tally(await many(async () => outcome(await bob.call("accept-invitation", { invitationId }))));
    expect(seen.done).toBe(1);
    expect(Object.keys(seen).filter((key) => !/done|INVITATION/.test(key))).toEqual([]);
    expect(await db().count(memberTable, { where: { organizationId, userId: bob.userId } })).toBe(1);
  });

  test("ORG-12: an invitation that's accepted and canceled concurrently is either accepted with a member, or canceled without one", async () => {
    for (let round = 0; round < 5; round++) {
      const organizationId = await it.found(ann, slug());
      const bob = await it.person(slug());
      const { id: invitationId } = (await ann.call("invite-member", { email: bob.email, role: "member" })).body;
      const [accepted, canceled] = await Promise.all([
        bob.call("accept-invitation", { invitationId }),
        ann.call("cancel-invitation", { invitationId }),
      ]);
      const [row] = await db().findMany(invitationTable, { where: { id: invitationId }, limit: 1 });
      const members = await db().count(memberTable, { where: { organizationId, userId: bob.userId } });
      expect([canceled.status, row?.status]).toEqual([200, "canceled"]);
      expect(members).toBe(accepted.status === 200 ? 1 : 0);
    }
  });

  test("ORG-07: if two owners leave or demote each other concurrently, one remains", async () => {
    for (let round = 0; round < 5; round++) {
      const organizationId = await it.found(ann, slug());
      const bob = await it.person(slug());
      const { id } = await it.join(organizationId, bob, "owner");
      const { id: own } = (await ann.read("get-active-member")).body;
      const leaving = () => [ann.call("leave", { organizationId }), bob.call("leave", { organizationId })];
      const demoting = () => [
        ann.call("update-member-role", { memberId: id, role: "member", organizationId }),
        bob.call("update-member-role", { memberId: own, role: "member", organizationId }),
      ];
      await Promise.all(round % 2 === 0 ? leaving() : demoting());
      const owners = await db().count(memberTable, { where: { organizationId, role: "owner" } });
      expect(owners).toBe(1);
    }
  });

  test("ORG-13: the member limit is reached but not exceeded", async () => {
    const organizationId = await it.found(ann, slug());
    const people = await Promise.all(Array.from({ length: callers }, () => it.person(slug())));
    const invitations = await Promise.all(
      people.map(async ({ email }) => (await ann.call("invite-member", { email, role: "member" })).body.id as string),
    );
    const seen = await Promise.all(
      people.map(async (person, at) =>
        outcome(await person.call("accept-invitation", { invitationId: invitations[at] })),
      ),
    );
    expect(tally(seen)).toEqual({ done: 5, "403 ORGANIZATION_MEMBERSHIP_LIMIT_REACHED": callers - 5 });
    expect(await db().count(memberTable, { where: { organizationId } })).toBe(6);
  });

  test("ORG-18: a slug belongs to only one organization", async () => {
    const taken = slug();
    const seen = tally(await many(async () => outcome(await ann.call("create", { name: "A", slug: taken }))));
    expect(seen).toEqual({ done: 1, "400 ORGANIZATION_ALREADY_EXISTS": callers - 1 });
    expect(await db().count(organizationTable, { where: { slug: taken } })).toBe(1);
  });

  test("ORG-17: an email has only one pending invitation", async () => {
    const organizationId = await it.found(ann, slug());
    const body = { email: "same@example.com", role: "member", organizationId };
    const seen = tally(await many(async () => outcome(await ann.call("invite-member", body))));
    expect(seen).toEqual({ done: 1, "400 USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION": callers - 1 });
    expect(await db().count(invitationTable, { where: { organizationId } })).toBe(1);
  });
});

describe.each(databases)("limits on $name", ({ open }) => {
  test("ORG-13 ORG-23: one organization is created if one is allowed, and teams can't exceed their limit or all be removed", async () => {
    const { database, close } = await open();
    const options = { organizationLimit: 1, teams: { enabled: true, maximumTeams: 4 } };
    const { app, person, join } = await startOrganizations(options, { database });
    const ann = await person("ann");
    const made = await many(async (at) => outcome(await ann.call("create", { name: "A", slug: `slug-${at}` })));
    const limit = "403 YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS";
    expect(tally(made)).toEqual({ done: 1, [limit]: callers - 1 });
    const [{ id: organizationId }] = (await ann.read("list")).body;

    const teams = await many(async (at) => outcome(await ann.call("create-team", { name: `T${at}`, organizationId })));
    expect(tally(teams)).toEqual({ done: 3, "400 YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS": callers - 3 });
    const bob = await person("bob");
    await join(organizationId, bob, "admin");
    const ids: string[] = (await bob.read("list-teams")).body.map(({ id }: { id: string }) => id);
    const removed = await Promise.all(ids.map(async (teamId) => outcome(await bob.call("remove-team", { teamId }))));
    expect(tally(removed)).toEqual({ done: 3, "400 UNABLE_TO_REMOVE_LAST_TEAM": 1 });
    expect(await app.auth.$context.db.count({ name: "team", columns: {} }, {})).toBe(1);
    await close();
  });
});
