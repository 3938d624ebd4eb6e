/** Directories manage groups, which admins map to roles. */

import { admin } from "@latchkey/admin";
import { auditTable, userTable } from "@latchkey/core/plugin";
import { invitationTable, memberTable } from "@latchkey/organization";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Body, patch, type ScimAppOptions, scimUser, startScim } from "../../test/app.ts";
import { scimGroupMemberTable } from "../index.ts";

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  async function start(options: ScimAppOptions = {}) {
    const it = await startScim({ ...options, auth: { database: opened.database } });
    const add = async (name: string): Promise<string> => (await it.acme.send("POST", "/Users", scimUser(name))).body.id;
    const [bob, eve] = [await add("bob"), await add("eve")];
    const created = await it.acme.send("POST", "/Groups", { displayName: "Admins", members: [{ value: bob }] });
    const groupId: string = created.body.id;
    const roles = async (): Promise<string[]> =>
      (await it.db.findMany(memberTable, { limit: 20 })).map(({ role }) => role).sort();
    return { ...it, bob, eve, created, groupId, roles };
  }

  test("a group lists its members, and a user lists their groups", async () => {
    const { acme, bob, created, groupId } = await start();
    expect(created.status).toBe(201);
    expect(created.body.members).toMatchObject([{ value: bob, type: "User", display: "bob@corp.test" }]);
    expect((await acme.send("GET", `/Users/${bob}`)).body.groups).toMatchObject([
      { value: groupId, display: "Admins" },
    ]);
    const short = (await acme.send("GET", `/Groups/${groupId}?excludedAttributes=members`)).body;
    expect([short.displayName, short.members]).toEqual(["Admins", undefined]);
    expect((await acme.send("POST", "/Groups", { displayName: "ADMINS" })).body.scimType).toBe("uniqueness");
    const found = await acme.send("GET", `/Groups?filter=${encodeURIComponent(`members.value eq "${bob}"`)}`);
    expect(found.body.totalResults).toBe(1);
  });

  test("members can be changed in all the ways that Entra and Okta use", async () => {
    const { acme, bob, eve, groupId } = await start();
    const members = async (operation: object): Promise<string[]> => {
      const { status, body } = await acme.send("PATCH", `/Groups/${groupId}`, patch(operation));
      expect(status).toBe(200);
      return (body.members ?? []).map(({ value }: { value: string }) => value).sort();
    };
    const both = [bob, eve].sort();
    expect(await members({ op: "Add", path: "members", value: [{ $ref: null, value: eve }] })).toEqual(both);
    expect(await members({ op: "add", path: "members", value: [{ value: eve }] })).toEqual(both);
    expect(await members({ op: "Remove", path: "members", value: [{ $ref: null, value: bob }] })).toEqual([eve]);
    expect(await members({ op: "replace", path: "members", value: [{ value: bob }] })).toEqual([bob]);
    expect(await members({ op: "remove", path: `members[value eq "${bob}"]` })).toEqual([]);
    expect(await members({ op: "add", value: { members: [{ value: bob }, { value: eve }] } })).toEqual(both);
    expect(await members({ op: "remove", path: "members" })).toEqual([]);
    const renamed = await acme.send(
      "PATCH",
      `/Groups/${groupId}`,
      patch({ op: "replace", value: { id: groupId, displayName: "Renamed" } }),
    );
    expect(renamed.body.displayName).toBe("Renamed");
    const stranger = patch({ op: "add", path: "members", value: [{ value: "nobody" }] });
    expect((await acme.send("PATCH", `/Groups/${groupId}`, stranger)).status).toBe(400);
  });

  test("members of a mapped group get its role, and lose it when they leave", async () => {
    const { acme, auth, bob, eve, groupId, roles } = await start();
    await auth.api.mapScimGroup({ body: { groupId, role: "admin" } });
    expect(await roles()).toEqual(["admin", "member", "owner"]);
    await acme.send("PUT", `/Groups/${groupId}`, { displayName: "Admins", members: [{ value: eve }] });
    expect(await roles()).toEqual(["admin", "member", "owner"]);
    await acme.send("PATCH", `/Groups/${groupId}`, patch({ op: "add", path: "members", value: [{ value: bob }] }));
    expect(await roles()).toEqual(["admin", "admin", "owner"]);
    // SCIM-09: when a user comes back, their role is the current one of their groups.
    await acme.send("PATCH", `/Users/${bob}`, patch({ op: "replace", path: "active", value: false }));
    await acme.send("PATCH", `/Groups/${groupId}`, patch({ op: "remove", path: `members[value eq "${bob}"]` }));
    await acme.send("PATCH", `/Users/${bob}`, patch({ op: "replace", path: "active", value: true }));
    expect(await roles()).toEqual(["admin", "member", "owner"]);
    expect((await acme.send("DELETE", `/Groups/${groupId}`)).status).toBe(204);
    expect(await roles()).toEqual(["member", "member", "owner"]);
  });

  test("an invited person who joins gets their groups' role instead of the invitation's", async () => {
    const { acme, auth, db, person, groupId } = await start();
    await auth.api.mapScimGroup({ body: { groupId, role: "admin" } });
    const accept = async (email: string, isInGroup: boolean) => {
      const guest = await person(email);
      const { id } = (await acme.send("POST", "/Users", scimUser(email))).body;
      const add = patch({ op: "add", path: "members", value: [{ value: id }] });
      if (isInGroup) await acme.send("PATCH", `/Groups/${groupId}`, add);
      const invitation = await db.findOne(invitationTable, { where: { email } });
      const reply = await guest.post("/organization/accept-invitation", { invitationId: invitation?.id });
      expect(reply.status).toBe(200);
      return (await db.findOne(memberTable, { where: { userId: guest.userId } }))?.role;
    };
    expect(await accept("kim@elsewhere.test", true)).toBe("admin");
    expect(await accept("joe@elsewhere.test", false)).toBe("member");
    const changes = await db.findMany(auditTable, { where: { action: "member.role.update" }, limit: 9 });
    expect(changes.at(-1)).toMatchObject({ actorType: "system", data: { from: "member", to: "admin" } });
  });

  test("SCIM-05: groups can't be mapped to the owner role, and owners keep their role", async () => {
    const { acme, ann, auth, db, groupId, bob } = await start();
    for (const role of ["owner", "member,owner", "unknown"]) {
      const refused = await auth.api.mapScimGroup.result({ body: { groupId, role } });
      expect([role, refused.error?.code]).toEqual([role, "SCIM_ROLE_NOT_ALLOWED"]);
    }
    const member = await db.findOne(memberTable, { where: { role: "member" } });
    await db.update(memberTable, { where: { id: member?.id ?? "" }, set: { role: "owner" } });
    await auth.api.mapScimGroup({ body: { groupId, role: "admin" } });
    await acme.send("PATCH", `/Groups/${groupId}`, patch({ op: "add", path: "members", value: [{ value: bob }] }));
    expect(await db.count(memberTable, { where: { role: "owner" } })).toBe(2);
    expect((await ann.post("/scim/map-group", { groupId, role: "admin" })).status).toBe(200);
  });

  test("only members with the permission can manage connections, and only with a fresh session", async () => {
    const { acme, ann, app, auth, groupId, organizationId, person } = await start();
    const [kim, joe, eve] = [await person("kim@x.test"), await person("joe@x.test"), await person("eve@x.test")];
    await auth.api.addMember({ body: { organizationId, userId: kim.userId, role: "admin" } });
    await auth.api.addMember({ body: { organizationId, userId: joe.userId, role: "member" } });
    const calls = [
      ["/scim/create-connection", { name: "X", organizationId }, [200, 403, 403, 403]],
      ["/scim/rotate-token", { id: acme.id }, [200, 403, 403, 404]],
      ["/scim/map-group", { groupId, role: "member" }, [200, 403, 403, 404]],
      ["/scim/update-connection", { id: acme.id, name: "Y" }, [200, 403, 403, 404]],
      ["/scim/delete-connection", { id: "none" }, [404, 404, 404, 404]],
    ] as const;
    for (const [path, body, expected] of calls) {
      const seen = [];
      for (const caller of [ann, kim, joe, eve]) seen.push((await caller.post(path, body)).status);
      expect([path, seen]).toEqual([path, expected]);
    }
    expect((await kim.post("/scim/delete-connection", { id: acme.id })).status).toBe(403);
    app.clock.advance(86_400 * 2);
    expect((await ann.post("/scim/rotate-token", { id: acme.id })).status).toBe(403);
  });

  test("site admins can manage every organization's connections, unless they're impersonating", async () => {
    const { db, person, organizationId, acme, ann } = await startScim({
      plugins: [admin()],
      auth: { database: opened.database },
    });
    const root = await person("root@x.test");
    const call = async (path: string, body: object) => (await root.post<Body>(path, body)).body;
    const created = { name: "X", organizationId };
    expect((await call("/scim/create-connection", created)).code).toBe("YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
    await db.update(userTable, { where: { id: root.userId }, set: { role: "admin" } as object });
    expect(await call("/scim/create-connection", created)).toMatchObject({ organizationId });
    expect((await call("/scim/create-connection", { name: "X" })).code).toBe("NO_ACTIVE_ORGANIZATION");
    expect((await call("/scim/rotate-token", { id: acme.id })).token).toMatch(/^scim_/);
    await root.post("/admin/impersonate-user", { userId: ann.userId });
    expect((await call("/scim/rotate-token", { id: acme.id })).code).toBe("NOT_ALLOWED_WHILE_IMPERSONATING");
  });

  test("a replaced token works until the overlap ends, and lists contain no secrets", async () => {
    const it = await start();
    const { token } = await it.auth.api.rotateScimToken({ body: { id: it.acme.id, overlap: 60 } });
    const next = it.directory(it.acme.id, token);
    expect([(await it.acme.send("GET", "/Users")).status, (await next.send("GET", "/Users")).status]).toEqual([
      200, 200,
    ]);
    it.app.clock.advance(61);
    expect([(await it.acme.send("GET", "/Users")).status, (await next.send("GET", "/Users")).status]).toEqual([
      401, 200,
    ]);
    const listed = await it.auth.api.listScimConnections({ query: { organizationId: it.organizationId } });
    expect(JSON.stringify(listed)).not.toContain(token);
    expect(listed[0]?.tokens).toHaveLength(1);
    await it.auth.api.revokeScimToken({ body: { tokenId: listed[0]?.tokens[0]?.id ?? "" } });
    expect((await next.send("GET", "/Users")).status).toBe(401);
    const { events } = await it.auth.api.listScimEvents({ query: { id: it.acme.id, limit: 2 } });
    expect(events).toHaveLength(2);
    const { groups } = await it.auth.api.listScimGroups({ query: { id: it.acme.id } });
    expect(groups).toMatchObject([{ displayName: "Admins", role: null }]);
  });

  test("concurrent requests to add a user to a group add them once, and change the version once", async () => {
    const { acme, db, eve, groupId } = await start();
    const add = patch({ op: "add", path: "members", value: [{ value: eve }] });
    const sent = await Promise.all(Array.from({ length: 10 }, () => acme.send("PATCH", `/Groups/${groupId}`, add)));
    expect(sent.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await db.count(scimGroupMemberTable, { where: { groupId } })).toBe(2);
    expect((await acme.send("GET", `/Groups/${groupId}`)).headers.get("etag")).toBe('W/"2"');
  });

  test("a user who's concurrently added to two groups with one role gets it, and loses it when concurrently removed from both", async () => {
    const { acme, auth, bob, groupId, roles } = await start();
    const second = (await acme.send("POST", "/Groups", { displayName: "Leads" })).body.id;
    for (const id of [groupId, second]) await auth.api.mapScimGroup({ body: { groupId: id, role: "admin" } });
    const inBoth = async (operation: object) => {
      const sent = await Promise.all(
        [groupId, second].map((id) => acme.send("PATCH", `/Groups/${id}`, patch(operation))),
      );
      expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    };
    for (let round = 0; round < 5; round++) {
      await inBoth({ op: "add", path: "members", value: [{ value: bob }] });
      expect(await roles()).toEqual(["admin", "member", "owner"]);
      await inBoth({ op: "remove", path: `members[value eq "${bob}"]` });
      expect(await roles()).toEqual(["member", "member", "owner"]);
    }
  });
});
