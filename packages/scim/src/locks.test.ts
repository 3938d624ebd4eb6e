/** Changes that lock the same rows wait for each other. On PostgreSQL and MariaDB, another order would deadlock. */

import { userTable } from "@latchkey/core/plugin";
import { memberTable } from "@latchkey/organization";
import { createAccessControl, defaultStatements } from "@latchkey/organization/access";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Body, patch, scimUser, startScim } from "../test/app.ts";
import { scimConnectionTable, scimUserTable } from "./index.ts";

const ac = createAccessControl(defaultStatements);
const roles = { lead: ac.newRole({ team: ["create"] }), dev: ac.newRole({ team: ["update"] }) };
const rounds = 5;

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  async function start() {
    const it = await startScim({ auth: { database: opened.database }, organization: { ac, roles } });
    const { acme, auth } = it;
    const add = async (name: string): Promise<string> => (await acme.send("POST", "/Users", scimUser(name))).body.id;
    const group = async (displayName: string, members: readonly string[], role: string | null): Promise<string> => {
      const { body } = await acme.send("POST", "/Groups", {
        displayName,
        members: members.map((value) => ({ value })),
      });
      if (role !== null) await auth.api.mapScimGroup({ body: { groupId: body.id, role } });
      return body.id;
    };
    /** Transactions that were rolled back, which includes those that lost to another one. */
    const rollbacks = () => opened.statements.filter(({ kind, text }) => kind === "transaction" && text === "rollback");
    return { ...it, add, group, rollbacks };
  }

  test("FAULT-11: deleting accounts while they, their groups, and the groups' mappings are changed doesn't deadlock", async () => {
    const it = await start();
    const { acme, ann, db } = it;
    for (let round = 0; round < rounds; round++) {
      const names = ["kim", "lee", "max"].map((name) => `${name}${round}`);
      const [kim = "", lee = "", max = ""] = await Promise.all(names.map(it.add));
      const leads = await it.group(`Leads ${round}`, [max, lee, kim], "lead");
      const devs = await it.group(`Devs ${round}`, [kim, lee], null);
      const accounts = await Promise.all(names.map((name) => it.userOf(`${name}@corp.test`)));
      opened.statements.length = 0;
      const rename = (id: string) =>
        acme.send("PATCH", `/Users/${id}`, patch({ op: "replace", value: { title: "x" } }));
      const replies = await Promise.all([
        ...accounts.map(({ id }) => db.remove(userTable, { where: { id } }).then(() => ({ status: 200 }))),
        rename(kim),
        rename(lee),
        ann.post("/scim/map-group", { groupId: leads, role: "dev" }),
        ann.post("/scim/map-group", { groupId: devs, role: "lead" }),
        ann.post("/scim/update-connection", { id: acme.id, name: `Round ${round}` }),
        acme.send("PATCH", `/Groups/${leads}`, patch({ op: "remove", path: `members[value eq "${lee}"]` })),
        acme.send("POST", "/Users", scimUser(`new${round}`)),
      ]);
      expect(replies.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
      expect(it.rollbacks()).toEqual([]);
    }
  });

  test("a role that's assigned manually while the directory assigns others isn't lost", async () => {
    const it = await start();
    const { acme, ann, auth, db, organizationId } = it;
    for (let round = 0; round < rounds; round++) {
      const name = `kim${round}`;
      const kim = await it.add(name);
      await it.group(`Leads ${round}`, [kim], "lead");
      const devs = await it.group(`Devs ${round}`, [], "dev");
      const { id: userId } = await it.userOf(`${name}@corp.test`);
      const where = { organizationId, userId };
      const { id: memberId = "" } = (await db.findOne(memberTable, { where })) ?? {};
      await db.update(userTable, { where: { id: userId }, set: { emailVerified: false } });
      opened.statements.length = 0;
      // Verifying the email schedules a message, which assigns the roles of the groups.
      await db.update(userTable, { where: { id: userId }, set: { emailVerified: true } });
      const [promoted, joined] = await Promise.all([
        ann.post<Body>("/organization/update-member-role", { memberId, role: "admin", organizationId }),
        acme.send("PATCH", `/Groups/${devs}`, patch({ op: "add", path: "members", value: [{ value: kim }] })),
        auth.api.deliverOutbox(),
      ]);
      expect([promoted.status, joined.status]).toEqual([200, 200]);
      expect((await db.findOne(memberTable, { where }))?.role.split(",")).toContain("admin");
      expect(it.rollbacks()).toEqual([]);
    }
  });

  test("FAULT-11: a directory can add users while the account that created its connection is deleted", async () => {
    const it = await start();
    const { auth, db, organizationId } = it;
    for (let round = 0; round < rounds; round++) {
      const creator = await it.person(`creator${round}@example.com`);
      await auth.api.addMember({ body: { organizationId, userId: creator.userId, role: "owner" } });
      const body = { organizationId, name: `Directory ${round}` };
      const { body: created } = await creator.post<Body>("/scim/create-connection", body);
      const directory = it.directory(created.id, created.token);
      const emails = [0, 1, 2].map((at) => `guest${round}${at}@elsewhere.test`);
      // Each request adds an invitation from the creator under the connection's lock. Deleting the creator takes the
      // same lock.
      const [, ...replies] = await Promise.all([
        db.remove(userTable, { where: { id: creator.userId } }),
        ...emails.map((email) => directory.send("POST", "/Users", scimUser(email))),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
      const users = await db.findMany(scimUserTable, { where: { connectionId: created.id }, limit: 9 });
      expect(users.map(({ email }) => email).sort()).toEqual(emails);
      const connection = await db.findOne(scimConnectionTable, { where: { id: created.id } });
      expect(connection).toMatchObject({ createdBy: null, enabled: true });
      const later = await directory.send("POST", "/Users", scimUser(`later${round}@elsewhere.test`));
      expect(later.status).toBe(201);
      await auth.api.deleteScimConnection({ body: { id: created.id } });
    }
  });
});
