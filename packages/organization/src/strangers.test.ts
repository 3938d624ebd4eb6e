/** Tests what a user outside of an organization can learn or do. */

import { userTable } from "@latchkey/core/plugin";
import { outboxEmpty } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { outcome, type Person, startOrganizations } from "../test/app.ts";
import { invitationTable, memberTable } from "./tables.ts";

describe("a stranger", () => {
  test("ENUM-09: can check slugs only when signed in, and with a rate limit", async () => {
    const { app, person, found } = await startOrganizations(
      {},
      { rateLimit: { enabled: true, customRules: { "/sign-up/email": false, "/organization/create": false } } },
    );
    await found(await person("owner"));
    const visitor = app.browser();
    const calls = [
      ["check-slug", [200, 400, 429]],
      ["is-slug-available", [200, 429]],
    ] as const;
    const stranger = await person("stranger");
    for (const [call, expected] of calls) {
      for (const slug of ["acme", "free"]) {
        expect(outcome(await visitor.post(`/organization/${call}`, { slug }))).toEqual([401, "UNAUTHORIZED"]);
      }
      const statuses: number[] = [];
      for (let i = 0; i < 60; i++) statuses.push((await stranger.call(call, { slug: i % 2 ? "acme" : "free" })).status);
      expect(new Set(statuses)).toEqual(new Set(expected));
      expect(outcome(await stranger.call(call, { slug: "acme" }))).toEqual([429, "TOO_MANY_REQUESTS"]);
    }
  });

  test("ENUM-09: only learns that an invitation is for another user, and needs an id that can't be guessed", async () => {
    const { person, found, app } = await startOrganizations();
    const owner = await person("owner");
    const organizationId = await found(owner);
    const invited = (await owner.call("invite-member", { organizationId, email: "guest@example.com", role: "member" }))
      .body;
    expect(invited.id).toMatch(/^\w{32}$/);
    const stranger = await person("stranger");
    for (const call of ["get-invitation", "accept-invitation", "reject-invitation"]) {
      const ask = (id: string) =>
        call === "get-invitation" ? stranger.read(call, { id }) : stranger.call(call, { invitationId: id });
      const foreign = await ask(invited.id);
      expect([call, ...outcome(foreign)]).toEqual([call, 403, "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION"]);
      // Reveals nothing about the recipient, the inviter, or the organization.
      expect(JSON.stringify(foreign.body)).not.toMatch(/guest|owner|acme/i);
      for (const id of ["x".repeat(32), "", "%", organizationId]) {
        const absent = await ask(id);
        expect([call, id, absent.status >= 400, JSON.stringify(absent.body).includes("acme")]).toEqual([
          call,
          id,
          true,
          false,
        ]);
      }
    }
    // When a member revokes an invitation, another organization's invitation gets the same error as a missing one.
    const cancel = async (invitationId: string) => outcome(await stranger.call("cancel-invitation", { invitationId }));
    expect(await cancel(invited.id)).toEqual(await cancel("x".repeat(32)));
    expect(await app.auth.$context.db.count(invitationTable, { where: { status: "pending" } })).toBe(1);
  });
});

test("ORG-26: an email at the same domain makes no one a member, whether at sign-up, after verification, or at sign-in", async () => {
  const { app, box, person, found } = await startOrganizations();
  const { db } = app.auth.$context;
  const owner = await person("owner");
  const organizationId = await found(owner);
  await owner.call("invite-member", { organizationId, email: "invited@example.com", role: "admin" });
  const colleagues: Person[] = [await person("colleague"), await person("invited")];
  for (const colleague of colleagues) {
    await db.update(userTable, { where: { id: colleague.userId }, set: { emailVerified: true } });
    await colleague.signIn(colleague.email);
    expect((await colleague.read("list")).body).toEqual([]);
    expect((await colleague.get<{ session: object }>("/get-session")).body.session).toMatchObject({
      activeOrganizationId: null,
    });
    expect((await colleague.read("get-full-organization", { organizationId })).status).toBe(403);
  }
  await outboxEmpty(app.auth);
  expect(box.mails.map(({ to }) => to)).toEqual(["invited@example.com"]);
  expect(await db.count(memberTable, {})).toBe(1);
});
