// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://app.test/organization/invitation" }

import { testPassword } from "@latchkey/test-kit";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { findDialog } from "../../test/dialogs.ts";
import { pageOf, startPlace, ui, uiWithLinks } from "../../test/organization.tsx";
import { watchScreens } from "../../test/site.tsx";
import { AccountSecurity } from "../account/security.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { AcceptInvitation } from "./invitations/accept-invitation.tsx";
import { InvitationsCard } from "./invitations/invitations-card.tsx";
import { OwnInvitations } from "./invitations/own-invitations.tsx";
import { organizationEn } from "./texts.ts";

watchScreens();

const { invitation, invitations, members, own } = organizationEn.general;
const button = (name: string): Promise<HTMLElement> => screen.findByRole("button", { name });
const dialog = async () => within(await findDialog());
const sentence = (code: string): string => organizationEn.errors[code] ?? "";

test("somebody is invited, once; the invitation is sent again, and withdrawn", async () => {
  const place = await startPlace();
  await place.found("ann", "Acme");
  const ann = await place.enter("ann");
  const { person } = ann.show(<InvitationsCard />, ui);
  await screen.findByText(invitations.empty);
  await person.click(await button(invitations.invite));
  let form = await dialog();
  expect(form.getByLabelText<HTMLSelectElement>(members.role).value).toBe("member");
  await person.type(form.getByLabelText(en.email), "bob@example.com");
  await person.selectOptions(form.getByLabelText(members.role), "Admin");
  await person.click(form.getByRole("button", { name: invitations.inviteSubmit }));
  await screen.findByText(fill(invitations.sent, { email: "bob@example.com" }));
  const row = within((await screen.findByText("bob@example.com")).closest("tr") as HTMLElement);
  row.getByText("Admin");
  await waitFor(() => expect(place.mails).toHaveLength(1));

  await person.click(await button(invitations.invite));
  form = await dialog();
  await person.type(form.getByLabelText(en.email), "BOB@example.com");
  await person.click(form.getByRole("button", { name: invitations.inviteSubmit }));
  await form.findByText(sentence("USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION"));
  await person.click(form.getByRole("button", { name: en.cancel }));

  const actions = fill(members.actionsOf, { name: "bob@example.com" });
  await person.click(await button(actions));
  await person.click(await screen.findByRole("menuitem", { name: invitations.resend }));
  await waitFor(() => expect(place.mails).toHaveLength(2));
  expect(place.mails[1]).toMatchObject({ email: "bob@example.com", role: "admin", id: place.mails[0]?.id });
  await person.click(await button(actions));
  await person.click(await screen.findByRole("menuitem", { name: invitations.cancel }));
  await person.click((await dialog()).getByRole("button", { name: invitations.cancel }));
  await screen.findByText(fill(invitations.canceled, { email: "bob@example.com" }));
  await screen.findByText(invitations.empty);
});

test("no link can be copied where invitations are mailed", async () => {
  const place = await startPlace();
  await place.invite(await place.found("ann", "Acme"), "bob");
  const ann = await place.enter("ann");
  ann.show(<InvitationsCard />, ui);
  await button(fill(members.actionsOf, { name: "bob@example.com" }));
  expect(screen.queryByRole("button", { name: invitations.copyLink })).toBeNull();
});

test("without mail the inviter copies the link, and a new person joins with it unverified", async () => {
  const place = await startPlace({ provenOnly: true, sendsMail: false });
  const acme = await place.found("ann", "Acme");
  const ann = await place.enter("ann");
  const { person, unmount } = ann.show(<InvitationsCard />, uiWithLinks);
  await person.click(await button(invitations.invite));
  const form = await dialog();
  form.getByText(invitations.inviteLinkText);
  await person.type(form.getByLabelText(en.email), "bob@example.com");
  await person.click(form.getByRole("button", { name: invitations.inviteLinkSubmit }));
  await screen.findByText(fill(invitations.created, { email: "bob@example.com" }));
  await person.click(await button(invitations.copyLink));
  await button(en.copied);
  const link = new URL(await navigator.clipboard.readText());
  expect(link.origin + link.pathname).toBe("http://app.test/organization/invitation");
  expect(link.searchParams.get("id")).toMatch(/^\w{32}\.[\w-]{43}$/);
  unmount();

  const bob = place.stranger();
  const shown = bob.show(<AcceptInvitation search={link.search} />, uiWithLinks);
  const email = await screen.findByLabelText<HTMLInputElement>(en.email);
  expect([email.value, email.readOnly]).toEqual(["bob@example.com", true]);
  expect(screen.queryByText(invitation.signUpText)).toBeNull();
  await shown.person.type(screen.getByLabelText(en.name), "Bob");
  await shown.person.type(screen.getByLabelText(en.password), testPassword);
  await shown.person.click(screen.getByRole("button", { name: en.signUp.submit }));
  await shown.person.click(await button(invitation.accept));
  await waitFor(() => expect(bob.went).toEqual(["/organization"]));
  expect((await bob.client.getSession()).data?.user.emailVerified).toBe(false);
  expect(await place.rolesOf(acme)).toEqual({ ann: "owner", Bob: "member" });
});

test("only the inviter can copy the link", async () => {
  const place = await startPlace({ sendsMail: false });
  const acme = await place.found("ann", "Acme");
  const ann = await place.enter("ann");
  const cem = await place.enter("cem");
  const invite = async (email: string, role: string) =>
    (await ann.calls.inviteMember({ email, role, organizationId: acme })).data?.id ?? "";
  await cem.calls.acceptInvitation({ invitationId: await invite("cem@example.com", "admin") });
  await invite("bob@example.com", "member");
  cem.show(<InvitationsCard />, uiWithLinks);
  await button(fill(members.actionsOf, { name: "bob@example.com" }));
  expect(screen.queryByRole("button", { name: invitations.copyLink })).toBeNull();
});

test("only so many invitations are shown until all are asked for", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  for (const name of ["bob", "bea", "cem"]) await place.invite(acme, name);
  const ann = await place.enter("ann");
  const { person } = ann.show(<InvitationsCard shown={2} />, ui);
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(3));
  await person.click(await button(invitations.all));
  expect(screen.getAllByRole("row")).toHaveLength(4);
});

test("invitations to me are accepted and declined; the account page shows them while there are some", async () => {
  const place = await startPlace();
  const [acme, zeta] = [await place.found("ann", "Acme"), await place.found("ann", "Zeta")];
  const { unmount } = (await place.enter("carol")).show(<AccountSecurity />, ui);
  await screen.findByRole("heading", { name: en.security.title });
  expect(screen.queryByRole("heading", { name: own.title })).toBeNull();
  unmount();
  const bob = await place.enter("bob");
  await place.invite(acme, "bob", "admin");
  await place.invite(zeta, "bob");
  const user = (await bob.client.getSession()).data?.user;
  await place.site.setUser(user?.id ?? "", { emailVerified: true });
  const { person } = bob.show(<AccountSecurity />, ui);
  await person.click(await button(fill(own.acceptOf, { name: "Acme" })));
  const said = await screen.findByText((text) => text.startsWith(fill(own.accepted, { name: "Acme" })));
  expect(within(said).getByRole("link").getAttribute("href")).toBe("/organization");
  await person.click(await button(fill(own.rejectOf, { name: "Zeta" })));
  await screen.findByText(fill(own.rejected, { name: "Zeta" }));
  await screen.findByText(own.empty);
  expect(await place.rolesOf(acme)).toEqual({ ann: "owner", bob: "admin" });
  expect(await place.rolesOf(zeta)).toEqual({ ann: "owner" });
});

test("an address that is not proven shows nobody's invitations, and says why", async () => {
  const place = await startPlace();
  const bob = await place.enter("bob");
  bob.show(<OwnInvitations />, ui);
  await screen.findByText(sentence("EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"));
});

test("whoever is signed in accepts by the link of the mail, and is led to the organization", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  const mail = await place.invite(acme, "bob", "admin");
  const bob = await place.enter("bob");
  const { person } = bob.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await screen.findByRole("heading", { name: fill(invitation.title, { name: "Acme" }) });
  screen.getByText(fill(invitation.text, { inviter: "ann@example.com", name: "Acme", role: "Admin" }));
  await person.click(await button(invitation.accept));
  await waitFor(() => expect(bob.went).toEqual(["/organization"]));
  expect(await place.rolesOf(acme)).toEqual({ ann: "owner", bob: "admin" });
});

test("an invitation is declined, and cannot be answered again", async () => {
  const place = await startPlace();
  const mail = await place.invite(await place.found("ann", "Acme"), "bob");
  const bob = await place.enter("bob");
  const { person, unmount } = bob.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await person.click(await button(invitation.reject));
  await screen.findByText(fill(invitation.rejected, { name: "Acme" }));
  unmount();
  bob.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await screen.findByText(sentence("INVITATION_NOT_FOUND"));
});

test("a new person signs up by the mail's link with a proven address, and accepts", async () => {
  const place = await startPlace({ provenOnly: true });
  const acme = await place.found("ann", "Acme");
  const mail = await place.invite(acme, "bob");
  const bob = place.stranger();
  const { person } = bob.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  const email = await screen.findByLabelText<HTMLInputElement>(en.email);
  expect([email.value, email.readOnly]).toEqual(["bob@example.com", true]);
  await person.type(screen.getByLabelText(en.name), "Bob");
  await person.type(screen.getByLabelText(en.password), testPassword);
  await person.click(screen.getByRole("button", { name: en.signUp.submit }));
  await person.click(await button(invitation.accept));
  await waitFor(() => expect(bob.went).toEqual(["/organization"]));
  expect((await bob.client.getSession()).data?.user.emailVerified).toBe(true);
  expect(await place.rolesOf(acme)).toEqual({ ann: "owner", Bob: "member" });
});

test("somebody with an account signs in on the page of the invitation, and goes on there", async () => {
  const place = await startPlace();
  const mail = await place.invite(await place.found("ann", "Acme"), "bob");
  await place.enter("bob");
  const phone = place.stranger();
  const { person } = phone.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await person.click(await button(invitation.toSignIn));
  expect(screen.getByLabelText<HTMLInputElement>(en.email).value).toBe("bob@example.com");
  await person.type(screen.getByLabelText(en.password), "not the password");
  await person.click(screen.getByRole("button", { name: en.signIn.submit }));
  await screen.findByText(en.errors.INVALID_EMAIL_OR_PASSWORD ?? "");
  await person.clear(screen.getByLabelText(en.password));
  await person.type(screen.getByLabelText(en.password), testPassword);
  await person.click(screen.getByRole("button", { name: en.signIn.submit }));
  await person.click(await button(invitation.accept));
  await waitFor(() => expect(phone.went).toEqual(["/organization"]));
});

test("whoever signs in elsewhere because of an invitation comes back to it, once", async () => {
  const place = await startPlace();
  const mail = await place.invite(await place.found("ann", "Acme"), "bob");
  await place.enter("bob");
  const phone = place.stranger();
  const { unmount } = phone.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await button(invitation.toSignIn);
  unmount();
  const { person } = phone.show(<SignIn />, ui);
  await person.type(screen.getByLabelText(en.email), "bob@example.com");
  await person.type(screen.getByLabelText(en.password), testPassword);
  await person.click(screen.getByRole("button", { name: en.signIn.submit }));
  await waitFor(() => expect(phone.went).toEqual(["/", `/organization/invitation${pageOf(mail)}`]));
  expect(Object.keys(sessionStorage).filter((key) => key !== "latchkey.capabilities")).toEqual([]);
});

test("a link without the mail's secret shows nothing before somebody signs in", async () => {
  const place = await startPlace();
  const { id } = (await place.invite(await place.found("ann", "Acme"), "bob")).invitation;
  await place.enter("bob");
  const phone = place.stranger();
  const { person } = phone.show(<AcceptInvitation search={`?id=${id}`} />, ui);
  await screen.findByText(invitation.unnamedText);
  expect(screen.queryByText(/Acme/)).toBeNull();
  await person.type(screen.getByLabelText(en.email), "bob@example.com");
  await person.type(screen.getByLabelText(en.password), testPassword);
  await person.click(screen.getByRole("button", { name: en.signIn.submit }));
  await person.click(await button(invitation.accept));
  await waitFor(() => expect(phone.went).toEqual(["/organization"]));
});

test("an invitation to somebody else is not shown; signing out leads to the door", async () => {
  const place = await startPlace();
  const mail = await place.invite(await place.found("ann", "Acme"), "bob");
  const cem = await place.enter("cem");
  const { person } = cem.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await screen.findByText(fill(invitation.otherText, { email: "cem@example.com" }));
  await person.click(await button(invitation.signOut));
  const email = await screen.findByLabelText<HTMLInputElement>(en.email);
  expect(email.value).toBe("bob@example.com");
});

test("where addresses must be proven, the id alone does not do, and the mail's link does", async () => {
  const place = await startPlace({ provenOnly: true });
  const mail = await place.invite(await place.found("ann", "Acme"), "bob");
  const bob = await place.enter("bob");
  const { unmount } = bob.show(<AcceptInvitation search={`?id=${mail.invitation.id}`} />, ui);
  await screen.findByRole("heading", { name: invitation.unverifiedTitle });
  await button(en.verifyEmail.resend);
  unmount();
  bob.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await button(invitation.accept);
});

test("a withdrawn, an expired and an incomplete link each say so", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  const mail = await place.invite(acme, "bob");
  const ann = await place.enter("ann");
  await ann.calls.cancelInvitation({ invitationId: mail.id });
  const stranger = place.stranger();
  const { unmount } = stranger.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await screen.findByText(sentence("INVITATION_NOT_FOUND"));
  unmount();
  stranger.show(<AcceptInvitation search="?error=x" />, ui);
  await screen.findByText(invitation.incomplete);
});

test("an invitation of somebody who left says whom to ask", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  const mail = await place.invite(acme, "bob");
  // Leaving cancels what a member sent. Only a row that was removed by hand leaves the invitation behind.
  await place.site.removeMembers(acme);
  place.stranger().show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await screen.findByText(sentence("INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION"));
});

test("a page that cannot be read is read again when asked", async () => {
  const place = await startPlace();
  const mail = await place.invite(await place.found("ann", "Acme"), "bob");
  const bob = await place.enter("bob");
  await bob.client.getSession();
  const path = `/organization/get-invitation${pageOf(mail)}`;
  const letGo = bob.hold(path);
  const { person } = bob.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await waitFor(() => expect(bob.asked).toContain(path));
  bob.isOffline = true;
  letGo();
  await screen.findByText(en.errors.NETWORK_ERROR ?? "");
  bob.isOffline = false;
  await person.click(await button(en.tryAgain));
  await button(invitation.accept);
});
