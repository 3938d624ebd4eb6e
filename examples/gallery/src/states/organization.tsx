/** Organizations: the settings, card by card, the switcher, and invitations. */

import {
  AcceptInvitation,
  CreateOrganizationDialog,
  DangerCard,
  GeneralCard,
  InvitationsCard,
  MembersCard,
  OrganizationList,
  OrganizationSettings,
  OrganizationSwitcher,
  OwnInvitations,
  RolesCard,
  TeamsCard,
} from "@latchkey/ui/organization";
import type { Hand } from "../hand.ts";
import { type Answers, ok, pending, refused } from "../stand-in.ts";
import { type Gallery, reading, type State, sending } from "../state.ts";
import { signedOut } from "../world/everywhere.ts";
import { full, invitation, longMembers, longName, member, organizations, page, teams } from "../world/organization.ts";
import { ann, long, signedIn } from "../world/people.ts";

const stay = (): void => {};
const active = "/organization/get-full-organization";
const activeMember = "/organization/get-active-member";

/** Ann is only a member. */
const asMember: Answers = {
  [activeMember]: ok(member(ann, "member")),
  "/organization/list-members": ok(page([member(ann, "member")])),
};
/** Everything is as long as it can be. */
const longest: Answers = {
  [active]: ok(full({ ...longName, teams: [{ ...teams[0], name: longName.name }] })),
  "/organization/list": ok([longName, ...organizations.slice(1)]),
  "/organization/list-members": ok(page(longMembers, 1240)),
  "/organization/list-invitations": ok([invitation(long.email, { role: "member,reviewer,publisher" })]),
};
const none: Answers = { [active]: ok(null), [activeMember]: refused(400, "NO_ACTIVE_ORGANIZATION") };

const settings = { element: <OrganizationSettings /> };
const pages: readonly State[] = [
  { ...settings, name: "filled", shows: "Leave or delete" },
  { ...settings, name: "member", answers: asMember, shows: "Leave or delete" },
  { ...settings, name: "long", answers: longest, shows: long.email },
  { ...settings, name: "none-active", answers: none, shows: "Your organizations" },
  ...reading(settings, active, "Loading"),
];

const general = { element: <GeneralCard /> };
const save = ({ click }: Hand): Promise<void> => click("button", "Save");
const generals: readonly State[] = [
  { ...general, name: "filled", shows: "How the organization is shown" },
  { ...general, name: "member", answers: asMember, shows: "acme" },
  { ...general, name: "long", answers: longest, shows: longName.name },
  {
    ...general,
    name: "saved",
    answers: { "/organization/update": ok(full()) },
    play: save,
    shows: "The organization is saved.",
  },
  {
    ...general,
    name: "taken",
    answers: { "/organization/check-slug": refused(400, "ORGANIZATION_SLUG_ALREADY_TAKEN") },
    play: async ({ type, leave }) => {
      await type("Short name", "northwind");
      await leave();
    },
    shows: "Another organization has this short name.",
  },
  ...sending({ ...general, play: save }, "/organization/update", "(busy)"),
];

const members = { element: <MembersCard /> };
const menu = ({ click }: Hand): Promise<void> => click("button", "What can be done with Bob Marsh");
const asked =
  (item: string) =>
  async (hand: Hand): Promise<void> => {
    await menu(hand);
    await hand.click("menuitem", item);
  };
const memberLists: readonly State[] = [
  { ...members, name: "filled", shows: "bob@example.com" },
  { ...members, name: "member", answers: asMember, shows: "You" },
  { ...members, name: "long", answers: longest, shows: "1–4 of 1,240" },
  {
    ...members,
    name: "nobody",
    answers: { "/organization/list-members": ok(page([])) },
    shows: "Nobody is like that.",
  },
  { ...members, name: "menu", play: menu, shows: "Change role" },
  { ...members, name: "role", play: asked("Change role"), shows: "What Bob Marsh may do" },
  { ...members, name: "remove", play: asked("Remove"), shows: "Remove Bob Marsh?" },
  {
    ...members,
    name: "remove-refused",
    answers: { "/organization/remove-member": refused(403, "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER") },
    play: async (hand) => {
      await asked("Remove")(hand);
      await hand.click("button", "Remove");
    },
    shows: "You may not remove this member.",
  },
  ...reading(members, "/organization/list-members", "(busy)"),
];

const invitations = { element: <InvitationsCard /> };
const invite = async ({ click, type }: Hand): Promise<void> => {
  await click("button", "Invite");
  await type("Email", long.email);
  await click("button", "Send invitation");
};
const invitationLists: readonly State[] = [
  { ...invitations, name: "filled", shows: "dora@example.com" },
  {
    ...invitations,
    name: "empty",
    answers: { "/organization/list-invitations": ok([]) },
    shows: "No invitation is open.",
  },
  { ...invitations, name: "long", answers: longest, shows: long.email },
  { ...invitations, name: "invite", play: ({ click }) => click("button", "Invite"), shows: "Invite somebody" },
  {
    ...invitations,
    name: "sent",
    answers: { "/organization/invite-member": ok(invitation(long.email)) },
    play: invite,
    shows: "is on its way.",
  },
  {
    ...invitations,
    name: "limit",
    answers: { "/organization/invite-member": refused(403, "INVITATION_LIMIT_REACHED") },
    play: invite,
    shows: "There are as many open invitations as are allowed.",
  },
  {
    ...invitations,
    name: "sending",
    answers: { "/organization/invite-member": pending },
    play: invite,
    shows: "(busy)",
  },
  ...reading(invitations, "/organization/list-invitations", "(busy)"),
];

const own = { element: <OwnInvitations /> };
const accept = ({ click }: Hand): Promise<void> => click("button", "Accept the invitation to Northwind Traders");
const owns: readonly State[] = [
  { ...own, name: "filled", shows: "Northwind Traders" },
  {
    ...own,
    name: "empty",
    answers: { "/organization/list-user-invitations": ok([]) },
    shows: "Nobody has invited you.",
  },
  {
    ...own,
    name: "unconfirmed",
    answers: { "/organization/list-user-invitations": refused(403, "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION") },
    shows: "Confirm your email to see who has invited you.",
  },
  { ...own, name: "accepting", answers: { "/organization/accept-invitation": pending }, play: accept, shows: "(busy)" },
  {
    ...own,
    name: "refused",
    answers: { "/organization/accept-invitation": refused(404, "INVITATION_NOT_FOUND") },
    play: accept,
    shows: "It was answered",
  },
  ...reading(own, "/organization/list-user-invitations", "").filter(({ name }) => name !== "loading"),
];

const link = { element: <AcceptInvitation />, search: "?id=i-1&token=t" };
const getInvitation = "/organization/get-invitation";
const take = ({ click }: Hand): Promise<void> => click("button", "Accept");
const acceptances: readonly State[] = [
  { ...link, name: "offer", shows: "Join Acme" },
  { ...link, name: "new-person", answers: signedOut, shows: "The invitation has proven your email" },
  {
    ...link,
    name: "without-token",
    search: "?id=i-1",
    answers: signedOut,
    shows: "Sign in with the email that the invitation went to",
  },
  { ...link, name: "incomplete", search: "", shows: "The link is not complete." },
  {
    ...link,
    name: "for-another",
    answers: { [getInvitation]: refused(403, "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION") },
    shows: "This invitation is for somebody else",
  },
  {
    ...link,
    name: "gone",
    answers: { [getInvitation]: refused(404, "INVITATION_NOT_FOUND") },
    shows: "It was answered",
  },
  { ...link, name: "accepting", answers: { "/organization/accept-invitation": pending }, play: take, shows: "(busy)" },
  {
    ...link,
    name: "declined",
    answers: { "/organization/reject-invitation": ok({ status: true }) },
    play: ({ click }) => click("button", "Decline"),
    shows: "You have declined",
  },
  {
    ...link,
    name: "unconfirmed",
    answers: {
      "/organization/accept-invitation": refused(
        403,
        "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION",
      ),
    },
    play: take,
    shows: "Confirm your email first",
  },
  ...reading(link, getInvitation, "Loading"),
];

const teamList = { element: <TeamsCard /> };
const details = ({ click }: Hand): Promise<void> => click("button", "Details of Design");
const teamLists: readonly State[] = [
  { ...teamList, name: "filled", shows: "Support and success" },
  {
    ...teamList,
    name: "empty",
    answers: { [active]: ok(full({ teams: [] })), "/organization/list-user-teams": ok([]) },
    shows: "There are no teams yet.",
  },
  { ...teamList, name: "none-active", answers: { ...none }, shows: "Choose an organization first." },
  { ...teamList, name: "details", play: details, shows: "Cleo Okafor" },
  { ...teamList, name: "long", answers: longest, shows: longName.name },
  {
    ...teamList,
    name: "new",
    play: ({ click }) => click("button", "New team"),
    shows: "Members are added to it afterwards.",
  },
  {
    ...teamList,
    name: "choosing",
    answers: { "/organization/set-active-team": pending },
    play: ({ click }) => click("button", "Make active: Design"),
    shows: "(busy)",
  },
  ...reading(teamList, active, "Loading"),
];

const roleList = { element: <RolesCard /> };
const roleLists: readonly State[] = [
  { ...roleList, name: "filled", shows: "reviewer" },
  {
    ...roleList,
    name: "empty",
    answers: { "/organization/list-roles": ok([]) },
    shows: "There are no roles beyond the built-in ones.",
  },
  { ...roleList, name: "none-active", answers: none, shows: "Choose an organization first." },
  {
    ...roleList,
    name: "new",
    play: ({ click }) => click("button", "New role"),
    shows: "You can pass on what you may do yourself.",
  },
  {
    ...roleList,
    name: "change",
    play: ({ click }) => click("button", "Change reviewer"),
    shows: "Whoever has this role",
  },
  ...reading(roleList, "/organization/list-roles", "Loading"),
];

const danger = { element: <DangerCard /> };
const remove = async ({ click, type }: Hand): Promise<void> => {
  await click("button", "Delete organization");
  await type("Type acme to confirm", "acme");
  await click("button", "Delete for good");
};
const dangers: readonly State[] = [
  { ...danger, name: "owner", shows: "Delete organization" },
  { ...danger, name: "member", answers: asMember, shows: "You lose access at once." },
  { ...danger, name: "leave", play: ({ click }) => click("button", "Leave"), shows: "Leave Acme?" },
  { ...danger, name: "question", play: ({ click }) => click("button", "Delete organization"), shows: "Delete Acme?" },
  {
    ...danger,
    name: "refused",
    answers: { "/organization/delete": refused(403, "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION") },
    play: remove,
    shows: "You may not delete this organization.",
  },
  { ...danger, name: "deleting", answers: { "/organization/delete": pending }, play: remove, shows: "(busy)" },
];

const list = { element: <OrganizationList /> };
const lists: readonly State[] = [
  { ...list, name: "filled", shows: "Northwind Traders" },
  { ...list, name: "empty", answers: { "/organization/list": ok([]) }, shows: "You are in none yet." },
  { ...list, name: "long", answers: longest, shows: longName.name },
  {
    ...list,
    name: "opening",
    answers: { "/organization/set-active": pending },
    play: ({ click }) => click("button", "Open Acme"),
    shows: "(busy)",
  },
  ...reading(list, "/organization/list", "Loading"),
];

const switcher = { element: <OrganizationSwitcher /> };
const open = ({ click }: Hand): Promise<void> => click("button", /^Organization: /);
const switchers: readonly State[] = [
  { ...switcher, name: "closed", shows: "Acme" },
  {
    ...switcher,
    name: "personal",
    answers: { ...none, "/get-session": ok(signedIn(ann, { activeOrganizationId: null })) },
    shows: "Personal",
  },
  { ...switcher, name: "open", play: open, shows: "Members and settings" },
  { ...switcher, name: "long", answers: longest, play: open, shows: longName.name },
  {
    ...switcher,
    name: "refused",
    answers: { "/organization/set-active": refused(403, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION") },
    play: async (hand) => {
      await open(hand);
      await hand.click("menuitemradio", "Northwind Traders");
    },
    shows: "That person is not a member",
  },
];

const dialog = { element: <CreateOrganizationDialog onCreated={stay} onClose={stay} /> };
const named = async ({ type, leave }: Hand): Promise<void> => {
  await type("Name of the organization", "Northwind Traders");
  await leave();
};
const creations: readonly State[] = [
  { ...dialog, name: "empty", shows: "You will be its owner" },
  { ...dialog, name: "free", play: named, shows: "Nobody has it yet." },
  {
    ...dialog,
    name: "taken",
    answers: { "/organization/check-slug": refused(400, "ORGANIZATION_SLUG_ALREADY_TAKEN") },
    play: named,
    shows: "Another organization has this short name.",
  },
  ...sending(
    {
      ...dialog,
      play: async (hand) => {
        await named(hand);
        await hand.click("button", "Create");
      },
    },
    "/organization/create",
    "(busy)",
  ),
  {
    ...dialog,
    name: "limit",
    answers: { "/organization/create": refused(403, "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS") },
    play: async (hand) => {
      await named(hand);
      await hand.click("button", "Create");
    },
    shows: "You are in as many organizations as are allowed.",
  },
];

export const organization: Gallery = {
  OrganizationSettings: pages,
  GeneralCard: generals,
  MembersCard: memberLists,
  InvitationsCard: invitationLists,
  TeamsCard: teamLists,
  RolesCard: roleLists,
  DangerCard: dangers,
  OrganizationList: lists,
  OrganizationSwitcher: switchers,
  CreateOrganizationDialog: creations,
  OwnInvitations: owns,
  AcceptInvitation: acceptances,
};
