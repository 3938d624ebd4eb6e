/** The calls about teams: what they take, return, and fail with. They exist if teams are on. */

import type { SessionCall, SessionQuery } from "@latchkey/core/plugin";
import type { OrganizationModels } from "../models.ts";
import type { OrganizationIdQuery } from "../organizations/contract.ts";

/** A user in a team. */
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

/** The fields of a team that can be changed. */
export interface TeamChange {
  readonly name?: string | undefined;
}

/** What `/organization/update-team` takes. */
export interface UpdateTeamInput<C = TeamChange> {
  readonly teamId: string;
  readonly data: C;
  readonly organizationId?: string | undefined;
}

/** What `/organization/remove-team` takes. */
export interface RemoveTeamInput {
  readonly teamId: string;
  readonly organizationId?: string | undefined;
}

/** Done, with a sentence that says so. */
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

type ListCode = "NO_ACTIVE_ORGANIZATION" | "YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION";

/** The calls about teams. */
export interface TeamCalls<M extends OrganizationModels = OrganizationModels> {
  /** Creates a team. */
  readonly createTeam: SessionCall<
    CreateTeamInput & M["newTeam"],
    M["team"],
    | "NO_ACTIVE_ORGANIZATION"
    | "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS"
    | "YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION"
    | "FIELD_NOT_ALLOWED"
  >;
  /** Returns an organization's teams. */
  readonly listOrganizationTeams: SessionQuery<OrganizationIdQuery | void, M["team"][], ListCode>;
  /** Changes a team's name and the app's own fields. */
  readonly updateTeam: SessionCall<
    UpdateTeamInput<TeamChange & Partial<M["newTeam"]>>,
    M["team"],
    "NO_ACTIVE_ORGANIZATION" | "TEAM_NOT_FOUND" | "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM" | "FIELD_NOT_ALLOWED"
  >;
  /** Removes a team. Fails for a team that the caller is in, and for the last one unless that is allowed. */
  readonly removeTeam: SessionCall<
    RemoveTeamInput,
    MessageAnswer,
    | "NO_ACTIVE_ORGANIZATION"
    | "TEAM_NOT_FOUND"
    | "UNABLE_TO_REMOVE_LAST_TEAM"
    | "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM"
    | "YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION"
  >;
  /** Sets the active team, one that the caller is in. `null` leaves none active. */
  readonly setActiveTeam: SessionCall<
    SetActiveTeamInput,
    M["team"] | null,
    "NO_ACTIVE_ORGANIZATION" | "TEAM_NOT_FOUND" | "USER_IS_NOT_A_MEMBER_OF_THE_TEAM"
  >;
  /** Returns the caller's teams in an organization. */
  readonly listUserTeams: SessionQuery<UserTeamsQuery | void, M["team"][], ListCode>;
  /** Returns the members of a team that the caller is in. */
  readonly listTeamMembers: SessionQuery<
    TeamMembersQuery | void,
    TeamMember[],
    ListCode | "YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM" | "TEAM_NOT_FOUND" | "USER_IS_NOT_A_MEMBER_OF_THE_TEAM"
  >;
  /** Adds a member of the organization to a team. */
  readonly addTeamMember: SessionCall<
    TeamMemberInput,
    TeamMember,
    | "NO_ACTIVE_ORGANIZATION"
    | "TEAM_NOT_FOUND"
    | "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
    | "TEAM_MEMBER_LIMIT_REACHED"
    | "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER"
  >;
  /** Removes a user from a team. They stay in the organization. */
  readonly removeTeamMember: SessionCall<
    TeamMemberInput,
    MessageAnswer,
    | "NO_ACTIVE_ORGANIZATION"
    | "TEAM_NOT_FOUND"
    | "USER_IS_NOT_A_MEMBER_OF_THE_TEAM"
    | "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
    | "YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER"
  >;
}
