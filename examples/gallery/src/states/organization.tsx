/** States of the organization settings, the switcher, and invitations. */

import {
  CreateOrganizationDialog,
  DangerCard,
  GeneralCard,
  MembersCard,
  OrganizationList,
  OrganizationSettings,
  OrganizationSwitcher,
  RolesCard,
  TeamsCard,
} from "@latchkey/ui/organization";
import { active, asMember, full, longest, longName, none, page } from "../fixtures/organization.ts";
import { ann, long, signedIn } from "../fixtures/users.ts";
import { errorResponse, ok, pending } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";
import { acceptances, invitationLists, owns } from "./invitations.tsx";

const noop = (): void => {};

const settings = { element: <OrganizationSettings /> };
const pages: readonly State[] = [
  { ...settings, name: "filled", expectedText: "Leave or delete" },
  { ...settings, name: "member", responses: asMember, expectedText: "Leave or delete" },
  { ...settings, name: "long", responses: longest, expectedText: long.email },
  { ...settings, name: "none-active", responses: none, expectedText: "Your organizations" },
  ...loadingStates(settings, active, "Loading"),
];

const general = { element: <GeneralCard /> };
const save = ({ click }: UserActions): Promise<void> => click("button", "Save");
const generals: readonly State[] = [
  { ...general, name: "filled", expectedText: "How the organization is shown" },
  { ...general, name: "member", responses: asMember, expectedText: "acme" },
  { ...general, name: "long", responses: longest, expectedText: longName.name },
  {
    ...general,
    name: "saved",
    responses: { "/organization/update": ok(full()) },
    play: save,
    expectedText: "The organization is saved.",
  },
  {
    ...general,
    name: "taken",
    responses: { "/organization/check-slug": errorResponse(400, "ORGANIZATION_SLUG_ALREADY_TAKEN") },
    play: async ({ type, tabAway }) => {
      await type("Short name", "northwind");
      await tabAway();
    },
    expectedText: "Another organization has this short name.",
  },
  ...submittingStates({ ...general, play: save }, "/organization/update", "(busy)"),
];

const members = { element: <MembersCard /> };
const menu = ({ click }: UserActions): Promise<void> => click("button", "What can be done with Bob Marsh");
const asked =
  (item: string) =>
  async (hand: UserActions): Promise<void> => {
    await menu(hand);
    await hand.click("menuitem", item);
  };
const memberLists: readonly State[] = [
  { ...members, name: "filled", expectedText: "bob@example.com" },
  { ...members, name: "member", responses: asMember, expectedText: "You" },
  { ...members, name: "long", responses: longest, expectedText: "1–4 of 1,240" },
  {
    ...members,
    name: "nobody",
    responses: { "/organization/list-members": ok(page([])) },
    expectedText: "Nobody is like that.",
  },
  { ...members, name: "menu", play: menu, expectedText: "Change role" },
  { ...members, name: "role", play: asked("Change role"), expectedText: "What Bob Marsh may do" },
  { ...members, name: "remove", play: asked("Remove"), expectedText: "Remove Bob Marsh?" },
  {
    ...members,
    name: "remove-refused",
    responses: { "/organization/remove-member": errorResponse(403, "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER") },
    play: async (hand) => {
      await asked("Remove")(hand);
      await hand.click("button", "Remove");
    },
    expectedText: "You may not remove this member.",
  },
  ...loadingStates(members, "/organization/list-members", "(busy)"),
];

const teamList = { element: <TeamsCard /> };
const details = ({ click }: UserActions): Promise<void> => click("button", "Details of Design");
const teamLists: readonly State[] = [
  { ...teamList, name: "filled", expectedText: "Support and success" },
  {
    ...teamList,
    name: "empty",
    responses: { [active]: ok(full({ teams: [] })), "/organization/list-user-teams": ok([]) },
    expectedText: "There are no teams yet.",
  },
  { ...teamList, name: "none-active", responses: { ...none }, expectedText: "Choose an organization first." },
  { ...teamList, name: "details", play: details, expectedText: "Cleo Okafor" },
  { ...teamList, name: "long", responses: longest, expectedText: longName.name },
  {
    ...teamList,
    name: "new",
    play: ({ click }) => click("button", "New team"),
    expectedText: "Members are added to it afterwards.",
  },
  {
    ...teamList,
    name: "choosing",
    responses: { "/organization/set-active-team": pending },
    play: ({ click }) => click("button", "Make active: Design"),
    expectedText: "(busy)",
  },
  ...loadingStates(teamList, active, "Loading"),
];

const roleList = { element: <RolesCard /> };
const roleLists: readonly State[] = [
  { ...roleList, name: "filled", expectedText: "reviewer" },
  {
    ...roleList,
    name: "empty",
    responses: { "/organization/list-roles": ok([]) },
    expectedText: "There are no roles beyond the built-in ones.",
  },
  { ...roleList, name: "none-active", responses: none, expectedText: "Choose an organization first." },
  {
    ...roleList,
    name: "new",
    play: ({ click }) => click("button", "New role"),
    expectedText: "You can pass on what you may do yourself.",
  },
  {
    ...roleList,
    name: "change",
    play: ({ click }) => click("button", "Change reviewer"),
    expectedText: "Whoever has this role",
  },
  ...loadingStates(roleList, "/organization/list-roles", "Loading"),
];

const danger = { element: <DangerCard /> };
const remove = async ({ click, type }: UserActions): Promise<void> => {
  await click("button", "Delete organization");
  await type("Type acme to confirm", "acme");
  await click("button", "Delete for good");
};
const dangers: readonly State[] = [
  { ...danger, name: "owner", expectedText: "Delete organization" },
  { ...danger, name: "member", responses: asMember, expectedText: "You lose access at once." },
  { ...danger, name: "leave", play: ({ click }) => click("button", "Leave"), expectedText: "Leave Acme?" },
  {
    ...danger,
    name: "question",
    play: ({ click }) => click("button", "Delete organization"),
    expectedText: "Delete Acme?",
  },
  {
    ...danger,
    name: "refused",
    responses: { "/organization/delete": errorResponse(403, "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION") },
    play: remove,
    expectedText: "You may not delete this organization.",
  },
  { ...danger, name: "deleting", responses: { "/organization/delete": pending }, play: remove, expectedText: "(busy)" },
];

const list = { element: <OrganizationList /> };
const lists: readonly State[] = [
  { ...list, name: "filled", expectedText: "Northwind Traders" },
  { ...list, name: "empty", responses: { "/organization/list": ok([]) }, expectedText: "You are in none yet." },
  { ...list, name: "long", responses: longest, expectedText: longName.name },
  {
    ...list,
    name: "opening",
    responses: { "/organization/set-active": pending },
    play: ({ click }) => click("button", "Open Acme"),
    expectedText: "(busy)",
  },
  ...loadingStates(list, "/organization/list", "Loading"),
];

const switcher = { element: <OrganizationSwitcher /> };
const open = ({ click }: UserActions): Promise<void> => click("button", /^Organization: /);
const switchers: readonly State[] = [
  { ...switcher, name: "closed", expectedText: "Acme" },
  {
    ...switcher,
    name: "personal",
    responses: { ...none, "/get-session": ok(signedIn(ann, { activeOrganizationId: null })) },
    expectedText: "Personal",
  },
  { ...switcher, name: "open", play: open, expectedText: "Members and settings" },
  { ...switcher, name: "long", responses: longest, play: open, expectedText: longName.name },
  {
    ...switcher,
    name: "refused",
    responses: { "/organization/set-active": errorResponse(403, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION") },
    play: async (hand) => {
      await open(hand);
      await hand.click("menuitemradio", "Northwind Traders");
    },
    expectedText: "That person is not a member",
  },
];

const dialog = { element: <CreateOrganizationDialog onCreated={noop} onClose={noop} /> };
const named = async ({ type, tabAway }: UserActions): Promise<void> => {
  await type("Name of the organization", "Northwind Traders");
  await tabAway();
};
const creations: readonly State[] = [
  { ...dialog, name: "empty", expectedText: "You will be its owner" },
  { ...dialog, name: "free", play: named, expectedText: "Nobody has it yet." },
  {
    ...dialog,
    name: "taken",
    responses: { "/organization/check-slug": errorResponse(400, "ORGANIZATION_SLUG_ALREADY_TAKEN") },
    play: named,
    expectedText: "Another organization has this short name.",
  },
  ...submittingStates(
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
    responses: { "/organization/create": errorResponse(403, "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS") },
    play: async (hand) => {
      await named(hand);
      await hand.click("button", "Create");
    },
    expectedText: "You are in as many organizations as are allowed.",
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
