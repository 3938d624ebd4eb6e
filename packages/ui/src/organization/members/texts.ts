/** Texts for members. */

import type { PluralText } from "../../texts/texts.ts";

/** Texts for members. */
export interface MemberTexts {
  readonly title: string;
  readonly subtitle: string;
  readonly caption: string;
  /** Members and the limit: `{count}`, `{limit}`. */
  readonly count: string;
  readonly search: string;
  readonly filters: string;
  readonly person: string;
  readonly role: string;
  /** `{name}`. */
  readonly roleOf: string;
  readonly team: string;
  readonly since: string;
  readonly you: string;
  /** A member whose access the directory suspended. */
  readonly suspended: string;
  readonly empty: string;
  /** For an organization with one member and no invitations. */
  readonly aloneTitle: string;
  readonly aloneText: string;
  /** `{from}`, `{to}`, `{total}`. */
  readonly page: string;
  readonly more: string;
  /** `{name}`. */
  readonly actionsOf: string;
  /** `{name}`. */
  readonly select: string;
  readonly severalRoles: string;
  readonly onlyOwner: string;
  readonly changeRole: string;
  readonly roleTitle: string;
  readonly rolesText: string;
  readonly roleSubmit: string;
  /** `{name}`. */
  readonly roleSaved: string;
  readonly rolesSaved: PluralText;
  readonly addToTeam: string;
  /** `{name}`. */
  readonly addToTeamText: string;
  readonly remove: string;
  /** `{name}`. */
  readonly removeTitle: string;
  readonly removeSomeTitle: PluralText;
  readonly removeText: string;
  /** `{name}`. */
  readonly removed: string;
  readonly removedSome: PluralText;
  /** `{reasons}`: names with their errors. */
  readonly failedSome: PluralText;
}

/** The English texts. */
export const members: MemberTexts = {
  title: "Members",
  subtitle: "People in this organization and their roles.",
  caption: "Members",
  count: "{count} of {limit}",
  search: "Search members",
  filters: "Filter members",
  person: "Member",
  role: "Role",
  roleOf: "Role of {name}",
  team: "Team",
  since: "Joined",
  you: "You",
  suspended: "Suspended",
  empty: "No members match your search.",
  aloneTitle: "You're the only member",
  aloneText: "Invite people to work with you in this organization.",
  page: "{from}–{to} of {total}",
  more: "Actions",
  actionsOf: "Actions for {name}",
  select: "Select {name}",
  severalRoles: "Several roles…",
  onlyOwner: "The only owner. Make another member an owner first.",
  changeRole: "Change role",
  roleTitle: "Change role",
  rolesText: "The role replaces all roles of the selected members.",
  roleSubmit: "Change role",
  roleSaved: "Role updated for {name}.",
  rolesSaved: { one: "Role updated for {count} member.", other: "Role updated for {count} members." },
  addToTeam: "Add to team",
  addToTeamText: "Choose a team for {name}.",
  remove: "Remove",
  removeTitle: "Remove {name}?",
  removeSomeTitle: { one: "Remove {count} member?", other: "Remove {count} members?" },
  removeText: "They'll lose access immediately. You can invite them again later.",
  removed: "{name} was removed.",
  removedSome: { one: "{count} member was removed.", other: "{count} members were removed." },
  failedSome: { one: "Couldn't change {count} member: {reasons}", other: "Couldn't change {count} members: {reasons}" },
};
