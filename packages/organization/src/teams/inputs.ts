/** What the calls about teams take and answer. */

/** A part of an organization, as answers show it. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
}

/** A person in a team. */
export interface TeamMember {
  readonly id: string;
  readonly teamId: string;
  readonly userId: string;
  readonly createdAt: Date | null;
}

/** What `/organization/create-team` takes. */
export interface CreateTeamInput {
  readonly name: string;
  readonly organizationId?: string | undefined;
}

/** What `/organization/update-team` takes. */
export interface UpdateTeamInput<C = TeamChange> {
  readonly teamId: string;
  readonly data: C;
  readonly organizationId?: string | undefined;
}

/** What of a team can be changed. */
export interface TeamChange {
  readonly name?: string | undefined;
}

/** What `/organization/remove-team` takes. */
export interface RemoveTeamInput {
  readonly teamId: string;
  readonly organizationId?: string | undefined;
}

/** Done, in words. */
export interface MessageAnswer {
  readonly message: string;
}

/** What `/organization/set-active-team` takes. `null` leaves none active. */
export interface SetActiveTeamInput {
  readonly teamId?: string | null | undefined;
}

/** What `/organization/list-user-teams` takes. */
export interface UserTeamsQuery {
  /** The caller's own id, or none. */
  readonly userId?: string | undefined;
  readonly organizationId?: string | undefined;
}

/** What `/organization/list-team-members` takes. */
export interface TeamMembersQuery {
  /** Default: the active team. */
  readonly teamId?: string | undefined;
  readonly organizationId?: string | undefined;
}

/** What adding to a team and removing from it take. */
export interface TeamMemberInput {
  readonly teamId: string;
  readonly userId: string;
  readonly organizationId?: string | undefined;
}

/** What making a team can be refused for. */
export type CreateTeamErrorCode =
  | "NO_ACTIVE_ORGANIZATION"
  | "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS"
  | "YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION"
  | "FIELD_NOT_ALLOWED";

/** What changing a team can be refused for. */
export type UpdateTeamErrorCode =
  | "NO_ACTIVE_ORGANIZATION"
  | "TEAM_NOT_FOUND"
  | "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM"
  | "FIELD_NOT_ALLOWED";

/** What removing a team can be refused for. */
export type RemoveTeamErrorCode =
  | "NO_ACTIVE_ORGANIZATION"
  | "TEAM_NOT_FOUND"
  | "UNABLE_TO_REMOVE_LAST_TEAM"
  | "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM"
  | "YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION";

/** What reading an organization's teams can be refused for. */
export type ListTeamsErrorCode = "NO_ACTIVE_ORGANIZATION" | "YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION";

/** What choosing a team can be refused for. */
export type SetActiveTeamErrorCode = "NO_ACTIVE_ORGANIZATION" | "TEAM_NOT_FOUND" | "USER_IS_NOT_A_MEMBER_OF_THE_TEAM";

/** What reading a team's members can be refused for. */
export type ListTeamMembersErrorCode =
  | "NO_ACTIVE_ORGANIZATION"
  | "YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION"
  | "YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM"
  | "TEAM_NOT_FOUND"
  | "USER_IS_NOT_A_MEMBER_OF_THE_TEAM";

/** What adding to a team can be refused for. */
export type AddTeamMemberErrorCode =
  | "NO_ACTIVE_ORGANIZATION"
  | "TEAM_NOT_FOUND"
  | "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
  | "TEAM_MEMBER_LIMIT_REACHED"
  | "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER";

/** What removing from a team can be refused for. */
export type RemoveTeamMemberErrorCode =
  | "NO_ACTIVE_ORGANIZATION"
  | "TEAM_NOT_FOUND"
  | "USER_IS_NOT_A_MEMBER_OF_THE_TEAM"
  | "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
  | "YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER";
