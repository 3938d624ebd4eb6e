/**
 * Actions while impersonating an owner are recorded with the impersonator, and their effects can't outlast the
 * impersonation.
 */

import {
  auditTable,
  createSession,
  definePlugin,
  defineUntypedEndpoint,
  findUserByEmail,
  requireSession,
  type ServerCalls,
} from "@latchkey/core/plugin";
import { startAuth } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { outcome, type Person, personOf } from "../test/app.ts";
import { createAccessControl, defaultStatements } from "./access.ts";
import type { OrganizationCalls } from "./contract.ts";
import type { OrganizationOptions } from "./options.ts";
import { organization } from "./plugin.ts";

/** Lets any user impersonate the owner. */
const seats = definePlugin({
  id: "seats",
  tables: [{ extends: "session", columns: { takenBy: { type: "string", nullable: true } } }],
  impersonatorOf: (session) => (session as unknown as { readonly takenBy: string | null }).takenBy,
  endpoints: {
    sitDown: defineUntypedEndpoint({
      method: "POST",
      path: "/seats/sit-down",
      guards: [requireSession],
      queryBudget: 4,
      async handle(_, context) {
        const user = await findUserByEmail(context.db, "ann@example.com");
        if (!user) throw new Error("No user is signed in here.");
        const actorId = context.user.id;
        await createSession(context, {
          user,
          method: "seat",
          provenFactors: [],
          actorId,
          fields: { takenBy: actorId },
        });
        return { status: true };
      },
    }),
  },
});

async function start(options: OrganizationOptions = {}) {
  const app = await startAuth({ plugins: [organization(options), seats] });
  const person = async (name: string): Promise<Person> => {
    const browser = app.browser();
    const email = `${name}@example.com`;
    const { user } = (await browser.signUp(email)).body;
    return personOf(browser, user.id, email);
  };
  const [ann, eve, bob] = [await person("ann"), await person("eve"), await person("bob")];
  const organizationId: string = (await ann.call("create", { name: "Acme", slug: "acme" })).body.id;
  const { id: invitationId } = (await ann.call("invite-member", { email: bob.email, role: "member" })).body;
  const memberId: string = (await bob.call("accept-invitation", { invitationId })).body.member.id;
  await eve.post("/seats/sit-down");
  await eve.call("set-active", { organizationId });
  return { app, ann, eve, bob, organizationId, memberId };
}

test("ADMIN-05 ORG-28: an impersonator can't add or remove owners, or delete an organization", async () => {
  const { ann, eve, bob, organizationId, memberId } = await start();
  const refusal = [403, "NOT_ALLOWED_WHILE_IMPERSONATING"];
  const invite = (role: string) => eve.call("invite-member", { email: "eve@example.com", role });
  expect(outcome(await invite("owner"))).toEqual(refusal);
  expect(outcome(await invite("member,owner"))).toEqual(refusal);
  expect(outcome(await eve.call("update-member-role", { memberId, role: "owner" }))).toEqual(refusal);
  expect(outcome(await eve.call("delete", { organizationId }))).toEqual(refusal);
  await ann.call("update-member-role", { memberId, role: "owner" });
  expect(outcome(await eve.call("update-member-role", { memberId, role: "member" }))).toEqual(refusal);
  expect(outcome(await eve.call("remove-member", { memberIdOrEmail: memberId }))).toEqual(refusal);
  expect(outcome(await eve.call("leave", { organizationId }))).toEqual(refusal);
  // The owner can make all of these calls without an impersonation.
  expect((await ann.call("invite-member", { email: "eve@example.com", role: "owner" })).status).toBe(200);
  expect((await ann.call("remove-member", { memberIdOrEmail: bob.email })).status).toBe(200);
  expect((await ann.call("delete", { organizationId })).status).toBe(200);
});

test("changes during an impersonation name the impersonator", async () => {
  const { app, ann, eve, organizationId, memberId } = await start();
  expect((await eve.call("invite-member", { email: "dan@example.com", role: "admin" })).status).toBe(200);
  expect((await eve.call("update-member-role", { memberId, role: "admin" })).status).toBe(200);
  const where = { organizationId, onBehalfOf: eve.userId };
  const rows = await app.auth.$context.db.findMany(auditTable, { where, limit: 10 });
  expect(rows.map(({ action, actorId }) => [action, actorId]).sort()).toEqual([
    ["invitation.create", ann.userId],
    ["member.role.update", ann.userId],
  ]);
});

test("ROLE-02: an impersonator can't create roles, or assign roles that control the organization or its roles", async () => {
  const ac = createAccessControl({ ...defaultStatements, project: ["create"] });
  const roles = { deleter: ac.newRole({ organization: ["delete"] }), editor: ac.newRole({ project: ["create"] }) };
  const { app, ann, eve, bob, organizationId, memberId } = await start({
    ac,
    roles,
    dynamicAccessControl: { enabled: true },
  });
  const refusal = [403, "NOT_ALLOWED_WHILE_IMPERSONATING"];
  const permission = { ...defaultStatements, ac: ["create", "read", "update", "delete"] };
  await ann.call("create-role", { role: "keeper", permission: { ac: ["update"] } });
  await ann.call("create-role", { role: "reader", permission: { ac: ["read"] } });
  expect(outcome(await eve.call("create-role", { role: "all", permission }))).toEqual(refusal);
  const data = { permission: { ac: ["update", "delete"] } };
  expect(outcome(await eve.call("update-role", { roleName: "keeper", data }))).toEqual(refusal);
  expect(outcome(await eve.call("delete-role", { roleName: "reader" }))).toEqual(refusal);

  for (const role of ["admin", "deleter", "keeper", "member,keeper"]) {
    const invited = await eve.call("invite-member", { email: "eve@example.com", role });
    expect([role, ...outcome(invited)]).toEqual([role, ...refusal]);
    expect(outcome(await eve.call("update-member-role", { memberId, role }))).toEqual(refusal);
    const api = app.auth.api as unknown as ServerCalls<OrganizationCalls>;
    const added = await api.addMember.result({
      headers: eve.headers(),
      body: { organizationId, userId: eve.userId, role },
    });
    expect([role, added.error?.code]).toEqual([role, refusal[1]]);
  }
  const own = await ann.call("invite-member", { email: "dan@example.com", role: "admin" });
  expect(own.status).toBe(200);
  const again = await eve.call("invite-member", { email: "dan@example.com", role: "editor", resend: true });
  expect(outcome(again)).toEqual(refusal);
  const { id: invitationId } = own.body;
  expect(outcome(await eve.call("invitation-link", { invitationId }))).toEqual(refusal);
  // Roles that don't grant control can be assigned as usual.
  expect((await eve.call("update-member-role", { memberId, role: "editor,reader" })).status).toBe(200);
  expect((await eve.call("invite-member", { email: "fay@example.com", role: "editor" })).status).toBe(200);
  void bob;
});

test("ROLE-02: an impersonator can't accept an invitation to such a role either", async () => {
  const { app, ann, bob } = await start();
  const dan = app.browser();
  await dan.signUp("dan@example.com");
  const other = personOf(dan, "", "dan@example.com");
  await other.call("create", { name: "Other", slug: "other" });
  const { id: invitationId } = (await other.call("invite-member", { email: ann.email, role: "owner" })).body;
  await bob.post("/seats/sit-down");
  const refused = await bob.call("accept-invitation", { invitationId });
  expect(outcome(refused)).toEqual([403, "NOT_ALLOWED_WHILE_IMPERSONATING"]);
  expect((await ann.call("accept-invitation", { invitationId })).status).toBe(200);
});
