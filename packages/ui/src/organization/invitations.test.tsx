// @vitest-environment jsdom

import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { findDialog } from "../../test/dialogs.ts";
import { pageOf, startPlace, ui } from "../../test/organization.tsx";
import { watchScreens, wholeText } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { fill, fillCount } from "../texts/texts.ts";
import { AcceptInvitation } from "./invitations/accept-invitation.tsx";
import { Organization } from "./organization.tsx";
import { organizationEn } from "./texts.ts";

history.replaceState(null, "", "/organization");

watchScreens();
afterEach(() => history.replaceState(null, "", "/organization"));

const { invitation, invitations, members } = organizationEn;
const button = (name: string): Promise<HTMLElement> => screen.findByRole("button", { name });
const titleOf = (inviter: string, name: string): string => fill(invitation.title, { inviter, name, role: "Member" });

test("several people can be invited together, and rejected emails stay in the form", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  await place.join(acme, "bob", "member");
  const ann = await place.enter("ann");
  const { person } = ann.show(<Organization />, ui);
  await person.click(await button(invitations.invite));
  const form = within(await findDialog());
  await person.type(form.getByLabelText(invitations.emails), "cleo@example.com, bob@example.com ");
  await person.click(form.getByRole("button", { name: invitations.inviteSubmit }));
  await form.findByText(fillCount(en, invitations.sentSome, 1));
  form.getByText(fillCount(en, invitations.failedSome, 1));
  await waitFor(() => expect(form.queryByText("cleo@example.com")).toBeNull());
  await person.click(form.getByRole("button", { name: fill(en.removeItem, { name: "bob@example.com" }) }));
  await person.type(form.getByLabelText(invitations.emails), "dora@example.com");
  await person.click(form.getByRole("button", { name: invitations.inviteSubmit }));
  await waitFor(() => expect(place.mails.map(({ email }) => email)).toContain("dora@example.com"));
});

test("at the limit of pending invitations, the dialog stops with the reason and marks no email", async () => {
  const place = await startPlace({ invitationLimit: 1 });
  await place.found("ann", "Acme");
  const ann = await place.enter("ann");
  const { person } = ann.show(<Organization />, ui);
  await person.click(await button(invitations.invite));
  const form = within(await findDialog());
  await person.type(form.getByLabelText(invitations.emails), "bob@example.com, cleo@example.com, dora@example.com ");
  await person.click(form.getByRole("button", { name: invitations.inviteSubmit }));
  await form.findByText(organizationEn.errors.INVITATION_LIMIT_REACHED ?? "");
  form.getByText(fillCount(en, invitations.sentSome, 1));
  expect(form.queryByText("bob@example.com")).toBeNull();
  for (const email of ["cleo@example.com", "dora@example.com"])
    expect(form.getByText(email).closest("li")?.hasAttribute("data-invalid")).toBe(false);
  expect(form.queryByText(/marked/)).toBeNull();
  expect(ann.asked.filter((path) => path === "/organization/invite-member")).toHaveLength(2);
});

test("if the server sends no emails, the dialog ends with links to the invitation page", async () => {
  const place = await startPlace({ sendsMail: false });
  await place.found("ann", "Acme");
  const ann = await place.enter("ann");
  const { person } = ann.show(<Organization />, ui);
  await person.click(await button(invitations.invite));
  const form = within(await findDialog());
  await person.type(form.getByLabelText(invitations.emails), "cleo@example.com ");
  await person.click(form.getByRole("button", { name: invitations.inviteLinkSubmit }));
  await person.click(await button(invitations.copyLink));
  await button(en.copied);
  const link = new URL(await navigator.clipboard.readText());
  expect(link.pathname).toBe("/organization/invitation");
  expect(link.searchParams.get("id")).toContain(".");
});

test("a pending invitation is resent and revoked", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  await place.invite(acme, "cleo");
  const ann = await place.enter("ann");
  history.replaceState(null, "", "/organization#invitations");
  const { person } = ann.show(<Organization />, ui);
  const menu = fill(members.actionsOf, { name: "cleo@example.com" });
  await person.click(await button(menu));
  await person.click(await screen.findByRole("menuitem", { name: invitations.resend }));
  await waitFor(() => expect(place.mails.length).toBe(2));
  await person.click(await button(menu));
  await person.click(await screen.findByRole("menuitem", { name: invitations.cancel }));
  await person.click(within(await findDialog()).getByRole("button", { name: invitations.cancel }));
  await screen.findByText(invitations.empty);
});

test("a new user signs up with the invited email and accepts", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  const mail = await place.invite(acme, "cleo");
  const cleo = place.stranger();
  const { person } = cleo.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await screen.findByRole("heading", { name: titleOf("ann", "Acme") });
  expect(document.querySelector(".lk-logo [data-initials=A]")).toBeInstanceOf(HTMLElement);
  await person.type(screen.getByLabelText(en.name), "Cleo");
  await person.type(screen.getByLabelText(en.password), "correct horse battery");
  await person.click(screen.getByRole("button", { name: en.signUp.submit }));
  await person.click(await button(invitation.accept));
  await waitFor(() => expect(cleo.went).toEqual(["/organization"]));
});

test("the invitation has the organization's logo and the inviter's name, or the email without one", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  const mail = await place.invite(acme, "cleo");
  const ann = await place.enter("ann");
  await ann.calls.update({ organizationId: acme, data: { logo: "/acme.png" } });
  const cleo = await place.enter("cleo");
  const { unmount } = cleo.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await screen.findByRole("heading", { name: titleOf("ann", "Acme") });
  expect(document.querySelector(".lk-logo img")?.getAttribute("src")).toBe("/acme.png");
  unmount();
  const { data: session } = await ann.client.getSession();
  await place.site.setUser(session?.user.id ?? "", { name: "" });
  cleo.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await screen.findByRole("heading", { name: titleOf("ann@example.com", "Acme") });
});

test("a user with another email sees which account is signed in, and can switch", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  const mail = await place.invite(acme, "cleo");
  const bob = await place.enter("bob");
  const { person } = bob.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await screen.findByText(wholeText(fill(invitation.otherText, { email: "bob@example.com" })));
  screen.getByRole("link", { name: invitation.goOn });
  await person.click(await button(invitation.signOut));
  await screen.findByRole("heading", { name: titleOf("ann", "Acme") });
});

test("an incomplete link and a revoked invitation are explained", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  const mail = await place.invite(acme, "cleo");
  const ann = await place.enter("ann");
  const { data } = await ann.calls.listInvitations({ query: { organizationId: acme } });
  await ann.calls.cancelInvitation({ invitationId: data?.[0]?.id ?? "" });
  const cleo = place.stranger();
  const { unmount } = cleo.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await screen.findByText(organizationEn.errors.INVITATION_NOT_FOUND ?? "");
  unmount();
  cleo.show(<AcceptInvitation search="" />, ui);
  await screen.findByText(invitation.incomplete);
});
