/** Users whom a directory has turned off try to come back. */

import { admin } from "@latchkey/admin";
import { sessionTable, userTable } from "@latchkey/core/plugin";
import { invitationTable, memberTable } from "@latchkey/organization";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { patch, type ScimAppOptions, scimUser, signInAs, startScim } from "../../test/app.ts";
import { scimUserTable } from "../index.ts";

const off = patch({ op: "replace", path: "active", value: false });
const on = patch({ op: "replace", path: "active", value: true });

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  const start = async (options: ScimAppOptions = {}) => {
    const it = await startScim({ ...options, auth: { database: opened.database } });
    const { ann, db, organizationId } = it;
    /** Invites someone, and returns the result of accepting the invitation. */
    const invite = async (email: string) => {
      const { body } = await ann.post<any>("/organization/invite-member", { email, role: "member", organizationId });
      return body.id as string;
    };
    const accept = async (person: typeof ann, invitationId: string) => {
      const { status, body } = await person.post<any>("/organization/accept-invitation", { invitationId });
      return status === 200 ? 200 : [status, body.code];
    };
    const invitationTo = async (email: string): Promise<string> =>
      (await db.findOne(invitationTable, { where: { email, status: "pending" } }))?.id ?? "";
    return { ...it, invite, accept, invitationTo };
  };
  const inactive = [403, "SCIM_MEMBER_INACTIVE"];

  test("SCIM-13: a user whom the directory deactivated can't rejoin with an invitation or be added by the server", async () => {
    const it = await start({ scim: { deprovision: "remove" } });
    const { acme, auth, db, organizationId } = it;
    const { id } = (await acme.send("POST", "/Users", scimUser("bob"))).body;
    await acme.send("PATCH", `/Users/${id}`, off);
    const bob = await signInAs(it, "bob@corp.test");
    const invitationId = await it.invite("bob@corp.test");
    expect(await it.accept(bob, invitationId)).toEqual(inactive);
    expect(await db.findOne(invitationTable, { where: { id: invitationId } })).toMatchObject({ status: "pending" });
    const added = await auth.api.addMember.result({ body: { organizationId, userId: bob.userId, role: "member" } });
    expect(added.error?.code).toBe("SCIM_MEMBER_INACTIVE");

    // Another email doesn't help, because the account is linked to the directory's user.
    await db.update(userTable, { where: { id: bob.userId }, set: { email: "bob@home.test" } });
    expect(await it.accept(bob, await it.invite("bob@home.test"))).toEqual(inactive);
    // Another account with the email doesn't help either.
    const other = await it.person("bob@corp.test");
    expect(await it.accept(other, invitationId)).toEqual(inactive);

    // The organization doesn't own the account's email domain, so its owner has to accept an invitation, like everyone
    // else.
    await acme.send("PATCH", `/Users/${id}`, on);
    expect(await db.count(memberTable, { where: { userId: bob.userId } })).toBe(0);
    expect(await it.accept(other, invitationId)).toBe(200);
  });

  test("SCIM-13: an invited person whom the directory deactivated can't accept another invitation until it reactivates them", async () => {
    const it = await start();
    const { acme } = it;
    const guest = await it.person("guest@elsewhere.test");
    const { id } = (await acme.send("POST", "/Users", scimUser("guest@elsewhere.test"))).body;
    await acme.send("PATCH", `/Users/${id}`, off);
    expect(await it.accept(guest, await it.invite("guest@elsewhere.test"))).toEqual(inactive);
    await acme.send("PATCH", `/Users/${id}`, on);
    expect(await it.accept(guest, await it.invitationTo("guest@elsewhere.test"))).toBe(200);
  });

  test("only the organization's enabled directories can block someone, and being active in one of them is enough to join", async () => {
    const it = await start();
    const { acme, ann } = it;
    const eve = await it.person("eve@x.test");
    const foreign = await it.connect(await it.found(eve, "other"));
    const guest = await it.person("guest@elsewhere.test");
    await foreign.send("POST", "/Users", scimUser("guest@elsewhere.test", { active: false }));
    await acme.send("POST", "/Users", scimUser("guest@elsewhere.test", { active: false }));
    const invitationId = await it.invite("guest@elsewhere.test");
    expect(await it.accept(guest, invitationId)).toEqual(inactive);
    const second = await it.connect(it.organizationId);
    await second.send("POST", "/Users", scimUser("guest@elsewhere.test"));
    expect(await it.accept(guest, invitationId)).toBe(200);

    const late = await it.person("late@elsewhere.test");
    await acme.send("POST", "/Users", scimUser("late@elsewhere.test", { active: false }));
    expect(await it.accept(late, await it.invite("late@elsewhere.test"))).toEqual(inactive);
    await ann.post("/scim/update-connection", { id: acme.id, enabled: false });
    expect(await it.accept(late, await it.invitationTo("late@elsewhere.test"))).toBe(200);
  });

  test("SCIM-13: a person who accepts an invitation while the directory deactivates them doesn't stay an active member", async () => {
    const it = await start();
    const { acme, db } = it;
    for (let round = 0; round < 5; round++) {
      const email = `guest${round}@elsewhere.test`;
      const guest = await it.person(email);
      const { id } = (await acme.send("POST", "/Users", scimUser(email))).body;
      const invitationId = await it.invitationTo(email);
      const [turnedOff] = await Promise.all([acme.send("PATCH", `/Users/${id}`, off), it.accept(guest, invitationId)]);
      expect(turnedOff.status).toBe(200);
      const where = { userId: guest.userId, suspendedAt: null };
      expect([round, await db.count(memberTable, { where })]).toEqual([round, 0]);
    }
  });

  test("SCIM-14: a directory can end a site admin's membership, but can't end their sessions or change their name or email", async () => {
    const it = await start({ plugins: [admin()] });
    const { acme, db } = it;
    const { id } = (await acme.send("POST", "/Users", scimUser("root"))).body;
    const root = await signInAs(it, "root@corp.test");
    await db.update(userTable, { where: { id: root.userId }, set: { role: "admin" } as object });
    const renamed = patch(
      { op: "replace", path: "displayName", value: "Mallory" },
      { op: "replace", path: 'emails[type eq "work"].value', value: "mallory@corp.test" },
    );
    expect((await acme.send("PATCH", `/Users/${id}`, renamed)).status).toBe(200);
    expect(await db.findOne(userTable, { where: { id: root.userId } })).toMatchObject({
      email: "root@corp.test",
      name: "root Doe",
    });
    expect((await acme.send("PATCH", `/Users/${id}`, off)).status).toBe(200);
    expect(await db.findOne(memberTable, { where: { userId: root.userId } })).not.toMatchObject({ suspendedAt: null });
    expect(await db.count(sessionTable, { where: { userId: root.userId } })).toBe(1);
    expect(await db.findOne(scimUserTable, { where: { id } })).toMatchObject({ managed: false, active: false });
  });

  test("a person who joined before the domain was verified is managed from the directory's next change on", async () => {
    const it = await start();
    const { acme, db, owned, organizationId } = it;
    const guest = await it.person("guest@elsewhere.test");
    const { id } = (await acme.send("POST", "/Users", scimUser("guest@elsewhere.test"))).body;
    await it.accept(guest, await it.invitationTo("guest@elsewhere.test"));
    owned.set("elsewhere.test", organizationId);
    await acme.send("PATCH", `/Users/${id}`, patch({ op: "replace", path: "displayName", value: "Guest" }));
    expect(await db.findOne(scimUserTable, { where: { id } })).toMatchObject({ managed: true });
    await acme.send("PATCH", `/Users/${id}`, off);
    expect((await guest.get("/get-session")).body).toBeNull();
  });
});
