/** Attacks on invitations through their ids and links, on all available databases. */

import { auditTable, userTable } from "@latchkey/core/plugin";
import { outboxEmpty, testPassword } from "@latchkey/test-kit";
import { databases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OrganizationApp, outcome, type Person, personOf, startOrganizations } from "../../test/app.ts";
import type { OrganizationOptions } from "../options.ts";
import { invitationTable, memberTable } from "../tables.ts";

const verification = "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION";
const withoutMail = { sendInvitationEmail: undefined } as unknown as OrganizationOptions;
const linkForm = /^[A-Za-z0-9]{32}\.[\w-]{43}$/;

let number = 0;

async function start(options: OrganizationOptions = {}, authOptions: object = {}) {
  const it = await startOrganizations(options, authOptions);
  const name = (prefix: string): string => `${prefix}-${number++}`;
  /** Signs up a user whose email stays unverified. */
  const unverified = async (email: string): Promise<Person> => {
    const browser = it.app.browser();
    const { user } = (await browser.signUp(email)).body;
    return personOf(browser, user.id, email);
  };
  const organize = async () => {
    const ann = await it.person(name("ann"));
    const organizationId = await it.found(ann, name("org"));
    const invite = async (email: string, role = "member"): Promise<string> =>
      (await ann.call("invite-member", { email, role })).body.id;
    return { ann, organizationId, invite };
  };
  const isVerified = async (id: string): Promise<boolean | undefined> =>
    (await it.app.auth.$context.db.findOne(userTable, { where: { id } }))?.emailVerified;
  return { ...it, name, unverified, organize, isVerified, db: it.app.auth.$context.db };
}

/** Returns the id in the newest email to this recipient. */
async function mailedTo({ app, box }: Pick<OrganizationApp, "app" | "box">, email: string): Promise<string> {
  await outboxEmpty(app.auth);
  const url = box.mails.filter(({ to }) => to === email).at(-1)?.url;
  return new URL(url ?? "http://no.mail").searchParams.get("id") ?? "";
}

describe.each(databases)("with email on", ({ open }) => {
  let it: Awaited<ReturnType<typeof start>>;
  let close: () => Promise<void>;
  let told: string[];
  beforeAll(async () => {
    const opened = await open();
    close = opened.close;
    told = [];
    const afterEmailVerification = ({ email }: { readonly email: string }): void => void told.push(email);
    it = await start({}, { database: opened.database, emailVerification: { afterEmailVerification } });
  });
  afterAll(() => close());

  test("INVT-01: a member doesn't become owner through an invitation to another user", async () => {
    const { organizationId, invite } = await it.organize();
    const eve = await it.person(it.name("eve"));
    await it.join(organizationId, eve);
    const email = `${it.name("bob")}@example.com`;
    const invitationId = await invite(email, "owner");
    expect(invitationId).not.toMatch(linkForm);
    expect((await eve.read("list-invitations")).body).toEqual([]);
    expect((await eve.read("get-full-organization")).body.invitations).toEqual([]);
    // The plain id, such as from a log, isn't enough, because an unverified email proves nothing.
    const fake = await it.unverified(email);
    for (const path of ["accept-invitation", "reject-invitation"]) {
      expect(outcome(await fake.call(path, { invitationId }))).toEqual([403, verification]);
    }
    expect(outcome(await fake.read("get-invitation", { id: invitationId }))).toEqual([403, verification]);
    expect(await it.db.count(memberTable, { where: { organizationId, userId: fake.userId } })).toBe(0);
    const row = await it.db.findOne(invitationTable, { where: { id: invitationId } });
    expect(row?.status).toBe("pending");
  });

  test("INVT-02: the emailed link accepts without a verified email, and verifies it", async () => {
    const { ann, organizationId, invite } = await it.organize();
    const email = `${it.name("bob")}@example.com`;
    const plain = await invite(email);
    const mailed = await mailedTo(it, email);
    expect(mailed).toMatch(linkForm);
    await ann.call("invite-member", { email, role: "member", resend: true });
    expect(await mailedTo(it, email)).toBe(mailed);
    const bob = await it.unverified(email);
    const { body } = await bob.read("get-invitation", { id: mailed });
    expect(body).toMatchObject({ id: mailed, email });
    expect((await it.app.browser().get(`/organization/get-invitation?id=${mailed}`)).status).toBe(200);
    expect((await bob.read("get-invitation", { id: plain, token: mailed })).status).toBe(200);
    const accepted = await bob.call("accept-invitation", { invitationId: mailed });
    expect(accepted.body).toMatchObject({ invitation: { id: plain, status: "accepted" }, member: { organizationId } });
    expect(await it.isVerified(bob.userId)).toBe(true);
    expect((await bob.get("/get-session")).body).toMatchObject({ user: { emailVerified: true } });
  });

  test("INVT-02: a secret only works for its invitation, its email, and its revision", async () => {
    const { invite } = await it.organize();
    const other = await it.organize();
    const email = `${it.name("bob")}@example.com`;
    const plain = await invite(email, "owner");
    const mailed = await mailedTo(it, email);
    await other.invite(email);
    const elsewhere = await mailedTo(it, email);
    const bob = await it.unverified(email);
    const [, secret] = mailed.split(".") as [string, string];
    const [, foreign] = elsewhere.split(".") as [string, string];
    const wrong = [
      `${plain}.${foreign}`,
      `${plain}.${"A".repeat(43)}`,
      `${plain}.${secret.slice(0, 42)}${secret.endsWith("A") ? "B" : "A"}`,
    ];
    for (const invitationId of wrong) {
      expect(outcome(await bob.call("accept-invitation", { invitationId }))).toEqual([403, verification]);
      const anonymous = await it.app.browser().get(`/organization/get-invitation?id=${invitationId}`);
      expect(outcome(anonymous)).toEqual([400, "INVITATION_NOT_FOUND"]);
    }
    for (const token of [elsewhere, secret, `${plain}.${foreign}`]) {
      expect(outcome(await bob.call("accept-invitation", { invitationId: plain, token }))).toEqual([403, verification]);
    }
    await it.db.increment(invitationTable, { where: { id: plain }, column: "revision" });
    expect(outcome(await bob.call("accept-invitation", { invitationId: mailed }))).toEqual([403, verification]);
    const email2 = `${it.name("dan")}@example.com`;
    await it.db.update(invitationTable, { where: { id: elsewhere.split(".")[0] ?? "" }, set: { email: email2 } });
    const dan = await it.unverified(email2);
    expect(outcome(await dan.call("accept-invitation", { invitationId: elsewhere }))).toEqual([403, verification]);
  });

  test("INVT-02: one of 20 parallel callers with the emailed link accepts, and the email is verified once", async () => {
    const { organizationId, invite } = await it.organize();
    const email = `${it.name("bob")}@example.com`;
    await invite(email);
    const invitationId = await mailedTo(it, email);
    const bob = await it.unverified(email);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => bob.call("accept-invitation", { invitationId })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await it.db.count(memberTable, { where: { organizationId, userId: bob.userId } })).toBe(1);
    const verified = { action: "user.email.verify", userId: bob.userId };
    expect(await it.db.count(auditTable, { where: verified })).toBe(1);
    await outboxEmpty(it.app.auth);
    expect(told.filter((one) => one === email)).toHaveLength(1);
  });

  test("INVT-03: if emails are sent, no call returns a link", async () => {
    const { ann, invite } = await it.organize();
    const email = `${it.name("bob")}@example.com`;
    const invitationId = await invite(email);
    const resent = await ann.call("invite-member", { email, role: "member", resend: true });
    const answers = [
      resent.body,
      (await ann.read("list-invitations")).body,
      (await ann.read("get-full-organization")).body,
      (await ann.call("cancel-invitation", { invitationId })).body,
    ];
    const [, secret = ""] = (await mailedTo(it, email)).split(".");
    expect(secret).toHaveLength(43);
    expect(JSON.stringify(answers)).not.toContain(secret);
    expect(JSON.stringify(answers)).not.toMatch(/"id":"[^"]*\./);
    expect(outcome(await ann.call("invitation-link", { invitationId }))).toEqual([404, "NOT_FOUND"]);
  });
});

describe.each(databases)("without email on", ({ open }) => {
  let it: Awaited<ReturnType<typeof start>>;
  let close: () => Promise<void>;
  let database: TestDatabase["database"];
  beforeAll(async () => {
    const opened = await open();
    close = opened.close;
    database = opened.database;
    it = await start(withoutMail, { database });
  });
  afterAll(() => close());

  test("INVT-03: a link shown to the inviter can accept the invitation, but verifies nothing", async () => {
    const { ann, organizationId, invite } = await it.organize();
    const email = `${it.name("bob")}@example.com`;
    const shown = await invite(email);
    expect(shown).toMatch(linkForm);
    const signedUp = await it.app
      .browser()
      .post("/sign-up/email", { name: "Bob", email, password: testPassword, invitationToken: shown });
    expect(signedUp.body).toMatchObject({ user: { emailVerified: false } });
    const browser = it.app.browser();
    const { user } = (await browser.signIn(email)).body;
    const bob = personOf(browser, user.id, email);
    const plain = shown.split(".")[0] ?? "";
    expect(outcome(await bob.call("accept-invitation", { invitationId: plain }))).toEqual([403, verification]);
    expect((await bob.read("get-invitation", { id: shown })).body).toMatchObject({ inviterEmail: ann.email });
    expect((await bob.call("accept-invitation", { invitationId: shown })).status).toBe(200);
    expect(await it.isVerified(bob.userId)).toBe(false);
    expect(await it.db.count(memberTable, { where: { organizationId, userId: bob.userId } })).toBe(1);
    expect(outcome(await bob.read("list-user-invitations"))).toEqual([
      403,
      "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION",
    ]);
  });

  test("INVT-03: a link shown to the inviter verifies nothing, even after the app starts sending email", async () => {
    const { invite } = await it.organize();
    const email = `${it.name("bob")}@example.com`;
    const shown = await invite(email);
    const withMail = await start({}, { database });
    const browser = withMail.app.browser();
    const { user } = (await browser.signUp(email)).body;
    const bob = personOf(browser, user.id, email);
    expect((await bob.call("accept-invitation", { invitationId: shown })).status).toBe(200);
    expect(await it.isVerified(bob.userId)).toBe(false);
  });

  test("INVT-04: the link is only shown to the inviter, with an audit entry, while they can still invite", async () => {
    const { ann, organizationId, invite } = await it.organize();
    const email = `${it.name("bob")}@example.com`;
    const shown = await invite(email, "admin");
    const invitationId = shown.split(".")[0] ?? "";
    const [cem, eve] = [await it.person(it.name("cem")), await it.person(it.name("eve"))];
    await it.join(organizationId, cem, "owner");
    await it.join(organizationId, eve);
    const denied = [403, "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION"];
    expect(outcome(await cem.call("invitation-link", { invitationId }))).toEqual(denied);
    expect(outcome(await eve.call("invitation-link", { invitationId }))).toEqual(denied);
    const stranger = await it.person(it.name("stranger"));
    expect(outcome(await stranger.call("invitation-link", { invitationId }))).toEqual([400, "INVITATION_NOT_FOUND"]);

    const { body } = await ann.call("invitation-link", { invitationId });
    expect(body).toEqual({ id: shown, url: `http://app.test/accept-invitation?id=${shown}` });
    const where = { action: "invitation.link.create", actorId: ann.userId, organizationId };
    expect(await it.db.count(auditTable, { where })).toBe(1);
    // Resending it shows the link only to the inviter.
    const again = { email, role: "admin", resend: true };
    expect((await ann.call("invite-member", again)).body.id).toBe(shown);
    expect((await cem.call("invite-member", again)).body.id).toBe(invitationId);
    for (const person of [ann, cem, eve]) {
      const answers = [await person.read("list-invitations"), await person.read("get-full-organization")];
      expect(JSON.stringify(answers.map((answer) => answer.body))).not.toMatch(linkForm.source.slice(1, -1));
    }
    // After a demotion, the inviter gets no link. After a cancellation, no one does.
    const { id: own } = (await ann.read("get-active-member")).body;
    await cem.call("update-member-role", { memberId: own, role: "member" });
    expect(outcome(await ann.call("invitation-link", { invitationId }))).toEqual(denied);
    await cem.call("update-member-role", { memberId: own, role: "owner" });
    expect((await ann.call("cancel-invitation", { invitationId: shown })).body.status).toBe("canceled");
    expect(outcome(await ann.call("invitation-link", { invitationId }))).toEqual([400, "INVITATION_NOT_FOUND"]);
  });
});

describe("who sees invitations", () => {
  test("INVT-05: members who can invite or revoke see all of them, and others only their own", async () => {
    const it = await start();
    const { ann, organizationId, invite } = await it.organize();
    const bob = await it.person(it.name("bob"));
    const own = await invite(bob.email);
    it.app.clock.advance(1);
    await invite("dora@example.com");
    const reads = async (person: Person) => [
      (await person.read("list-invitations")).body.map(({ email }: { email: string }) => email),
      (await person.read("get-full-organization")).body.invitations.map(({ email }: { email: string }) => email),
    ];
    await bob.call("accept-invitation", { invitationId: own });
    expect(await reads(bob)).toEqual([[bob.email], [bob.email]]);
    const all = ["dora@example.com", bob.email] as const;
    // The list is newest first. The full organization is oldest first.
    expect(await reads(ann)).toEqual([all, [...all].reverse()]);
    await it.db.update(userTable, { where: { id: bob.userId }, set: { emailVerified: false } });
    expect(await reads(bob)).toEqual([[], []]);
    const cem = await it.person(it.name("cem"));
    const { id: memberId } = await it.join(organizationId, cem, "admin");
    await cem.call("invite-member", { email: "fay@example.com", role: "member" });
    await ann.call("update-member-role", { memberId, role: "member" });
    expect(await reads(cem)).toEqual([["fay@example.com"], ["fay@example.com"]]);
  });

  test("with requireEmailVerificationOnInvitation: false, the plain id is enough", async () => {
    const it = await start({ requireEmailVerificationOnInvitation: false });
    const { invite } = await it.organize();
    const bob = await it.unverified("bob@example.com");
    const invitationId = await invite("bob@example.com");
    expect((await bob.read("get-invitation", { id: invitationId })).body).toMatchObject({ id: invitationId });
    const listed = await bob.read("list-user-invitations");
    expect(outcome(listed)).toEqual([403, "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"]);
    expect((await bob.call("accept-invitation", { invitationId })).status).toBe(200);
    expect(await it.isVerified(bob.userId)).toBe(false);
  });
});
