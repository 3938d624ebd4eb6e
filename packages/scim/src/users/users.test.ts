/** Directories add, change, and remove users. */

import { apiKeyTable } from "@latchkey/api-key";
import { auditTable, sessionTable, userTable } from "@latchkey/core/plugin";
import { invitationTable, memberTable } from "@latchkey/organization";
import { testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { patch, type ScimAppOptions, scimUser, signInAs, startScim } from "../../test/app.ts";
import { scimEventTable, scimTokenTable, scimUserTable } from "../index.ts";

const off = patch({ op: "replace", path: "active", value: false });
const on = patch({ op: "Replace", path: "active", value: "True" });
const times = <T>(count: number, run: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => run(at)));

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());
  const start = (options: ScimAppOptions = {}) =>
    startScim({ ...options, auth: { database: opened.database, ...options.auth } });

  test("a user in the organization's domain gets a managed account and a membership", async () => {
    const it = await start();
    const { status, body, headers } = await it.acme.send("POST", "/Users", scimUser("bob", { externalId: "e1" }));
    expect(status).toBe(201);
    expect(headers.get("content-type")).toBe("application/scim+json");
    expect(headers.get("location")).toBe(`http://app.test/api/auth/scim/v2/Users/${body.id}`);
    expect(headers.get("etag")).toBe('W/"1"');
    expect(body).toMatchObject({
      userName: "bob@corp.test",
      externalId: "e1",
      active: true,
      meta: { version: 'W/"1"' },
    });
    const user = await it.db.findOne(userTable, { where: { email: "bob@corp.test" } });
    expect(user).toMatchObject({ name: "bob Doe", emailVerified: true });
    const member = await it.db.findOne(memberTable, { where: { userId: user?.id ?? "" } });
    expect(member).toMatchObject({ organizationId: it.organizationId, role: "member", suspendedAt: null });
    expect((await it.acme.send("GET", `/Users/${body.id}`)).body).toEqual(body);
    expect(await it.db.count(auditTable, { where: { action: "scim.user.create" } })).toBe(1);
    expect(await it.db.findOne(scimEventTable, { where: { connectionId: it.acme.id } })).toMatchObject({
      operation: "POST /Users",
      status: 201,
    });
  });

  test("SCIM-02: accounts with another domain or an unverified email aren't linked, and strangers get an invitation", async () => {
    const it = await start();
    const stranger = await it.person("stranger@elsewhere.test");
    const squatter = it.app.browser();
    await squatter.signUp("squatter@corp.test");
    const posted = await it.acme.send("POST", "/Users", scimUser("stranger@elsewhere.test"));
    expect([posted.status, posted.body.active]).toEqual([201, true]);
    await it.acme.send("POST", "/Users", scimUser("squatter"));
    await it.acme.send("POST", "/Users", scimUser("ann@example.com"));
    const rows = await it.db.findMany(scimUserTable, { limit: 10 });
    expect(rows.map(({ userId, managed }) => [userId, managed])).toEqual(Array(3).fill([null, false]));
    const invitations = await it.db.findMany(invitationTable, { limit: 10 });
    expect(invitations.map(({ email, role }) => [email, role]).sort()).toEqual([
      ["squatter@corp.test", "member"],
      ["stranger@elsewhere.test", "member"],
    ]);
    expect(await it.db.count(memberTable, {})).toBe(1);

    const bob = (await it.acme.send("POST", "/Users", scimUser("bob"))).body;
    const moved = patch({ op: "replace", path: 'emails[type eq "work"].value', value: "ann@example.com" });
    expect((await it.acme.send("PATCH", `/Users/${bob.id}`, moved)).status).toBe(200);
    expect(await it.db.count(userTable, { where: { email: "bob@corp.test" } })).toBe(1);
    await it.acme.send("PATCH", `/Users/${rows.find(({ email }) => email === "ann@example.com")?.id}`, off);
    expect(await it.db.count(memberTable, { where: { suspendedAt: { ne: null } } })).toBe(0);
    expect((await stranger.get("/get-session")).body).not.toBeNull();
  });

  test("SCIM-02: a directory links an owner, but can't change the owner's email", async () => {
    const it = await start();
    const user = await it.db.findOne(userTable, { where: { email: "ann@example.com" } });
    const where = { id: user?.id ?? "" };
    await it.db.update(userTable, { where, set: { email: "ann@corp.test", emailVerified: true } });
    const { id } = (await it.acme.send("POST", "/Users", scimUser("ann@corp.test"))).body;
    expect(await it.db.findOne(scimUserTable, { where: { id } })).toMatchObject({ userId: user?.id, managed: true });
    const moved = patch({ op: "replace", path: 'emails[type eq "work"].value', value: "mallory@corp.test" });
    const reply = await it.acme.send("PATCH", `/Users/${id}`, moved);
    expect([reply.status, reply.body.scimType]).toEqual([400, "mutability"]);
    expect((await it.db.findOne(userTable, { where }))?.email).toBe("ann@corp.test");
  });

  test("an invited person who joins is linked, so the directory can end their membership but not their sessions", async () => {
    const it = await start();
    const guest = await it.person("guest@elsewhere.test");
    const { id } = (await it.acme.send("POST", "/Users", scimUser("guest@elsewhere.test"))).body;
    const invitation = await it.db.findOne(invitationTable, { where: { email: "guest@elsewhere.test" } });
    const accepted = await guest.post("/organization/accept-invitation", { invitationId: invitation?.id });
    expect(accepted.status).toBe(200);
    expect(await it.db.findOne(scimUserTable, { where: { id } })).toMatchObject({
      userId: guest.userId,
      managed: false,
    });
    await it.acme.send("PATCH", `/Users/${id}`, off);
    const member = await it.db.findOne(memberTable, { where: { userId: guest.userId } });
    expect(member?.suspendedAt).not.toBeNull();
    expect((await guest.get("/get-session")).body).not.toBeNull();
  });

  test("deleting an invited user from the directory revokes the invitation", async () => {
    const it = await start();
    const { id } = (await it.acme.send("POST", "/Users", scimUser("guest@elsewhere.test"))).body;
    await it.acme.send("DELETE", `/Users/${id}`);
    expect(await it.db.findOne(invitationTable, { where: { email: "guest@elsewhere.test" } })).toMatchObject({
      status: "canceled",
    });
  });

  test("SCIM-03: deactivating a user immediately ends their sessions and deletes their API keys, even on other instances", async () => {
    const it = await start();
    const others = await times(2, () => startOther());
    async function startOther() {
      const { startAuth } = await import("@latchkey/test-kit");
      const { organization } = await import("@latchkey/organization");
      const { apiKey } = await import("@latchkey/api-key");
      const { scim } = await import("../plugin.ts");
      return startAuth({ database: opened.database, plugins: [organization(), apiKey(), scim()] });
    }
    const { id } = (await it.acme.send("POST", "/Users", scimUser("bob"))).body;
    const bob = await signInAs(it, "bob@corp.test");
    await bob.post("/organization/set-active", { organizationId: it.organizationId });
    const { key } = await it.auth.api.createApiKey({ body: { userId: bob.userId } });
    const isLive = async (auth: (typeof others)[number]["auth"]) =>
      (await auth.api.getSession({ headers: bob.headers() })) !== null;
    for (const { auth } of others) expect(await isLive(auth as never)).toBe(true);
    expect((await it.acme.send("PATCH", `/Users/${id}`, off)).body.active).toBe(false);
    for (const { auth } of others) expect(await isLive(auth as never)).toBe(false);
    expect((await bob.get("/get-session")).body).toBeNull();
    expect(await it.db.count(sessionTable, { where: { userId: bob.userId } })).toBe(0);
    expect(await it.db.count(apiKeyTable, {})).toBe(0);
    expect((await it.auth.api.verifyApiKey({ body: { key } })).valid).toBe(false);
    // The account stays, but without the organization.
    await bob.signIn("bob@corp.test");
    expect((await bob.get("/organization/list")).body).toEqual([]);
  });

  test("SCIM-09: reactivating a user restores their membership but not their sessions", async () => {
    const it = await start();
    const { id } = (await it.acme.send("POST", "/Users", scimUser("bob"))).body;
    const bob = await signInAs(it, "bob@corp.test");
    await it.acme.send("PATCH", `/Users/${id}`, off);
    const back = await it.acme.send("PATCH", `/Users/${id}`, on);
    expect([back.status, back.body.active]).toEqual([200, true]);
    const member = await it.db.findOne(memberTable, { where: { userId: bob.userId } });
    expect(member).toMatchObject({ role: "member", suspendedAt: null });
    expect((await bob.get("/get-session")).body).toBeNull();
  });

  test("with deprovisioning set to remove, deactivated members are removed, and get a new membership when reactivated", async () => {
    const it = await start({ scim: { deprovision: "remove" } });
    const { id } = (await it.acme.send("POST", "/Users", scimUser("bob"))).body;
    await it.acme.send("PATCH", `/Users/${id}`, off);
    expect(await it.db.count(memberTable, {})).toBe(1);
    await it.acme.send("PATCH", `/Users/${id}`, on);
    expect(await it.db.count(memberTable, {})).toBe(2);
    expect((await it.acme.send("DELETE", `/Users/${id}`)).status).toBe(204);
    expect(await it.db.count(memberTable, {})).toBe(1);
    expect((await it.acme.send("GET", `/Users/${id}`)).status).toBe(404);
    expect(await it.db.count(userTable, { where: { email: "bob@corp.test" } })).toBe(1);
  });

  test("a managed account gets the directory's name and email as long as the organization owns the domain", async () => {
    const it = await start();
    const { id } = (await it.acme.send("POST", "/Users", scimUser("bob"))).body;
    const renamed = patch(
      { op: "replace", path: "displayName", value: "Robert" },
      { op: "replace", path: "emails", value: [{ value: "robert@corp.test", primary: true }] },
    );
    await it.acme.send("PATCH", `/Users/${id}`, renamed);
    const user = await it.db.findOne(userTable, { where: { email: "robert@corp.test" } });
    expect(user?.name).toBe("Robert");
    await it.person("taken@corp.test");
    const taken = patch({ op: "replace", path: "emails", value: [{ value: "taken@corp.test" }] });
    expect((await it.acme.send("PATCH", `/Users/${id}`, taken)).status).toBe(409);
    it.owned.delete("corp.test");
    const away = patch({ op: "replace", path: "emails", value: [{ value: "new@corp.test" }] });
    expect((await it.acme.send("PATCH", `/Users/${id}`, away)).status).toBe(200);
    expect(await it.db.findOne(userTable, { where: { id: user?.id ?? "" } })).toMatchObject({
      email: "robert@corp.test",
    });
    // Without the domain, the directory no longer controls the account.
    const bob = await signInAs(it, "robert@corp.test");
    await it.acme.send("PATCH", `/Users/${id}`, off);
    expect((await bob.get("/get-session")).body).not.toBeNull();
    expect((await bob.get("/organization/list")).body).toEqual([]);
  });

  test("SCIM-01: a token can only access its own directory, is rejected once it has expired, and can't make changes if it's read-only", async () => {
    const it = await start();
    const eve = await it.person("eve@example.com");
    const foreign = await it.connect(await it.found(eve, "other"));
    const { id } = (await it.acme.send("POST", "/Users", scimUser("bob"))).body;
    const group = (await it.acme.send("POST", "/Groups", { displayName: "Staff" })).body.id;
    const titled = patch({ op: "replace", path: "externalId", value: "E" });
    for (const path of [`/Users/${id}`, `/Groups/${group}`]) {
      for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
        const body = { PUT: scimUser("bob", { displayName: "B" }), PATCH: titled }[method];
        expect([method, (await foreign.send(method, path, body)).status]).toEqual([method, 404]);
      }
    }
    const bodies = { displayName: "Theirs", members: [{ value: id }] };
    expect((await foreign.send("POST", "/Groups", bodies)).status).toBe(400);
    expect((await foreign.send("GET", "/Users")).body.totalResults).toBe(0);
    // The request doesn't lock the account of another directory's user either.
    const mapped = (await foreign.send("POST", "/Groups", { displayName: "Theirs" })).body.id;
    await it.auth.api.mapScimGroup({ body: { groupId: mapped, role: "admin" } });
    opened.statements.length = 0;
    const add = patch({ op: "add", path: "members", value: [{ value: id }] });
    expect((await foreign.send("PATCH", `/Groups/${mapped}`, add)).status).toBe(400);
    expect(opened.statements.filter(({ table }) => table === "user")).toEqual([]);

    const wrong = it.directory(
      it.acme.id,
      it.acme.token.replace(/.$/, (last) => (last === "x" ? "y" : "x")),
    );
    opened.statements.length = 0;
    const refused = await wrong.send("GET", "/Users");
    expect([refused.status, refused.headers.get("www-authenticate"), opened.statements]).toEqual([
      401,
      'Bearer realm="SCIM"',
      [],
    ]);
    const short = await it.connect(it.organizationId, { expiresIn: 3600, readOnly: true });
    expect((await short.send("GET", "/Users")).status).toBe(200);
    expect((await short.send("POST", "/Users", scimUser("x"))).status).toBe(403);
    expect((await short.send("POST", "/Users/.search", {})).status).toBe(200);
    it.app.clock.advance(3601);
    expect((await short.send("GET", "/Users")).status).toBe(401);
    expect(await it.db.count(scimTokenTable, { where: { token: it.acme.token } })).toBe(0);
  });

  test("SCIM-04: only one of 20 concurrent requests with the same userName creates a user, and a user who's changed and deleted concurrently is deleted", async () => {
    const it = await start();
    const posted = await times(20, () => it.acme.send("POST", "/Users", scimUser("bob")));
    expect(posted.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(posted.filter(({ status, body }) => status === 409 && body.scimType === "uniqueness")).toHaveLength(19);
    expect(await it.db.count(userTable, { where: { email: "bob@corp.test" } })).toBe(1);
    const id = posted.find(({ status }) => status === 201)?.body.id;
    const titled = await times(10, (at) =>
      it.acme.send("PATCH", `/Users/${id}`, patch({ op: "replace", path: "title", value: `T${at}` })),
    );
    expect(titled.every(({ status }) => status === 200)).toBe(true);
    expect((await it.db.findOne(scimUserTable, { where: { id } }))?.revision).toBe(11);
    const [changed, deleted] = await Promise.all([
      it.acme.send("PATCH", `/Users/${id}`, off),
      it.acme.send("DELETE", `/Users/${id}`),
    ]);
    expect([[200, 404].includes(changed.status), deleted.status]).toEqual([true, 204]);
    expect(await it.db.count(scimUserTable, {})).toBe(0);
    expect(await it.db.count(memberTable, { where: { suspendedAt: null } })).toBe(1);
  });

  test("SCIM-05: the last owner can't be deactivated or deleted", async () => {
    const it = await start();
    const owner = await it.person("owner@corp.test");
    const organizationId = await it.found(owner, "theirs");
    it.owned.set("corp.test", organizationId);
    const theirs = await it.connect(organizationId);
    const { id } = (await theirs.send("POST", "/Users", scimUser("owner"))).body;
    const refused = await theirs.send("PATCH", `/Users/${id}`, off);
    expect([refused.status, refused.body.scimType]).toEqual([409, "mutability"]);
    expect((await theirs.send("DELETE", `/Users/${id}`)).status).toBe(409);
    expect((await owner.get("/get-session")).body).not.toBeNull();
    expect((await theirs.send("GET", `/Users/${id}`)).body.active).toBe(true);
  });

  test("SCIM-07: id, meta, groups, and passwords can't be changed, and no password is stored", async () => {
    const it = await start();
    const { body } = await it.acme.send("POST", "/Users", scimUser("bob", { password: testPassword, id: "mine" }));
    expect(body.id).not.toBe("mine");
    for (const path of ["id", "meta.version", "password", "groups"]) {
      const refused = await it.acme.send("PATCH", `/Users/${body.id}`, patch({ op: "replace", path, value: "x" }));
      expect([path, refused.status, refused.body.scimType]).toEqual([path, 400, "mutability"]);
    }
    await it.acme.send("PUT", `/Users/${body.id}`, scimUser("bob", { password: testPassword }));
    const row = await it.db.findOne(scimUserTable, { where: { id: body.id } });
    expect(JSON.stringify(row)).not.toContain(testPassword);
    expect(JSON.stringify((await it.acme.send("GET", "/Users")).body)).not.toContain("password");
  });

  test("SCIM-11: deleting a connection keeps its members, or deprovisions them if requested", async () => {
    const it = await start();
    for (const name of ["bob", "eve"]) await it.acme.send("POST", "/Users", scimUser(name));
    const other = await it.connect(it.organizationId);
    await other.send("POST", "/Users", scimUser("kim"));
    await it.auth.api.deleteScimConnection({ body: { id: other.id } });
    expect(await it.db.count(memberTable, { where: { suspendedAt: null } })).toBe(4);
    const deleted = await it.auth.api.deleteScimConnection({ body: { id: it.acme.id, members: "deprovision" } });
    expect(deleted).toEqual({ success: true, remaining: 0 });
    expect(await it.db.count(memberTable, { where: { suspendedAt: null } })).toBe(2);
    expect(await it.db.count(scimUserTable, {})).toBe(0);
    expect((await it.acme.send("GET", "/Users")).status).toBe(401);
  });

  test("a directory can't exceed the organization's member limit or its own user limit", async () => {
    const it = await start({ scim: { maxUsers: 3 }, organization: { membershipLimit: 3 } });
    const posted = await times(5, (at) => it.acme.send("POST", "/Users", scimUser(`p${at}`)));
    expect(posted.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403]);
    expect(await it.db.count(memberTable, {})).toBe(3);
    const inactive = await it.acme.send("POST", "/Users", scimUser("z", { active: false }));
    expect(inactive.status).toBe(201);
    expect((await it.acme.send("POST", "/Users", scimUser("y", { active: false }))).status).toBe(403);
  });
});
