import { outboxEmpty, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { outcome, type Person, personOf, startOrganizations } from "../../test/app.ts";
import { memberTable } from "../tables.ts";

const verification = "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION";

async function start(options: Parameters<typeof startOrganizations>[0] = {}, authOptions: object = {}) {
  const it = await startOrganizations(options, authOptions);
  const ann = await it.person("ann");
  const organizationId = await it.found(ann);
  const invite = async (email: string, more: object = {}): Promise<string> =>
    (await ann.call("invite-member", { email, role: "member", ...more })).body.id;
  return { ...it, ann, organizationId, invite };
}

describe("an invitation", () => {
  test("is sent by email, read and accepted by its recipient, and makes them a member", async () => {
    const { ann, box, person, organizationId } = await start();
    const bob = await person("bob");
    const sent = await ann.call("invite-member", { email: "Bob@Example.com", role: ["admin", "member"] });
    expect(sent.body).toMatchObject({
      email: "bob@example.com",
      role: "admin,member",
      status: "pending",
      teamId: null,
      inviterId: ann.userId,
    });
    const mail = await box.next("invitation");
    expect(mail.to).toBe("bob@example.com");
    expect(mail.mail).toMatchObject({ organizationName: "acme", inviterName: "ann", role: "admin,member" });
    const url = new URL(mail.url);
    expect([url.origin + url.pathname, url.searchParams.get("id")]).toEqual([
      "http://app.test/accept-invitation",
      mail.mail.id,
    ]);
    expect(mail.mail.id).toMatch(new RegExp(`^${sent.body.id}\\.[\\w-]{43}$`));
    expect(mail.token).toBe(mail.mail.id);
    const { body } = await bob.read("get-invitation", { id: sent.body.id });
    expect(body).toMatchObject({
      organizationName: "acme",
      organizationSlug: "acme",
      organizationLogo: null,
      inviterName: "ann",
      inviterEmail: "ann@example.com",
    });
    expect((await bob.read("list-user-invitations")).body).toMatchObject([{ organizationName: "acme" }]);
    const accepted = await bob.call("accept-invitation", { invitationId: sent.body.id });
    expect(accepted.body).toMatchObject({
      invitation: { status: "accepted" },
      member: { role: "admin,member", userId: bob.userId, organizationId },
    });
    expect((await bob.get("/get-session")).body).toMatchObject({ session: { activeOrganizationId: organizationId } });
    expect((await ann.read("list-invitations")).body).toMatchObject([{ status: "accepted" }]);
  });

  test("ORG-09: only works for its email, in any case, and not for a look-alike", async () => {
    const { ann, invite, person } = await start();
    const [bob, eve] = [await person("bob"), await person("eve")];
    const invitationId = await invite("BOB@example.COM");
    for (const path of ["accept-invitation", "reject-invitation"]) {
      const refused = await eve.call(path, { invitationId });
      expect(outcome(refused)).toEqual([403, "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION"]);
    }
    await ann.call("update", { data: { logo: "https://acme.test/logo.png" } });
    const refused = await eve.read("get-invitation", { id: invitationId });
    expect(outcome(refused)).toEqual([403, "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION"]);
    // A stranger learns nothing about the organization or its members.
    expect(JSON.stringify(refused.body)).not.toMatch(/acme|ann/);
    expect((await bob.read("get-invitation", { id: invitationId })).body).toMatchObject({
      organizationLogo: "https://acme.test/logo.png",
    });
    expect((await eve.read("list-user-invitations")).body).toEqual([]);
    for (const email of ["bоb@example.com", "bob@example.com\u0000", "bob", "\u212Aate@example.com", ""]) {
      expect(outcome(await ann.call("invite-member", { email, role: "member" }))).toEqual([400, "INVALID_EMAIL"]);
    }
    expect((await bob.call("accept-invitation", { invitationId })).status).toBe(200);
  });

  test("ORG-10: an unverified email can't read, accept, reject, or list anything by the plain id", async () => {
    const { app, box, invite } = await start();
    const invitationId = await invite("bob@example.com");
    const browser = app.browser();
    const { user } = (await browser.signUp("bob@example.com")).body;
    const bob = personOf(browser, user.id, user.email);
    expect(outcome(await bob.read("get-invitation", { id: invitationId }))).toEqual([403, verification]);
    for (const path of ["accept-invitation", "reject-invitation"]) {
      expect(outcome(await bob.call(path, { invitationId }))).toEqual([403, verification]);
      expect(outcome(await bob.call(path, { invitationId, token: "x".repeat(32) }))).toEqual([403, verification]);
    }
    const listed = await bob.read("list-user-invitations");
    expect(outcome(listed)).toEqual([403, "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"]);

    const { token } = await box.next("invitation");
    expect((await bob.call("accept-invitation", { invitationId, token })).status).toBe(200);
    expect((await bob.get("/get-session")).body).toMatchObject({ user: { emailVerified: true } });
  });

  test("its link verifies a new user's email and adds them as a member, if emails must be verified", async () => {
    const send = async (): Promise<void> => {};
    const { app, box, person, ann } = await startOrganizations(
      {},
      {
        emailAndPassword: { enabled: true, requireEmailVerification: true },
        emailVerification: { sendVerificationEmail: send },
      },
    ).then(async (it) => {
      // This setup requires verified emails, so verify the owner's email first.
      await it.app.browser().signUp("ann@example.com");
      const { db } = it.app.auth.$context;
      await db.update({ name: "user", columns: {} }, { where: {}, set: { emailVerified: true } });
      const browser = it.app.browser();
      const { user } = (await browser.signIn("ann@example.com")).body;
      return { ...it, ann: personOf(browser, user.id, user.email) };
    });
    void person;
    await ann.call("create", { name: "Acme", slug: "acme" });
    const { id } = (await ann.call("invite-member", { email: "bob@example.com", role: "member" })).body;
    const { token } = await box.next("invitation");
    const browser = app.browser();
    const reads = async (query: object) =>
      outcome(await browser.get(`/organization/get-invitation?${new URLSearchParams({ id, ...query })}`));
    expect(await reads({})).toEqual([401, "UNAUTHORIZED"]);
    expect(await reads({ token: "x".repeat(32) })).toEqual([400, "INVITATION_NOT_FOUND"]);
    expect(await reads({ token })).toEqual([200, undefined]);

    const signUp = (fields: object) =>
      app.browser().post("/sign-up/email", { name: "B", password: testPassword, ...fields });
    expect((await signUp({ email: "eve@example.com", invitationToken: token })).body).toMatchObject({ token: null });
    expect((await signUp({ email: "dan@example.com", invitationToken: "wrong" })).body).toMatchObject({ token: null });
    const body = { name: "Bob", email: "bob@example.com", password: testPassword, invitationToken: token };
    const signedUp = await browser.post("/sign-up/email", body);
    expect(signedUp.body).toMatchObject({ token: expect.any(String), user: { emailVerified: true } });
    expect((await browser.post("/organization/accept-invitation", { invitationId: id })).status).toBe(200);
  });

  test("ORG-11: no longer works once it's accepted, rejected, canceled, or expired", async () => {
    const { app, ann, invite, person } = await start();
    const bob = await person("bob");
    const first = await invite("bob@example.com");
    expect((await bob.call("reject-invitation", { invitationId: first })).body).toMatchObject({
      invitation: { status: "rejected" },
      member: null,
    });
    const second = await invite("bob@example.com");
    expect((await ann.call("cancel-invitation", { invitationId: second })).body).toMatchObject({ status: "canceled" });
    const third = await invite("bob@example.com");
    app.clock.advance(172_799);
    expect((await bob.read("get-invitation", { id: third })).status).toBe(200);
    app.clock.advance(1);
    const accepted = await (async () => {
      const id = await invite("bob@example.com");
      expect((await bob.call("accept-invitation", { invitationId: id })).status).toBe(200);
      return id;
    })();
    for (const invitationId of [first, second, third, accepted, "nothing"]) {
      for (const path of ["accept-invitation", "reject-invitation"]) {
        expect(outcome(await bob.call(path, { invitationId }))).toEqual([400, "INVITATION_NOT_FOUND"]);
      }
      expect(outcome(await bob.read("get-invitation", { id: invitationId }))).toEqual([400, "INVITATION_NOT_FOUND"]);
    }
    const late = await ann.call("cancel-invitation", { invitationId: accepted });
    expect([late.status, late.body.status]).toEqual([200, "canceled"]);
    expect((await ann.read("list-members")).body.total).toBe(2);
    expect((await ann.call("cancel-invitation", { invitationId: first })).body.status).toBe("canceled");
  });

  test("ORG-14: can't grant permissions that its inviter has lost since", async () => {
    const { ann, app, join, organizationId, person } = await start();
    const [bob, eve, dan] = [await person("bob"), await person("eve"), await person("dan")];
    const { id: memberId } = await join(organizationId, bob, "admin");
    const byBob = async (email: string, role: string): Promise<string> =>
      (await bob.call("invite-member", { email, role })).body.id;
    const [high, low] = [await byBob("eve@example.com", "admin"), await byBob("dan@example.com", "member")];
    await ann.call("update-member-role", { memberId, role: "member" });
    const above = await eve.call("accept-invitation", { invitationId: high });
    expect(outcome(above)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE"]);
    // Directly in the database, so that the invitation stays pending, as in a database of an earlier version.
    await app.auth.$context.db.remove(memberTable, { where: { id: memberId } });
    for (const answer of [
      await dan.call("accept-invitation", { invitationId: low }),
      await dan.read("get-invitation", { id: low }),
    ]) {
      expect(outcome(answer)).toEqual([400, "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION"]);
    }
    expect((await ann.read("list-members")).body.total).toBe(1);
  });

  test("ORG-17: an email has at most one that's pending, and inviting again is rejected, resends it, or replaces it", async () => {
    const { ann, box, invite, app } = await start({ invitationLimit: 2 });
    const id = await invite("bob@example.com");
    const again = { email: "bob@example.com", role: "member" };
    const already = "USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION";
    expect(outcome(await ann.call("invite-member", again))).toEqual([400, already]);
    app.clock.advance(60);
    const before = (await ann.read("list-invitations")).body[0].expiresAt;
    const resent = await ann.call("invite-member", { ...again, resend: true });
    expect(resent.body.id).toBe(id);
    expect(new Date(resent.body.expiresAt).getTime()).toBe(new Date(before).getTime() + 60_000);
    await box.next("invitation");
    await box.next("invitation");
    await invite("eve@example.com");
    const third = await ann.call("invite-member", { email: "dan@example.com", role: "member" });
    expect(outcome(third)).toEqual([403, "INVITATION_LIMIT_REACHED"]);
    const self = await ann.call("invite-member", { email: "ann@example.com", role: "member" });
    expect(outcome(self)).toEqual([400, "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION"]);

    const replacing = await start({ cancelPendingInvitationsOnReInvite: true, invitationLimit: 1 });
    const old = await replacing.invite("bob@example.com");
    const fresh = await replacing.invite("bob@example.com");
    const { body } = await replacing.ann.read("list-invitations");
    const states = Object.fromEntries(body.map((one: { id: string; status: string }) => [one.id, one.status]));
    expect(states).toEqual({ [old]: "canceled", [fresh]: "pending" });
  });

  test("ORG-04 ORG-14: members can't resend an invitation to a role that they couldn't assign", async () => {
    const { ann, app, join, organizationId, person } = await start();
    const [bob, eve] = [await person("bob"), await person("eve")];
    await join(organizationId, bob, "admin");
    const { expiresAt } = (await ann.call("invite-member", { email: eve.email, role: "owner" })).body;
    app.clock.advance(60);
    const again = await bob.call("invite-member", { email: eve.email, role: "member", resend: true });
    expect(outcome(again)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE"]);
    expect((await ann.read("list-invitations")).body).toMatchObject([{ role: "owner", expiresAt }]);
    const byOwner = await ann.call("invite-member", { email: eve.email, role: "member", resend: true });
    expect(byOwner.body).toMatchObject({ role: "owner", status: "pending" });
    expect(byOwner.body.expiresAt).not.toBe(expiresAt);
  });

  test("an email verified by the invitation's token is announced like any other", async () => {
    const told: string[] = [];
    const afterEmailVerification = ({ email }: { readonly email: string }): void => void told.push(email);
    const { app, box, invite } = await start({}, { emailVerification: { afterEmailVerification } });
    const invitationId = await invite("bob@example.com");
    const { token } = await box.next("invitation");
    const browser = app.browser();
    await browser.signUp("bob@example.com");
    expect((await browser.post("/organization/accept-invitation", { invitationId, token })).status).toBe(200);
    await outboxEmpty(app.auth);
    expect(told).toEqual(["bob@example.com"]);
  });

  test("ORG-16: ids are long and random, and lists require membership", async () => {
    const { invite, organizationId, person } = await start();
    expect(await invite("bob@example.com")).toMatch(/^[A-Za-z0-9]{32}$/);
    const eve = await person("eve");
    expect(outcome(await eve.read("list-invitations"))).toEqual([400, "ORGANIZATION_ID_IS_REQUIRED"]);
    for (const id of [organizationId, "nothing"]) {
      const refused = await eve.read("list-invitations", { organizationId: id });
      expect(outcome(refused)).toEqual([403, "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION"]);
    }
    const canceled = await eve.call("cancel-invitation", { invitationId: await invite("dan@example.com") });
    expect(outcome(canceled)).toEqual([400, "INVITATION_NOT_FOUND"]);
  });

  test("ORG-25: a former member returns with only the invitation's role, and no one can join a full organization", async () => {
    const { ann, invite, join, organizationId, person } = await start({ membershipLimit: 2 });
    const [bob, eve] = [await person("bob"), await person("eve")];
    await join(organizationId, bob, "admin");
    await bob.call("leave", { organizationId });
    const [forBob, forEve] = [await invite("bob@example.com"), await invite("eve@example.com")];
    expect((await bob.call("accept-invitation", { invitationId: forBob })).body.member.role).toBe("member");
    const full = await eve.call("accept-invitation", { invitationId: forEve });
    expect(outcome(full)).toEqual([403, "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED"]);
    expect((await eve.read("get-invitation", { id: forEve })).body.status).toBe("pending");
    await ann.call("remove-member", { memberIdOrEmail: "bob@example.com" });
    expect((await eve.call("accept-invitation", { invitationId: forEve })).status).toBe(200);
  });

  test("ORG-25: a removed member can't return with an invitation that was still pending", async () => {
    const { ann, box, invite, join, organizationId, person } = await start();
    const bob = await person("bob");
    const invitationId = await invite("bob@example.com", { role: "admin" });
    const { token } = await box.next("invitation");
    await join(organizationId, bob);
    const member = await bob.call("accept-invitation", { invitationId });
    expect(outcome(member)).toEqual([400, "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION"]);
    await ann.call("remove-member", { memberIdOrEmail: "bob@example.com" });
    for (const body of [{ invitationId }, { invitationId, token }]) {
      expect(outcome(await bob.call("accept-invitation", body))).toEqual([400, "INVITATION_NOT_FOUND"]);
    }
    expect((await ann.read("list-members")).body.total).toBe(1);
    expect((await ann.read("list-invitations")).body).toMatchObject([{ status: "canceled" }]);
  });

  test("ORG-27: users can't list invitations for another email over HTTP, but the server can", async () => {
    const { app, invite, person } = await start();
    await invite("bob@example.com");
    const eve: Person = await person("eve");
    expect((await eve.read("list-user-invitations", { email: "bob@example.com" })).body).toEqual([]);
    const query = { email: "bob@example.com" };
    expect(await app.auth.api.listUserInvitations({ query })).toMatchObject([{ organizationName: "acme" }]);
  });
});
