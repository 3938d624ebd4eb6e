/** Tests every call of better-auth's unchanged organization client against this handler. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { userTable } from "@latchkey/core/plugin";
import { toNodeHandler } from "@latchkey/node";
import { organization } from "@latchkey/organization";
import { createAccessControl, defaultStatements } from "@latchkey/organization/access";
import { createAuthClient } from "better-auth/client";
import { organizationClient } from "better-auth/client/plugins";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieFetch } from "./client.ts";

const ac = createAccessControl({ ...defaultStatements, project: ["create"] });

function makeAuth(baseURL: string) {
  return createAuth({
    baseURL,
    secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
    database: memoryAdapter(),
    emailAndPassword: { enabled: true },
    logger: { disabled: true },
    plugins: [organization({ ac, teams: { enabled: true }, dynamicAccessControl: { enabled: true } })],
  });
}

describe("better-auth's organization client", () => {
  let server: Server;
  let origin: string;
  let auth: ReturnType<typeof makeAuth>;
  beforeAll(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    auth = makeAuth(origin);
    server.on("request", toNodeHandler(auth));
  });
  afterAll(() => server.close());

  /** A signed-up user with a simulated browser, because Node's fetch stores no cookies and sends no origin. */
  async function person(name: string, isVerified = true) {
    const client = createAuthClient({
      baseURL: origin,
      fetchOptions: { customFetchImpl: cookieFetch(origin, fetch).fetch },
      plugins: [organizationClient({ teams: { enabled: true }, dynamicAccessControl: { enabled: true } })],
    });
    const email = `${name}@example.com`;
    const { data } = await client.signUp.email({ name, email, password: "correct horse battery" });
    const id = data?.user.id as string;
    await auth.$context.db.update(userTable, { where: { id }, set: { emailVerified: isVerified } });
    return { client, org: client.organization, id, email };
  }

  /** Returns the data of a call that must succeed. */
  async function ok<T>(call: Promise<{ readonly data: T; readonly error: unknown }>): Promise<NonNullable<T>> {
    const { data, error } = await call;
    expect(error).toBeNull();
    return data as NonNullable<T>;
  }

  test("creates, reads, changes, activates, and deletes organizations", async () => {
    const { client, org } = await person("ann");
    expect(await ok(org.checkSlug({ slug: "acme" }))).toEqual({ status: true });
    const made = await ok(org.create({ name: "Acme", slug: "acme", metadata: { a: "b" } }));
    expect(made).toMatchObject({ slug: "acme", metadata: { a: "b" }, members: [{ role: "owner" }] });
    expect(made.createdAt).toBeInstanceOf(Date);
    const taken = await org.create({ name: "Acme", slug: "acme" });
    expect(taken.error).toMatchObject({ status: 400, code: "ORGANIZATION_ALREADY_EXISTS" });
    expect(await ok(org.list())).toHaveLength(1);
    const updated = await ok(org.update({ data: { name: "Acme Ltd" }, organizationId: made.id }));
    expect(updated.name).toBe("Acme Ltd");
    const full = await ok(org.getFullOrganization({ query: { organizationSlug: "acme", membersLimit: 10 } }));
    expect(full).toMatchObject({ members: [{ user: { email: "ann@example.com" } }], invitations: [] });
    expect((await org.setActive({ organizationId: null })).data).toBeNull();
    expect(await ok(org.setActive({ organizationSlug: "acme" }))).toMatchObject({ id: made.id });
    const session = await client.getSession();
    expect(session.data?.session).toMatchObject({ activeOrganizationId: made.id });
    const asked = { permissions: { organization: ["delete"] } } as const;
    expect(await ok(org.hasPermission(asked as never))).toEqual({ error: null, success: true });
    expect(org.checkRolePermission({ role: "admin", permissions: { organization: ["delete"] } })).toBe(false);
    expect(await ok(org.delete({ organizationId: made.id }))).toMatchObject({ slug: "acme" });
    expect(await ok(org.list())).toEqual([]);
  });

  test("a link built from the emailed id is read and accepted, even with an unverified email", async () => {
    const ann = await person("mia");
    await ok(ann.org.create({ name: "Mailed", slug: "mailed" }));
    for (const name of ["ned", "nia"]) {
      const { email } = await ok(ann.org.inviteMember({ email: `${name}@example.com`, role: "member" }));
      // Without email, the response contains what the email would: the id of the link.
      const { id } = await ok(ann.org.inviteMember({ email, role: "member", resend: true }));
      const invited = await person(name, false);
      const link = new URL(`https://app.test/accept-invitation/${id}`);
      const read = await ok(invited.org.getInvitation({ query: { id: link.pathname.split("/").at(-1) ?? "" } }));
      const accepted = await ok(invited.org.acceptInvitation({ invitationId: read.id }));
      expect(accepted).toMatchObject({ invitation: { status: "accepted" }, member: { role: "member" } });
    }
  });

  test("invites, accepts, rejects, and cancels; lists, changes, and removes members", async () => {
    const [ann, bob, eve] = [await person("ann2"), await person("bob2"), await person("eve2")];
    const { id: organizationId } = await ok(ann.org.create({ name: "Two", slug: "two" }));
    const invited = await ok(ann.org.inviteMember({ email: bob.email, role: "member" }));
    expect(invited).toMatchObject({ status: "pending", email: bob.email });
    expect(invited.expiresAt).toBeInstanceOf(Date);
    const again = await ok(ann.org.inviteMember({ email: bob.email, role: "member", resend: true }));
    expect(again.id).toBe(invited.id);
    const read = await ok(bob.org.getInvitation({ query: { id: invited.id } }));
    expect(read).toMatchObject({ organizationName: "Two", inviterEmail: ann.email });
    expect(await ok(bob.org.listUserInvitations())).toHaveLength(1);
    const accepted = await ok(bob.org.acceptInvitation({ invitationId: invited.id }));
    expect(accepted).toMatchObject({ invitation: { status: "accepted" }, member: { role: "member" } });
    const forEve = await ok(ann.org.inviteMember({ email: eve.email, role: ["member", "admin"] }));
    expect(await ok(eve.org.rejectInvitation({ invitationId: forEve.id }))).toMatchObject({ member: null });
    const second = await ok(ann.org.inviteMember({ email: eve.email, role: "member" }));
    expect(await ok(ann.org.cancelInvitation({ invitationId: second.id }))).toMatchObject({ status: "canceled" });
    expect(await ok(ann.org.listInvitations())).toHaveLength(3);

    const listed = await ok(ann.org.listMembers({ query: { limit: 10, offset: 0, sortBy: "createdAt" } }));
    expect(listed).toMatchObject({ total: 2 });
    expect(await ok(bob.org.getActiveMember())).toMatchObject({ role: "member", user: { email: bob.email } });
    expect(await ok(bob.org.getActiveMemberRole())).toEqual({ role: "member" });
    const { id: memberId } = accepted.member;
    expect(await ok(ann.org.updateMemberRole({ memberId, role: ["admin"] }))).toMatchObject({ role: "admin" });
    const removed = await ok(ann.org.removeMember({ memberIdOrEmail: bob.email }));
    expect(removed).toMatchObject({ member: { userId: bob.id } });
    await auth.api.addMember({ body: { userId: eve.id, role: "member", organizationId } });
    expect(await ok(eve.org.leave({ organizationId }))).toMatchObject({ userId: eve.id });
    const last = await ann.org.leave({ organizationId });
    expect(last.error).toMatchObject({ code: "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER", status: 400 });
  });

  test("creates, fills, activates, and removes teams", async () => {
    const [ann, bob] = [await person("ann3"), await person("bob3")];
    const { id: organizationId } = await ok(ann.org.create({ name: "Three", slug: "three" }));
    await auth.api.addMember({ body: { userId: bob.id, role: "member", organizationId } });
    const team = await ok(ann.org.createTeam({ name: "Design", organizationId }));
    expect(team.createdAt).toBeInstanceOf(Date);
    expect(await ok(ann.org.listTeams())).toHaveLength(2);
    const renamed = await ok(ann.org.updateTeam({ teamId: team.id, data: { name: "Art" } }));
    expect(renamed.name).toBe("Art");
    const added = await ok(ann.org.addTeamMember({ teamId: team.id, userId: ann.id }));
    expect(added).toMatchObject({ teamId: team.id, userId: ann.id });
    expect(await ok(ann.org.setActiveTeam({ teamId: team.id }))).toMatchObject({ name: "Art" });
    expect(await ok(ann.org.listUserTeams())).toHaveLength(2);
    expect(await ok(ann.org.listTeamMembers({ query: { teamId: team.id } }))).toHaveLength(1);
    const gone = await ok(ann.org.removeTeamMember({ teamId: team.id, userId: ann.id }));
    expect(gone).toEqual({ message: "Team member removed successfully." });
    expect((await ann.org.setActiveTeam({ teamId: null })).data).toBeNull();
    expect(await ok(ann.org.removeTeam({ teamId: team.id }))).toEqual({ message: "Team removed successfully." });
  });

  test("creates, lists, reads, changes, and deletes roles", async () => {
    const { org } = await person("ann4");
    await ok(org.create({ name: "Four", slug: "four" }));
    const permission = { member: ["update"] } as const;
    const made = await ok(org.createRole({ role: "editor", permission: permission as never }));
    expect(made).toMatchObject({ success: true, roleData: { role: "editor" } });
    expect(await ok(org.listRoles())).toHaveLength(1);
    const read = await ok(org.getRole({ query: { roleName: "editor" } as never }));
    expect(read).toMatchObject({ permission });
    const changed = await ok(
      org.updateRole({ roleName: "editor", data: { permission: { team: ["create"] } } } as never),
    );
    expect(changed).toMatchObject({ roleData: { permission: { team: ["create"] } } });
    expect(await ok(org.deleteRole({ roleName: "editor" } as never))).toEqual({ success: true });
  });

  test("its stores load their data", async () => {
    const { client, org } = await person("ann5");
    await ok(org.create({ name: "Five", slug: "five" }));
    for (const path of ["list", "get-full-organization", "get-active-member", "get-active-member-role"]) {
      const { error, data } = await client.$fetch(`/organization/${path}`, { method: "GET" });
      expect([path, error]).toEqual([path, null]);
      expect(data).not.toBeNull();
    }
  });
});
