/** States of an organization's invitations, the user's invitations, and the invitation page. */

import { AcceptInvitation, InvitationsCard, OwnInvitations } from "@latchkey/ui/organization";
import { signedOut } from "../fixtures/default-responses.ts";
import { invitation, longest } from "../fixtures/organization.ts";
import { long } from "../fixtures/users.ts";
import { errorResponse, ok, pending } from "../mock-fetch.ts";
import { loadingStates, type State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const invitations = { element: <InvitationsCard /> };
const invite = async ({ click, type }: UserActions): Promise<void> => {
  await click("button", "Invite");
  await type("Email", long.email);
  await click("button", "Send invitation");
};
export const invitationLists: readonly State[] = [
  { ...invitations, name: "filled", expectedText: "dora@example.com" },
  {
    ...invitations,
    name: "empty",
    responses: { "/organization/list-invitations": ok([]) },
    expectedText: "No invitation is open.",
  },
  { ...invitations, name: "long", responses: longest, expectedText: long.email },
  { ...invitations, name: "invite", play: ({ click }) => click("button", "Invite"), expectedText: "Invite somebody" },
  {
    ...invitations,
    name: "sent",
    responses: { "/organization/invite-member": ok(invitation(long.email)) },
    play: invite,
    expectedText: "is on its way.",
  },
  {
    ...invitations,
    name: "limit",
    responses: { "/organization/invite-member": errorResponse(403, "INVITATION_LIMIT_REACHED") },
    play: invite,
    expectedText: "There are as many open invitations as are allowed.",
  },
  {
    ...invitations,
    name: "sending",
    responses: { "/organization/invite-member": pending },
    play: invite,
    expectedText: "(busy)",
  },
  ...loadingStates(invitations, "/organization/list-invitations", "(busy)"),
];

const own = { element: <OwnInvitations /> };
const accept = ({ click }: UserActions): Promise<void> => click("button", "Accept the invitation to Northwind Traders");
export const owns: readonly State[] = [
  { ...own, name: "filled", expectedText: "Northwind Traders" },
  {
    ...own,
    name: "empty",
    responses: { "/organization/list-user-invitations": ok([]) },
    expectedText: "Nobody has invited you.",
  },
  {
    ...own,
    name: "unconfirmed",
    responses: {
      "/organization/list-user-invitations": errorResponse(403, "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"),
    },
    expectedText: "Confirm your email to see who has invited you.",
  },
  {
    ...own,
    name: "accepting",
    responses: { "/organization/accept-invitation": pending },
    play: accept,
    expectedText: "(busy)",
  },
  {
    ...own,
    name: "refused",
    responses: { "/organization/accept-invitation": errorResponse(404, "INVITATION_NOT_FOUND") },
    play: accept,
    expectedText: "It was answered",
  },
  ...loadingStates(own, "/organization/list-user-invitations", "").filter(({ name }) => name !== "loading"),
];

const link = { element: <AcceptInvitation />, search: "?id=i-1&token=t" };
const getInvitation = "/organization/get-invitation";
const take = ({ click }: UserActions): Promise<void> => click("button", "Accept");
export const acceptances: readonly State[] = [
  { ...link, name: "offer", expectedText: "Join Acme" },
  { ...link, name: "new-person", responses: signedOut, expectedText: "The invitation has proven your email" },
  {
    ...link,
    name: "without-token",
    search: "?id=i-1",
    responses: signedOut,
    expectedText: "Sign in with the email that the invitation went to",
  },
  { ...link, name: "incomplete", search: "", expectedText: "The link is not complete." },
  {
    ...link,
    name: "for-another",
    responses: { [getInvitation]: errorResponse(403, "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION") },
    expectedText: "This invitation is for somebody else",
  },
  {
    ...link,
    name: "gone",
    responses: { [getInvitation]: errorResponse(404, "INVITATION_NOT_FOUND") },
    expectedText: "It was answered",
  },
  {
    ...link,
    name: "accepting",
    responses: { "/organization/accept-invitation": pending },
    play: take,
    expectedText: "(busy)",
  },
  {
    ...link,
    name: "declined",
    responses: { "/organization/reject-invitation": ok({ status: true }) },
    play: ({ click }) => click("button", "Decline"),
    expectedText: "You have declined",
  },
  {
    ...link,
    name: "unconfirmed",
    responses: {
      "/organization/accept-invitation": errorResponse(
        403,
        "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION",
      ),
    },
    play: take,
    expectedText: "Confirm your email first",
  },
  ...loadingStates(link, getInvitation, "Loading"),
];
