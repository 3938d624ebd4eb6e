// @vitest-environment jsdom

import type { Capabilities } from "@latchkey/client/capabilities";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { pageOf, startPlace, ui } from "../../../test/organization.tsx";
import { watchScreens } from "../../../test/site.tsx";
import { en } from "../../texts/en.ts";
import { fill } from "../../texts/texts.ts";
import { Organization } from "../organization.tsx";
import { organizationEn } from "../texts.ts";
import { AcceptInvitation } from "./accept-invitation.tsx";
import { OwnInvitations } from "./own-invitations.tsx";

history.replaceState(null, "", "/organization");

watchScreens();
afterEach(() => history.replaceState(null, "", "/organization"));

const { invitation, invitations, list, own, members, errors } = organizationEn;
const button = (name: string): Promise<HTMLElement> => screen.findByRole("button", { name });
const heading = (inviter: string) =>
  screen.findByRole("heading", { name: fill(invitation.title, { inviter, name: "Acme", role: "Member" }) });

test("an invitation can be declined, but not answered again", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  const mail = await place.invite(acme, "cleo");
  const cleo = await place.enter("cleo");
  const { person, unmount } = cleo.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await person.click(await button(invitation.reject));
  const title = await screen.findByRole("heading", { name: invitation.rejectedTitle });
  expect(document.activeElement).toBe(title);
  unmount();
  cleo.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await screen.findByText(errors.INVITATION_NOT_FOUND ?? "");
  expect(Object.keys(await place.rolesOf(acme))).toEqual(["ann"]);
});

test("without the calls to accept or decline, the page says so before the user signs up", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  const mail = await place.invite(acme, "cleo");
  const answers = ["/organization/accept-invitation", "/organization/reject-invitation"];
  for (const disabledPaths of [answers, ["/organization/get-invitation"]]) {
    for (const guest of [place.stranger(), await place.enter("cleo")]) {
      const { body } = await guest.browser.get<Capabilities>("/capabilities");
      guest.show(<AcceptInvitation search={pageOf(mail)} />, { ...ui, capabilities: { ...body, disabledPaths } });
      expect((await screen.findByRole("alert")).textContent).toBe(invitation.off);
      expect(screen.queryAllByRole("textbox")).toEqual([]);
      expect(screen.getAllByRole("link")).toHaveLength(1);
      expect(guest.refused).toEqual([]);
      cleanup();
    }
  }
});

test("the user's own list accepts and declines invitations", async () => {
  const place = await startPlace();
  const [acme, zeta] = [await place.found("ann", "Acme"), await place.found("ann", "Zeta")];
  for (const id of [acme, zeta]) await place.invite(id, "cleo");
  const cleo = await place.enter("cleo");
  const { data } = await cleo.client.getSession();
  await place.site.setUser(data?.user.id ?? "", { emailVerified: true });
  const { person } = cleo.show(<OwnInvitations />, ui);
  await person.click(await button(fill(own.rejectOf, { name: "Zeta" })));
  await waitFor(() => expect(screen.queryByRole("button", { name: fill(own.rejectOf, { name: "Zeta" }) })).toBeNull());
  await person.click(await button(fill(own.acceptOf, { name: "Acme" })));
  await waitFor(async () => expect(Object.keys(await place.rolesOf(acme))).toEqual(["ann", "cleo"]));
  expect(Object.keys(await place.rolesOf(zeta))).toEqual(["ann"]);
});

test("an invitation that was revoked in the meantime can't be answered again", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  const { id: invitationId } = await place.invite(acme, "cleo");
  const cleo = await place.enter("cleo");
  const { data } = await cleo.client.getSession();
  await place.site.setUser(data?.user.id ?? "", { emailVerified: true });
  const { person } = cleo.show(<OwnInvitations />, ui);
  const accept = await button(fill(own.acceptOf, { name: "Acme" }));
  await (await place.enter("ann")).browser.post("/organization/cancel-invitation", {
    invitationId: invitationId?.split(".")[0],
  });
  await person.click(accept);
  const message = await screen.findByText(errors.INVITATION_NOT_FOUND ?? "");
  expect(screen.queryAllByRole("button")).toEqual([]);
  // A list that loads again has no row for the message.
  await waitFor(() => expect(cleo.answered).toEqual(cleo.asked));
  expect(document.activeElement).toBe(message);
});

test.each([true, false])(
  "a user with an unverified email sees a hint only if they can verify it: %s",
  async (verifiesEmail) => {
    const place = await startPlace({ verifiesEmail });
    const cleo = await place.enter("cleo");
    cleo.show(<Organization />, ui);
    await screen.findByText(list.emptyTitle);
    await waitFor(() => expect(screen.queryAllByText(own.unverified)).toHaveLength(verifiesEmail ? 1 : 0));
  },
);

test("a link without the email's secret doesn't show the invitation before the user signs in", async () => {
  const place = await startPlace({ verifiedOnly: true });
  const acme = await place.found("ann", "Acme");
  const mail = await place.invite(acme, "cleo");
  const plain = (mail.id ?? "").split(".")[0] ?? "";
  const stranger = place.stranger();
  const { unmount } = stranger.show(<AcceptInvitation search={`?id=${plain}`} />, ui);
  await screen.findByRole("heading", { name: invitation.unnamed });
  expect(document.body.textContent).not.toMatch(/Acme|ann/);
  expect(stranger.asked.some((path) => path.startsWith("/organization/get-invitation"))).toBe(false);
  unmount();
  const cleo = await place.enter("cleo");
  cleo.show(<AcceptInvitation search={`?id=${plain}`} />, ui);
  await screen.findByRole("heading", { name: invitation.unverifiedTitle });
  await button(invitation.signOut);
});

test("a user with an account signs in on the page, and continues there", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  const mail = await place.invite(acme, "cleo");
  await place.enter("cleo");
  const again = place.stranger();
  const { person } = again.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  await heading("ann");
  await person.click(await button(en.signUp.toSignIn));
  expect(screen.getByLabelText<HTMLInputElement>(en.email).value).toBe("cleo@example.com");
  await person.type(screen.getByLabelText(en.password), "correct horse battery");
  await person.click(screen.getByRole("button", { name: en.signIn.submit }));
  await person.click(await button(invitation.accept));
  await waitFor(() => expect(again.went).toEqual(["/organization"]));
});

test("an invitation from a former member shows an error", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  await place.join(acme, "bob", "admin");
  const bob = await place.enter("bob");
  await bob.calls.inviteMember({ organizationId: acme, email: "cleo@example.com", role: "member" });
  const mail = await waitFor(() => {
    const found = place.mails.find(({ email }) => email === "cleo@example.com");
    if (!found) throw new Error("The email hasn't arrived.");
    return found;
  });
  const ann = await place.enter("ann");
  await ann.calls.removeMember({ organizationId: acme, memberIdOrEmail: "bob@example.com" });
  place.stranger().show(<AcceptInvitation search={pageOf(mail)} />, ui);
  // Removing a member also revokes the invitations that they sent.
  const codes = ["INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION", "INVITATION_NOT_FOUND"];
  await screen.findByText((text) => codes.some((code) => errors[code] === text));
});

test("if the page fails to load, it can be reloaded", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  const mail = await place.invite(acme, "cleo");
  const cleo = await place.enter("cleo");
  const answer = cleo.browser.send;
  let isDown = true;
  Object.assign(cleo.browser, {
    send: async (path: string, init: Parameters<typeof answer>[1]) => {
      if (isDown && path.startsWith("/organization/get-invitation")) throw new TypeError("fetch failed");
      return answer(path, init);
    },
  });
  const { person } = cleo.show(<AcceptInvitation search={pageOf(mail)} />, ui);
  const again = await screen.findByRole("button", { name: en.tryAgain }, { timeout: 10_000 });
  isDown = false;
  await person.click(again);
  await heading("ann");
}, 20_000);

test("only the inviter can copy the link", async () => {
  const place = await startPlace({ sendsMail: false });
  const acme = await place.found("ann", "Acme");
  const ann = await place.enter("ann");
  const bob = await place.enter("bob");
  const invited = await ann.calls.inviteMember({ organizationId: acme, email: "bob@example.com", role: "admin" });
  await bob.calls.acceptInvitation({ invitationId: invited.data?.id ?? "" });
  await ann.calls.inviteMember({ organizationId: acme, email: "cleo@example.com", role: "member" });
  history.replaceState(null, "", "/organization#invitations");
  const menu = fill(members.actionsOf, { name: "cleo@example.com" });
  const { person, unmount } = ann.show(<Organization />, ui);
  await person.click(await button(menu));
  await screen.findByRole("menuitem", { name: invitations.copyLink });
  unmount();
  const { person: other } = bob.show(<Organization />, ui);
  await other.click(await button(menu));
  await screen.findByRole("menuitem", { name: invitations.cancel });
  expect(screen.queryByRole("menuitem", { name: invitations.copyLink })).toBeNull();
  expect(within(document.body).queryByRole("menuitem", { name: invitations.resend })).toBeNull();
});
