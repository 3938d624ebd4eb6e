/** The calls about teams, with their inputs, responses, and errors. They exist only if teams are on. */

import type { SessionCall, SessionQuery } from "@latchkey/core/plugin";
import type { OrganizationModels } from "../models.ts";
import type { OrganizationIdQuery } from "../organizations/contract.ts";

/** A user's membership in a team. */
export interface TeamMember {
  readonly id: string;
  readonly teamId: string;
  readonly userId: string;
  readonly createdAt: Date | null;
}

/** Input for `/organization/create-team`. */
export interface CreateTeamInput {
  readonly name: string;
  readonly organizationId?: string | undefined;
}

/** The fields of a team that can be changed. */
export interface TeamChange {
  readonly name?: string | undefined;
}

/** Input for `/organization/update-team`. */
export interface UpdateTeamInput<C = TeamChange> {
  readonly teamId: string;
  readonly data: C;
  readonly organizationId?: string | undefined;
}

/** Input for `/organization/remove-team`. */
export interface RemoveTeamInput {
  readonly teamId: string;
  readonly organizationId?: string | undefined;
}

/** A response with a success message. */
export interface MessageResponse {
  readonly message: string;
}

/** Input for `/organization/set-active-team`. `null` clears the active team. */
export interface SetActiveTeamInput {
  readonly teamId?: string | null | undefined;
}

/** Input for `/organization/list-user-teams`. */
export interface UserTeamsQuery {
  /** Must be the caller's own ID if given. */
  readonly userId?: string | undefined;
  readonly organizationId?: string | undefined;
}

/** Input for `/organization/list-team-members`. */
export interface TeamMembersQuery {
  /** Default: the active team. */
  readonly teamId?: string | undefined;
  readonly organizationId?: string | undefined;
}

/** Input of calls that add a user to a team or remove them from it. */
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
  /** Changes a team's name and the app's custom fields. */
  readonly updateTeam: SessionCall<
    UpdateTeamInput<TeamChange & Partial<M["newTeam"]>>,
    M["team"],
    "NO_ACTIVE_ORGANIZATION" | "TEAM_NOT_FOUND" | "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM" | "FIELD_NOT_ALLOWED"
  >;
  /**
   * Removes a team. Fails for a team that the caller is in, and for the last team unless `allowRemovingAllTeams` is
   * set.
   */
  readonly removeTeam: SessionCall<
    RemoveTeamInput,
    MessageResponse,
    | "NO_ACTIVE_ORGANIZATION"
    | "TEAM_NOT_FOUND"
    | "UNABLE_TO_REMOVE_LAST_TEAM"
    | "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM"
    | "YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION"
  >;
  /** Sets the active team, which the caller must be in. `null` clears it. */
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
  /** Removes a user from a team. They remain in the organization. */
  readonly removeTeamMember: SessionCall<
    TeamMemberInput,
    MessageResponse,
    | "NO_ACTIVE_ORGANIZATION"
    | "TEAM_NOT_FOUND"
    | "USER_IS_NOT_A_MEMBER_OF_THE_TEAM"
    | "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"
    | "YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER"
  >;
}
