/** Texts for teams. */

import type { PluralText } from "../../texts/texts.ts";

/** Texts for teams. */
export interface TeamsTexts {
  readonly title: string;
  readonly subtitle: string;
  readonly empty: string;
  readonly emptyText: string;
  readonly name: string;
  readonly create: string;
  readonly createText: string;
  /** `{team}`. */
  readonly created: string;
  readonly rename: string;
  /** `{team}`. */
  readonly renameTitle: string;
  readonly renameText: string;
  readonly remove: string;
  /** `{team}`. */
  readonly removeTitle: string;
  readonly removeText: string;
  /** `{team}`. */
  readonly removed: string;
  /** Badge on the teams that the user is in. */
  readonly own: string;
  readonly active: string;
  readonly activate: string;
  /** `{team}`. */
  readonly activated: string;
  readonly deactivated: string;
  readonly back: string;
  /** `{team}`. */
  readonly actionsOf: string;
  readonly count: PluralText;
  readonly members: string;
  /** `{team}`. */
  readonly membersOf: string;
  readonly noMembers: string;
  /** Shown to users who aren't in the team. */
  readonly hiddenMembers: string;
  readonly you: string;
  readonly unknownPerson: string;
  readonly more: string;
  readonly removeMember: string;
  /** `{name}`, `{team}`. */
  readonly removeMemberLabel: string;
  /** `{name}`, `{team}`. */
  readonly removedMember: string;
  /** `{team}`. */
  readonly search: string;
  readonly noResults: string;
  /** `{name}`, `{team}`. */
  readonly added: string;
  readonly isIn: string;
}

/** The English texts. */
export const teams: TeamsTexts = {
  title: "Teams",
  subtitle: "Group members within this organization. Members can belong to more than one team.",
  empty: "No teams yet.",
  emptyText: "Teams group members within this organization.",
  name: "Team name",
  create: "Create team",
  createText: "You can add members after you create it.",
  created: "Team {team} created.",
  rename: "Rename",
  renameTitle: "Rename {team}",
  renameText: "Members and settings stay the same.",
  remove: "Delete team",
  removeTitle: "Delete {team}?",
  removeText: "Members stay in the organization. You can't undo this.",
  removed: "Team {team} deleted.",
  own: "Your team",
  active: "Active",
  activate: "Set as active",
  activated: "{team} is now your active team.",
  deactivated: "You no longer have an active team.",
  back: "All teams",
  actionsOf: "Actions for {team}",
  count: { one: "{count} member", other: "{count} members" },
  members: "Members",
  membersOf: "Members of {team}",
  noMembers: "This team has no members yet.",
  hiddenMembers: "Only team members can see who's in this team.",
  you: "You",
  unknownPerson: "Former member",
  more: "Show more",
  removeMember: "Remove",
  removeMemberLabel: "Remove {name} from {team}",
  removedMember: "{name} was removed from {team}.",
  search: "Find a member to add to {team}",
  noResults: "No members found.",
  added: "{name} was added to {team}.",
  isIn: "Already in this team",
};

/** Error messages about teams, in English. */
export const teamErrors: Readonly<Record<string, string>> = {
  TEAM_NOT_FOUND: "This team no longer exists.",
  INVALID_TEAM_ID: "That team doesn't exist.",
  UNABLE_TO_REMOVE_LAST_TEAM:
    "An organization must have at least one team. Create another one first, or rename this one.",
  YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM: "Select a team first.",
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: "That person isn't in this team.",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: "This organization has reached its team limit.",
  YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION: "You're not a member of this organization.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: "You don't have permission to create teams.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: "You don't have permission to edit this team.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: "You can't delete a team you belong to. Ask to be removed from it first.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: "You don't have permission to delete teams.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER: "You don't have permission to add team members.",
  YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER: "You don't have permission to remove team members.",
  TEAM_MEMBER_LIMIT_REACHED: "This team is full.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_THE_MEMBERS_OF_A_TEAM: "You don't have permission to view this team's members.",
};
