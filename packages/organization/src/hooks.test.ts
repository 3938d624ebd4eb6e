import { AuthError } from "@latchkey/core";
import type { TableChange } from "@latchkey/core/plugin";
import { outboxEmpty } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { outcome, startOrganizations } from "../test/app.ts";
import { memberTable, organizationTable } from "./tables.ts";

describe("hooks on changes", () => {
  test("see a change in its transaction, can reject it, and run after the commit or the failure", async () => {
    const told: string[] = [];
    const note = (moment: string) => (change: TableChange) =>
      void told.push(`${moment} ${change.table} ${change.operation}`);
    const { app, person, found } = await startOrganizations({
      hooks: {
        organization: { create: { inTransaction: note("in"), afterCommit: note("after") } },
        member: {
          create: {
            async inTransaction({ rows }, tx) {
              expect(await tx.count(memberTable, { where: { id: rows[0]?.id as string } })).toBe(1);
              const entry = { status: 403, message: "Closed" };
              if (rows[0]?.role !== "owner") throw new AuthError("CLOSED", entry);
            },
            onFailure: (error) => void told.push(`failed ${(error as AuthError).code}`),
          },
        },
        invitation: { update: { inTransaction: note("in"), afterCommit: note("after") } },
      },
    });
    const [ann, bob] = [await person("ann"), await person("bob")];
    const organizationId = await found(ann);
    const { id: invitationId } = (await ann.call("invite-member", { email: bob.email, role: "member" })).body;
    expect(outcome(await bob.call("accept-invitation", { invitationId }))).toEqual([403, "CLOSED"]);
    const { db } = app.auth.$context;
    expect(await db.count(memberTable, { where: { organizationId } })).toBe(1);
    expect((await bob.read("get-invitation", { id: invitationId })).body.status).toBe("pending");
    await bob.call("reject-invitation", { invitationId });
    await outboxEmpty(app.auth);
    expect(told.sort()).toEqual([
      "after invitation update",
      "after organization create",
      "failed CLOSED",
      "in invitation update",
      "in invitation update",
      "in organization create",
    ]);
  });

  test("changes are recorded, with the actor and the organization", async () => {
    const { app, person, found, join } = await startOrganizations();
    const [ann, bob] = [await person("ann"), await person("bob")];
    const organizationId = await found(ann);
    const { id } = await join(organizationId, bob);
    await ann.call("update-member-role", { memberId: id, role: "admin" });
    await ann.call("remove-member", { memberIdOrEmail: id });
    await ann.call("delete", { organizationId });
    const rows = await app.auth.$context.db.findMany({ name: "audit", columns: {} }, { limit: 99 });
    const ours = (rows as unknown as Record<string, unknown>[]).filter((row) => row.organizationId === organizationId);
    expect(ours.map(({ action, actorId }) => [action, actorId])).toEqual(
      expect.arrayContaining([
        ["organization.create", ann.userId],
        ["member.create", null],
        ["member.role.update", ann.userId],
        ["member.delete", ann.userId],
        ["organization.delete", ann.userId],
      ]),
    );
    expect(await app.auth.$context.db.count(organizationTable, {})).toBe(0);
  });
});

test("INPUT-04 INPUT-05: objects, lists, and numbers in place of text are rejected, and unknown fields change nothing", async () => {
  const { person, found } = await startOrganizations({ teams: { enabled: true } });
  const ann = await person("ann");
  const organizationId = await found(ann);
  const fields: [string, object, string[]][] = [
    ["create", { name: "A", slug: "a" }, ["name", "slug"]],
    ["update", { data: {}, organizationId }, ["organizationId"]],
    ["invite-member", { email: "x@example.com", role: "member" }, ["email", "organizationId"]],
    ["accept-invitation", { invitationId: "x" }, ["invitationId", "token"]],
    ["remove-member", { memberIdOrEmail: "x" }, ["memberIdOrEmail"]],
    ["update-member-role", { memberId: "x", role: "member" }, ["memberId"]],
    ["create-team", { name: "x" }, ["name"]],
    ["set-active-team", {}, ["teamId"]],
    ["set-active", {}, ["organizationId", "organizationSlug"]],
  ];
  for (const [path, body, names] of fields) {
    for (const name of names) {
      for (const value of [{ $ne: null }, { contains: "" }, ["x"], true, 1]) {
        const answer = outcome(await ann.call(path, { ...body, [name]: value }));
        expect([path, name, value, ...answer]).toEqual([path, name, value, 400, "VALIDATION_ERROR"]);
      }
    }
  }
  const updated = await ann.call("update", {
    data: { name: "B", createdAt: "2001-01-01", epoch: 9, id: "x" },
    userId: "y",
  });
  expect(updated.body).toMatchObject({ id: organizationId, name: "B" });
  for (const logo of ["javascript:alert(1)", "data:text/html,x", "//evil.test/a.png", "x".repeat(3000)]) {
    expect(outcome(await ann.call("update", { data: { logo } }))).toEqual([400, "VALIDATION_ERROR"]);
  }
  const save = async (logo: string) => (await ann.call("update", { data: { logo } })).body.logo;
  expect(await save("https://IMG.test/a b.png")).toBe("https://img.test/a%20b.png");
  expect(await save("logos/acme.png")).toBe("logos/acme.png");
  expect(await save("")).toBeNull();
});
