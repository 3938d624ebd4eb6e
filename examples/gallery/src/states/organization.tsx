/** States of the organization page, its sections, and the switcher. */

import { en } from "@latchkey/ui";
import {
  CreateOrganizationDialog,
  Organization,
  OrganizationDanger,
  OrganizationGeneral,
  OrganizationMembers,
  OrganizationRoles,
  OrganizationSwitcher,
  OrganizationTeams,
  OwnOrganizations,
  organizationEn as texts,
} from "@latchkey/ui/organization";
import { withEveryPlugin, withOrganization } from "../fixtures/capabilities.ts";
import {
  active,
  asMember,
  full,
  justCreated,
  longest,
  longName,
  none,
  page,
  suspended,
} from "../fixtures/organization.ts";
import { long } from "../fixtures/users.ts";
import { errorResponse, ok, pending } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";
import { acceptances, invitationLists, owns } from "./invitations.tsx";

const noop = (): void => {};
const put = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

const whole = { element: <Organization />, wide: true };
const pages: readonly State[] = [
  { ...whole, name: "filled", expectedText: "bob@example.com" },
  { ...whole, name: "member", responses: asMember, expectedText: texts.danger.title },
  { ...whole, name: "long", responses: longest, expectedText: long.email },
  { ...whole, name: "none-active", responses: none, expectedText: texts.list.mine },
  {
    ...whole,
    name: "basic-server",
    responses: withOrganization({ teams: false, dynamicRoles: false }),
    expectedText: "Bob",
  },
];

const members = { element: <OrganizationMembers />, wide: true };
const menu = ({ click }: UserActions): Promise<void> =>
  click("button", put(texts.members.actionsOf, { name: "Bob Marsh" }));
const memberLists: readonly State[] = [
  { ...members, name: "filled", expectedText: "bob@example.com" },
  { ...members, name: "new", responses: justCreated, expectedText: texts.members.aloneText },
  { ...members, name: "member", responses: asMember, expectedText: texts.members.you },
  { ...members, name: "long", responses: longest, expectedText: long.email },
  { ...members, name: "suspended", responses: suspended, expectedText: texts.members.suspended },
  {
    ...members,
    name: "nobody",
    responses: { "/organization/list-members": ok(page([])) },
    expectedText: texts.members.empty,
  },
  { ...members, name: "menu", play: menu, expectedText: texts.members.addToTeam },
  {
    ...members,
    name: "role-refused",
    responses: { "/organization/update-member-role": errorResponse(403, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER") },
    play: ({ choose }) => choose(put(texts.members.roleOf, { name: "Bob Marsh" }), "Member"),
    expectedText: texts.errors.YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER ?? "",
  },
  {
    ...members,
    name: "remove",
    play: async (hand) => {
      await menu(hand);
      await hand.click("menuitem", texts.members.remove);
    },
    expectedText: put(texts.members.removeTitle, { name: "Bob Marsh" }),
  },
  ...loadingStates(members, "/organization/list-members", "(busy)"),
];

const teamList = { element: <OrganizationTeams />, wide: true };
const teamLists: readonly State[] = [
  { ...teamList, name: "filled", expectedText: "Support and success" },
  {
    ...teamList,
    name: "empty",
    responses: { [active]: ok(full({ teams: [] })), "/organization/list-user-teams": ok([]) },
    expectedText: texts.teams.empty,
  },
  { ...teamList, name: "long", responses: longest, expectedText: longName.name },
  {
    ...teamList,
    name: "new",
    play: ({ click }) => click("button", texts.teams.create),
    expectedText: texts.teams.createText,
  },
];

const roleList = { element: <OrganizationRoles />, wide: true };
const roleLists: readonly State[] = [
  { ...roleList, name: "filled", expectedText: "reviewer" },
  {
    ...roleList,
    name: "built-in",
    responses: { "/organization/list-roles": ok([]) },
    expectedText: texts.roles.permission,
  },
  {
    ...roleList,
    name: "plugins",
    responses: withEveryPlugin,
    expectedText: texts.roles.resources.oauthClient ?? "",
  },
  {
    ...roleList,
    name: "new",
    play: ({ click }) => click("button", texts.roles.create),
    expectedText: texts.roles.createText,
  },
  ...loadingStates(roleList, "/organization/list-roles", "Loading"),
];

const profile = { element: <OrganizationGeneral />, wide: true };
const generals: readonly State[] = [
  { ...profile, name: "filled", expectedText: texts.general.subtitle },
  { ...profile, name: "member", responses: asMember, expectedText: "acme" },
  { ...profile, name: "long", responses: longest, expectedText: longName.name },
  {
    ...profile,
    name: "slug",
    play: ({ click }) => click("button", put(en.editField, { name: texts.general.slug })),
    expectedText: texts.general.slugWarning,
  },
];

const danger = { element: <OrganizationDanger />, wide: true };
const dangers: readonly State[] = [
  { ...danger, name: "owner", expectedText: texts.danger.removeText },
  { ...danger, name: "member", responses: asMember, expectedText: texts.danger.leaveText },
  {
    ...danger,
    name: "question",
    play: ({ click }) => click("button", texts.danger.remove),
    expectedText: put(texts.danger.removeTitle, { name: "Acme" }),
  },
  {
    ...danger,
    name: "transfer",
    play: ({ click }) => click("button", texts.danger.transfer),
    expectedText: texts.danger.transferDialogText,
  },
];

const list = { element: <OwnOrganizations />, wide: true };
const lists: readonly State[] = [
  { ...list, name: "filled", expectedText: "Northwind Traders" },
  { ...list, name: "empty", responses: { "/organization/list": ok([]) }, expectedText: texts.list.emptyTitle },
  { ...list, name: "long", responses: longest, expectedText: longName.name },
];

const switcher = { element: <OrganizationSwitcher /> };
const open = ({ click }: UserActions): Promise<void> => click("button", /^Organization: /);
const switchers: readonly State[] = [
  { ...switcher, name: "closed", expectedText: "Acme" },
  { ...switcher, name: "personal", responses: none, expectedText: texts.switcher.personal },
  { ...switcher, name: "open", play: open, expectedText: texts.switcher.settings },
  { ...switcher, name: "long", responses: longest, play: open, expectedText: longName.name },
  {
    ...switcher,
    name: "refused",
    responses: { "/organization/set-active": errorResponse(403, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION") },
    play: async (hand) => {
      await open(hand);
      await hand.click("button", /^Northwind Traders/);
    },
    expectedText: texts.errors.USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION ?? "",
  },
];

const dialog = { element: <CreateOrganizationDialog onCreated={noop} onClose={noop} /> };
const named = async ({ type, tabAway }: UserActions): Promise<void> => {
  await type(texts.create.name, "Northwind Traders");
  await tabAway();
};
const submit = async (hand: UserActions): Promise<void> => {
  await named(hand);
  await hand.click("button", texts.create.submit);
};
const creations: readonly State[] = [
  { ...dialog, name: "empty", expectedText: texts.create.text },
  { ...dialog, name: "free", play: named, expectedText: texts.create.slugFree },
  {
    ...dialog,
    name: "taken",
    responses: { "/organization/is-slug-available": ok({ available: false }) },
    play: named,
    expectedText: texts.errors.ORGANIZATION_SLUG_ALREADY_TAKEN ?? "",
  },
  { ...dialog, name: "sending", responses: { "/organization/create": pending }, play: submit, expectedText: "(busy)" },
  ...submittingStates({ ...dialog, play: submit }, "/organization/create", "(busy)").slice(1),
];

export const organization: Gallery = {
  Organization: pages,
  OrganizationMembers: memberLists,
  OrganizationInvitations: invitationLists,
  OrganizationTeams: teamLists,
  OrganizationRoles: roleLists,
  OrganizationGeneral: generals,
  OrganizationDanger: dangers,
  OrganizationSwitcher: switchers,
  CreateOrganizationDialog: creations,
  OwnOrganizations: lists,
  OwnInvitations: owns,
  AcceptInvitation: acceptances,
};
