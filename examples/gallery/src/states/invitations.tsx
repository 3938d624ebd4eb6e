/** States of an organization's invitations, the user's invitations, and the invitation page. */

import {
  AcceptInvitation,
  OrganizationInvitations,
  OwnInvitations,
  organizationEn as texts,
} from "@latchkey/ui/organization";
import { withOrganization } from "../fixtures/capabilities.ts";
import { signedOut } from "../fixtures/default-responses.ts";
import { invitation, longest } from "../fixtures/organization.ts";
import { long } from "../fixtures/users.ts";
import { errorResponse, ok, pending } from "../mock-fetch.ts";
import { loadingStates, type State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const invitations = { element: <OrganizationInvitations />, wide: true };
const invite = async ({ click, type }: UserActions): Promise<void> => {
  await click("button", texts.invitations.invite);
  await type(texts.invitations.emails, long.email);
  await click("button", texts.invitations.inviteSubmit);
};
export const invitationLists: readonly State[] = [
  { ...invitations, name: "filled", expectedText: "dora@example.com" },
  {
    ...invitations,
    name: "empty",
    responses: { "/organization/list-invitations": ok([]) },
    expectedText: texts.invitations.empty,
  },
  { ...invitations, name: "long", responses: longest, expectedText: long.email },
  {
    ...invitations,
    name: "invite",
    play: ({ click }) => click("button", texts.invitations.invite),
    expectedText: texts.invitations.inviteText,
  },
  {
    ...invitations,
    name: "invite-link",
    responses: withOrganization({ invitations: "link" }),
    play: ({ click }) => click("button", texts.invitations.invite),
    expectedText: texts.invitations.inviteLinkText,
  },
  {
    ...invitations,
    name: "sent",
    responses: { "/organization/invite-member": ok(invitation(long.email)) },
    play: invite,
    expectedText: (texts.invitations.sentSome.one ?? "").replace("{count}", "1"),
  },
  {
    ...invitations,
    name: "limit",
    responses: { "/organization/invite-member": errorResponse(403, "INVITATION_LIMIT_REACHED") },
    play: invite,
    expectedText: texts.errors.INVITATION_LIMIT_REACHED ?? "",
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

const own = { element: <OwnInvitations />, wide: true };
const accept = ({ click }: UserActions): Promise<void> =>
  click("button", texts.own.acceptOf.replace("{name}", "Northwind Traders"));
export const owns: readonly State[] = [
  { ...own, name: "filled", expectedText: "Northwind Traders" },
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
    expectedText: texts.errors.INVITATION_NOT_FOUND ?? "",
  },
];

const link = { element: <AcceptInvitation />, search: "?id=i-1&token=t" };
const getInvitation = "/organization/get-invitation";
const take = ({ click }: UserActions): Promise<void> => click("button", texts.invitation.accept);
const refusedWith = (name: string, code: string, expectedText: string): State => ({
  ...link,
  name,
  responses: { "/organization/accept-invitation": errorResponse(403, code) },
  play: take,
  expectedText,
});
export const acceptances: readonly State[] = [
  { ...link, name: "offer", expectedText: texts.invitation.accept },
  { ...link, name: "new-person", responses: signedOut, expectedText: texts.invitation.signUpText },
  {
    ...link,
    name: "without-token",
    search: "?id=i-1",
    responses: signedOut,
    expectedText: texts.invitation.unnamedText,
  },
  { ...link, name: "incomplete", search: "", expectedText: texts.invitation.incomplete },
  {
    ...link,
    name: "for-another",
    responses: { [getInvitation]: errorResponse(403, "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION") },
    expectedText: texts.invitation.otherTitle,
  },
  {
    ...link,
    name: "gone",
    responses: { [getInvitation]: errorResponse(404, "INVITATION_NOT_FOUND") },
    expectedText: texts.errors.INVITATION_NOT_FOUND ?? "",
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
    play: ({ click }) => click("button", texts.invitation.reject),
    expectedText: texts.invitation.rejectedTitle,
  },
  refusedWith("already-member", "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION", texts.invitation.memberTitle),
  refusedWith("full", "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED", texts.invitation.fullTitle),
  refusedWith(
    "unverified",
    "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION",
    texts.invitation.unverifiedTitle,
  ),
  ...loadingStates(link, getInvitation, "Loading"),
];
