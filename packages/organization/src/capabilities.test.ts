import { admin } from "@latchkey/admin";
import { type Capabilities, memoryAdapter } from "@latchkey/core";
import { createAccessControl } from "@latchkey/core/access";
import { userTable } from "@latchkey/core/plugin";
import { startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { type Body, outcome, startOrganizations } from "../test/app.ts";
import { defaultStatements, organization, roleStatements } from "./index.ts";

const partOf = async (options: object, authOptions: object = {}) => {
  const { app } = await startOrganizations(options, authOptions);
  return ((await app.auth.api.capabilities()) as Capabilities).plugins.organization;
};

test("the capabilities contain the roles, the limits, and how invitations are sent", async () => {
  expect(await partOf({})).toEqual({
    create: "all",
    teams: false,
    dynamicRoles: false,
    delete: true,
    invitations: "email",
    invitationExpiresIn: 172_800,
    membershipLimit: 100,
    roles: ["owner", "admin", "member"],
    creatorRole: "owner",
    statements: expect.objectContaining({ organization: ["update", "delete"] }),
    permissions: {
      owner: expect.objectContaining({ organization: ["update", "delete"] }),
      admin: expect.objectContaining({ organization: ["update"] }),
      member: {},
    },
  });
  const options = {
    allowUserToCreateOrganization: () => true,
    membershipLimit: () => 5,
    sendInvitationEmail: undefined,
    teams: { enabled: true },
    dynamicAccessControl: { enabled: true },
    disableOrganizationDeletion: true,
  };
  expect(await partOf(options)).toMatchObject({
    create: "some",
    teams: true,
    dynamicRoles: true,
    delete: false,
    invitations: "link",
    membershipLimit: null,
    statements: { ac: ["create", "read", "update", "delete"] },
  });
  const disabledPaths = ["/organization/create", "/organization/delete"];
  expect(await partOf({}, { disabledPaths })).toMatchObject({ create: "none", delete: false });
});

describe("the account's state", () => {
  test("names the organizations without another owner", async () => {
    const { app, person, found, join } = await startOrganizations();
    const [ann, bob] = [await person("ann"), await person("bob")];
    const state = async () => (await ann.get<Body>("/account-state")).body;
    expect(await state()).toMatchObject({ canCreateOrganization: true, soleOwnerOf: [] });
    const beta = await found(ann, "beta");
    const acme = await found(ann, "acme");
    expect((await state()).soleOwnerOf).toEqual([
      { id: acme, name: "acme" },
      { id: beta, name: "beta" },
    ]);
    await join(beta, bob, "member");
    expect((await state()).soleOwnerOf).toHaveLength(2);
    await app.auth.api.transferOwnership({ body: { organizationId: beta, userId: bob.userId } });
    expect((await state()).soleOwnerOf).toEqual([{ id: acme, name: "acme" }]);
    expect((await bob.get<Body>("/account-state")).body.soleOwnerOf).toEqual([]);
  });

  test("shows whether the user can create an organization", async () => {
    const limited = await startOrganizations({ organizationLimit: 1 });
    const ann = await limited.person("ann");
    const can = async () => (await ann.get<Body>("/account-state")).body.canCreateOrganization;
    expect(await can()).toBe(true);
    await limited.found(ann);
    expect(await can()).toBe(false);
    const only = await startOrganizations({
      allowUserToCreateOrganization: ({ email }: { email: string }) => email === "bob@example.com",
    });
    const answers = await Promise.all(
      ["ann", "bob"].map(async (name) => (await (await only.person(name)).get<Body>("/account-state")).body),
    );
    expect(answers.map(({ canCreateOrganization }) => canCreateOrganization)).toEqual([false, true]);
    expect((await only.app.browser().get("/account-state")).status).toBe(401);
  });
});

test("the active member includes the permissions of all their roles, including custom ones", async () => {
  const { person, found, join } = await startOrganizations({
    ac: createAccessControl({ ...defaultStatements, ...roleStatements }),
    dynamicAccessControl: { enabled: true },
  });
  const [ann, bob] = [await person("ann"), await person("bob")];
  const organizationId = await found(ann);
  await ann.call("create-role", { role: "inviter", permission: { invitation: ["create"] } });
  await join(organizationId, bob, "member,inviter");
  const { permissions } = (await bob.read("get-active-member")).body;
  expect(permissions).toEqual({ ac: ["read"], invitation: ["create"] });
  expect((await ann.read("get-active-member")).body.permissions).toMatchObject({ organization: ["update", "delete"] });
});

describe("members of a team", () => {
  test("are listed for members who can manage members, even if they aren't in the team", async () => {
    const { person, found, join } = await startOrganizations({ teams: { enabled: true } });
    const [ann, bob, cem] = [await person("ann"), await person("bob"), await person("cem")];
    const organizationId = await found(ann);
    await join(organizationId, bob);
    await join(organizationId, cem);
    const teamId = (await ann.call("create-team", { name: "Design" })).body.id;
    const list = (who: typeof ann, more: Record<string, string> = {}) =>
      who.read("list-members", { organizationId, teamId, ...more });
    expect((await list(ann)).body).toMatchObject({ members: [], total: 0 });
    for (const { userId } of [bob, cem]) await ann.call("add-team-member", { teamId, userId });
    const first = (await list(ann, { limit: "1" })).body;
    expect(first.total).toBe(2);
    const second = (await list(ann, { limit: "1", cursor: first.nextCursor })).body;
    const ids = [...first.members, ...second.members].map((member: Body) => member.userId);
    expect(ids.sort()).toEqual([bob.userId, cem.userId].sort());
    expect(Object.keys(first.members[0]).sort()).toEqual(
      ["createdAt", "id", "organizationId", "role", "suspendedAt", "teamId", "user", "userId"].sort(),
    );
    expect((await list(ann, { search: "cem" })).body.total).toBe(1);
    expect(outcome(await list(bob))).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_LIST_THE_MEMBERS_OF_A_TEAM"]);
  });

  test("get the same response for another organization's team as for a missing one", async () => {
    const { person, found, join } = await startOrganizations({ teams: { enabled: true } });
    const [ann, eve] = [await person("ann"), await person("eve")];
    const acme = await found(ann, "acme");
    await found(eve, "other");
    const [foreign] = (await eve.read("list-teams")).body;
    await join(acme, eve);
    for (const teamId of [foreign.id, "none"]) {
      const answer = await ann.read("list-members", { organizationId: acme, teamId });
      expect(outcome(answer)).toEqual([400, "TEAM_NOT_FOUND"]);
    }
    const without = await startOrganizations();
    const bea = await without.person("bea");
    await without.found(bea);
    expect(outcome(await bea.read("list-members", { teamId: foreign.id }))).toEqual([400, "TEAM_NOT_FOUND"]);
  });
});

describe("a user's organizations", () => {
  test("are shown to admins with the user's roles, in two queries", async () => {
    const statements: unknown[] = [];
    const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
    const app = await startAuth({ database, plugins: [organization(), admin()] });
    const [ann, root] = [app.browser(), app.browser()];
    const annId = (await ann.signUp("ann@example.com")).body.user.id;
    const rootId = (await root.signUp("root@example.com")).body.user.id;
    await app.auth.$context.db.update(userTable, { where: { id: rootId }, set: { role: "admin" } as never });
    await ann.post("/organization/create", { name: "Acme", slug: "acme" });
    const path = `/admin/list-user-organizations?userId=${annId}`;
    statements.length = 0;
    expect((await root.get<Body>(path)).body).toEqual({
      organizations: [expect.objectContaining({ slug: "acme", role: "owner" })],
    });
    expect(statements.length).toBe(app.auth.$context.extensions.endpoints.listUserOrganizations?.queryBudget);
    expect((await root.get<Body>("/admin/list-user-organizations?userId=none")).body).toEqual({ organizations: [] });
    const refused = await ann.get<Body>(path);
    expect([refused.status, refused.body.code, refused.body.missingPermissions]).toEqual([
      403,
      "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_ORGANIZATIONS",
      ["user:get"],
    ]);
    expect((await app.browser().get(path)).status).toBe(401);
  });

  test("don't exist without the admin plugin", async () => {
    const { app, person } = await startOrganizations();
    const ann = await person("ann");
    expect((await ann.get(`/admin/list-user-organizations?userId=${ann.userId}`)).status).toBe(404);
    expect(app.auth.$context.extensions.endpoints).not.toHaveProperty("listUserOrganizations");
  });
});
