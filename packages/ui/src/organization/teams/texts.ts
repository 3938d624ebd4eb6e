/** The texts of teams and their error messages. */

/** All texts of these components. */
export interface TeamsTexts {
  readonly title: string;
  readonly subtitle: string;
  /** Shown if no organization is active. */
  readonly noOrganization: string;
  readonly empty: string;
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
  readonly use: string;
  /** `{team}`. */
  readonly useLabel: string;
  readonly useNone: string;
  readonly details: string;
  /** `{team}`. */
  readonly detailsLabel: string;
  readonly members: string;
  readonly noMembers: string;
  /** Shown to users who aren't in the team. */
  readonly hiddenMembers: string;
  readonly you: string;
  /** Shown instead of the name of a user who no longer exists. */
  readonly unknownPerson: string;
  readonly more: string;
  readonly takeOut: string;
  /** `{name}`, `{team}`. */
  readonly takeOutLabel: string;
  /** `{name}`, `{team}`. */
  readonly takenOut: string;
  readonly addTitle: string;
  /** `{team}`. */
  readonly search: string;
  readonly nobodyFound: string;
  readonly add: string;
  /** `{name}`, `{team}`. */
  readonly addLabel: string;
  /** `{name}`, `{team}`. */
  readonly added: string;
  readonly isIn: string;
}

/** The English texts. */
export const teams: TeamsTexts = {
  title: "Teams",
  subtitle: "The parts of this organization. Everybody can be in several.",
  noOrganization: "Choose an organization first.",
  empty: "There are no teams yet.",
  name: "Name of the team",
  create: "New team",
  createText: "Members are added to it afterwards.",
  created: "The team {team} is there.",
  rename: "Rename",
  renameTitle: "Rename {team}",
  renameText: "Members and everything else stay as they are.",
  remove: "Delete team",
  removeTitle: "Delete {team}?",
  removeText: "Its members stay in the organization. This cannot be undone.",
  removed: "The team {team} is deleted.",
  own: "Your team",
  active: "Active",
  use: "Make active",
  useLabel: "Make active: {team}",
  useNone: "Work without a team",
  details: "Details",
  detailsLabel: "Details of {team}",
  members: "Members",
  noMembers: "Nobody is in this team.",
  hiddenMembers: "Who is in this team is shown to its members.",
  you: "You",
  unknownPerson: "Somebody who left",
  more: "Show more",
  takeOut: "Remove",
  takeOutLabel: "Remove {name} from {team}",
  takenOut: "{name} is no longer in {team}.",
  addTitle: "Add members",
  search: "Find somebody for {team}",
  nobodyFound: "There is nobody to add.",
  add: "Add",
  addLabel: "Add {name} to {team}",
  added: "{name} is in {team} now.",
  isIn: "In this team",
};

/** Error messages about teams, in English. */
export const teamErrors: Readonly<Record<string, string>> = {
  TEAM_NOT_FOUND: "This team does not exist any more.",
  INVALID_TEAM_ID: "There is no such team.",
  UNABLE_TO_REMOVE_LAST_TEAM: "An organization keeps one team. Make another one first, or rename this one.",
  YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM: "Choose a team first.",
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: "Whoever this is about is not in this team.",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: "This organization cannot have more teams.",
  TEAM_MEMBER_LIMIT_REACHED: "This team is full.",
  YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION: "You are not in this organization.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: "You may not make teams here.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_THE_MEMBERS_OF_A_TEAM: "You don't have permission to view this team's members.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: "You may not change this team.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: "Nobody deletes the team they work in. Have yourself removed from it first.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: "You may not delete teams here.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER: "You may not add members to teams.",
  YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER: "You may not remove members from teams.",
};
