/** The calls as `auth.api` has them. */

import type {
  Call,
  CallOptions,
  OptionalCall,
  SessionCallOptions,
  SessionErrorCode,
  StatusAnswer,
  SuccessAnswer,
  WithBody,
  WithQuery,
  WithSessionBody,
  WithSessionQuery,
} from "@latchkey/core";
import type { UserInvitationsQuery } from "./invitations/endpoints.ts";
import type {
  AcceptedInvitation,
  AcceptInvitationErrorCode,
  AnswerInvitationErrorCode,
  AnswerInvitationInput,
  CancelInvitationErrorCode,
  GetInvitationErrorCode,
  InvitationDetails,
  InvitationInput,
  InvitationLink,
  InvitationLinkErrorCode,
  InvitationQuery,
  InviteMemberErrorCode,
  InviteMemberInput,
  ListInvitationsErrorCode,
  OwnInvitation,
  RejectedInvitation,
} from "./invitations/inputs.ts";
import type {
  ActiveMemberErrorCode,
  AddMemberErrorCode,
  AddMemberInput,
  LeaveErrorCode,
  ListMembersErrorCode,
  ListMembersQuery,
  MemberPage,
  MemberRole,
  MemberRoleQuery,
  MemberWithUser,
  RemovedMember,
  RemoveMemberErrorCode,
  RemoveMemberInput,
  TransferOwnershipErrorCode,
  TransferOwnershipInput,
  UpdateMemberRoleErrorCode,
  UpdateMemberRoleInput,
} from "./members/inputs.ts";
import type { FullOf, OrganizationModels } from "./models.ts";
import type {
  CheckSlugInput,
  CreatedOrganization,
  CreateOrganizationErrorCode,
  CreateOrganizationOnServer,
  DeleteOrganizationErrorCode,
  FullOrganizationQuery,
  HasPermissionInput,
  OrganizationChange,
  OrganizationIdQuery,
  OrganizationInput,
  OrganizationQuery,
  PermissionAnswer,
  ReadOrganizationErrorCode,
  SetActiveInput,
  UpdateOrganizationErrorCode,
  UpdateOrganizationInput,
} from "./organizations/inputs.ts";
import type {
  CreatedRole,
  CreateRoleErrorCode,
  CreateRoleInput,
  DeleteRoleErrorCode,
  GetRoleErrorCode,
  ListRolesErrorCode,
  OrganizationRole,
  RoleQuery,
  UpdatedRole,
  UpdateRoleErrorCode,
  UpdateRoleInput,
} from "./roles/inputs.ts";
import type {
  AddTeamMemberErrorCode,
  CreateTeamErrorCode,
  CreateTeamInput,
  ListTeamMembersErrorCode,
  ListTeamsErrorCode,
  MessageAnswer,
  RemoveTeamErrorCode,
  RemoveTeamInput,
  RemoveTeamMemberErrorCode,
  SetActiveTeamErrorCode,
  SetActiveTeamInput,
  TeamChange,
  TeamMember,
  TeamMemberInput,
  TeamMembersQuery,
  UpdateTeamErrorCode,
  UpdateTeamInput,
  UserTeamsQuery,
} from "./teams/inputs.ts";

/** What `listUserInvitations` takes on the server: headers of a session, or any address. With headers, the address is ignored. */
export interface ListUserInvitationsCall extends CallOptions {
  readonly query?: UserInvitationsQuery;
}

/** As `auth.api` has it. Calls about teams and about roles made at run time are there where those are on. */
export interface OrganizationApi<M extends OrganizationModels = OrganizationModels> {
  /** Makes an organization; it becomes the active one. */
  readonly createOrganization: Call<
    WithBody<CreateOrganizationOnServer & M["newOrganization"]>,
    CreatedOrganization<M["organization"], M["member"]>,
    SessionErrorCode | CreateOrganizationErrorCode
  >;
  /** Whether nobody has a slug yet. */
  readonly checkOrganizationSlug: Call<
    WithSessionBody<CheckSlugInput>,
    StatusAnswer,
    SessionErrorCode | "ORGANIZATION_SLUG_ALREADY_TAKEN"
  >;
  /** Changes name, slug, logo, metadata and the app's own fields. */
  readonly updateOrganization: Call<
    WithSessionBody<UpdateOrganizationInput<OrganizationChange & Partial<M["newOrganization"]>>>,
    M["organization"],
    SessionErrorCode | UpdateOrganizationErrorCode
  >;
  /** Deletes an organization and everything in it. */
  readonly deleteOrganization: Call<
    WithSessionBody<OrganizationInput>,
    M["organization"],
    SessionErrorCode | DeleteOrganizationErrorCode
  >;
  /** Deletes an organization and everything in it, on the app's word. */
  readonly removeOrganization: Call<WithBody<OrganizationInput>, M["organization"], "ORGANIZATION_NOT_FOUND">;
  /** The organizations that the caller is in. */
  readonly listOrganizations: Call<SessionCallOptions, M["organization"][], SessionErrorCode>;
  /** Chooses the organization that calls concern unless they name one; `null` chooses none. */
  readonly setActiveOrganization: Call<
    WithSessionBody<SetActiveInput>,
    M["organization"] | null,
    SessionErrorCode | ReadOrganizationErrorCode
  >;
  /** An organization; `null` where none is named and none active. */
  readonly getOrganization: Call<
    WithSessionQuery<OrganizationQuery>,
    M["organization"] | null,
    SessionErrorCode | ReadOrganizationErrorCode
  >;
  /** An organization with its first members, newest invitations, and teams. */
  readonly getFullOrganization: Call<
    WithSessionQuery<FullOrganizationQuery>,
    FullOf<M> | null,
    SessionErrorCode | ReadOrganizationErrorCode
  >;
  /** Whether the caller's roles grant all of these permissions. */
  readonly hasPermission: Call<
    WithSessionBody<HasPermissionInput>,
    PermissionAnswer,
    SessionErrorCode | "NO_ACTIVE_ORGANIZATION" | ReadOrganizationErrorCode
  >;
  /** The caller's membership in the active organization. */
  readonly getActiveMember: Call<
    SessionCallOptions,
    MemberWithUser<M["member"]>,
    SessionErrorCode | ActiveMemberErrorCode
  >;
  /** The caller's role, or that of another member. */
  readonly getActiveMemberRole: Call<
    WithSessionQuery<MemberRoleQuery>,
    MemberRole,
    SessionErrorCode | ListMembersErrorCode
  >;
  /** A page of members: searched, filtered, ordered; with `total` and `nextCursor`. */
  readonly listMembers: Call<
    WithSessionQuery<ListMembersQuery>,
    MemberPage<MemberWithUser<M["member"]>>,
    SessionErrorCode | ListMembersErrorCode
  >;
  /** Makes somebody a member, on the app's word. */
  readonly addMember: Call<WithBody<AddMemberInput & M["newMember"]>, M["member"], AddMemberErrorCode>;
  /** Makes a user an owner, on the app's word. Other owners stay. */
  readonly transferOwnership: Call<WithBody<TransferOwnershipInput>, M["member"], TransferOwnershipErrorCode>;
  /** Removes a member, by id or by address. */
  readonly removeMember: Call<
    WithSessionBody<RemoveMemberInput>,
    RemovedMember<MemberWithUser<M["member"]>>,
    SessionErrorCode | RemoveMemberErrorCode
  >;
  /** Gives a member other roles. */
  readonly updateMemberRole: Call<
    WithSessionBody<UpdateMemberRoleInput>,
    M["member"],
    SessionErrorCode | UpdateMemberRoleErrorCode
  >;
  /** Lets the caller leave. */
  readonly leaveOrganization: Call<
    WithSessionBody<OrganizationInput>,
    MemberWithUser<M["member"]>,
    SessionErrorCode | LeaveErrorCode
  >;
  /** Invites an address by mail. */
  readonly createInvitation: Call<
    WithSessionBody<InviteMemberInput & M["newInvitation"]>,
    M["invitation"],
    SessionErrorCode | InviteMemberErrorCode
  >;
  /** Makes the caller a member; the organization becomes the active one. */
  readonly acceptInvitation: Call<
    WithSessionBody<AnswerInvitationInput>,
    AcceptedInvitation<M["invitation"], M["member"]>,
    SessionErrorCode | AcceptInvitationErrorCode
  >;
  /** Turns an invitation down. */
  readonly rejectInvitation: Call<
    WithSessionBody<AnswerInvitationInput>,
    RejectedInvitation<M["invitation"]>,
    SessionErrorCode | AnswerInvitationErrorCode
  >;
  /** Withdraws an invitation. */
  readonly cancelInvitation: Call<
    WithSessionBody<InvitationInput>,
    M["invitation"],
    SessionErrorCode | CancelInvitationErrorCode
  >;
  /** Shows the inviter the link of their invitation, for apps that send no mail. */
  readonly createInvitationLink: Call<
    WithSessionBody<InvitationInput>,
    InvitationLink,
    SessionErrorCode | InvitationLinkErrorCode
  >;
  /** An invitation, for its recipient, or with its link. */
  readonly getInvitation: Call<
    WithQuery<InvitationQuery>,
    InvitationDetails<M["invitation"]>,
    SessionErrorCode | GetInvitationErrorCode
  >;
  /** An organization's invitations of all states, newest first. */
  readonly listInvitations: Call<
    WithSessionQuery<OrganizationIdQuery>,
    M["invitation"][],
    SessionErrorCode | ListInvitationsErrorCode
  >;
  /** The open invitations to the caller's address, which must be proven. */
  readonly listUserInvitations: OptionalCall<
    ListUserInvitationsCall,
    OwnInvitation<M["invitation"]>[],
    SessionErrorCode | "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"
  >;
  /** Makes a team. */
  readonly createTeam: Call<
    WithSessionBody<CreateTeamInput & M["newTeam"]>,
    M["team"],
    SessionErrorCode | CreateTeamErrorCode
  >;
  /** An organization's teams. */
  readonly listOrganizationTeams: Call<
    WithSessionQuery<OrganizationIdQuery>,
    M["team"][],
    SessionErrorCode | ListTeamsErrorCode
  >;
  /** Changes a team. */
  readonly updateTeam: Call<
    WithSessionBody<UpdateTeamInput<TeamChange & Partial<M["newTeam"]>>>,
    M["team"],
    SessionErrorCode | UpdateTeamErrorCode
  >;
  /** Removes a team: not the caller's own, and not the last one unless that is allowed. */
  readonly removeTeam: Call<WithSessionBody<RemoveTeamInput>, MessageAnswer, SessionErrorCode | RemoveTeamErrorCode>;
  /** Chooses one of the caller's teams; `null` chooses none. */
  readonly setActiveTeam: Call<
    WithSessionBody<SetActiveTeamInput>,
    M["team"] | null,
    SessionErrorCode | SetActiveTeamErrorCode
  >;
  /** The caller's teams in an organization. */
  readonly listUserTeams: Call<WithSessionQuery<UserTeamsQuery>, M["team"][], SessionErrorCode | ListTeamsErrorCode>;
  /** Who is in a team, for those who are in it. */
  readonly listTeamMembers: Call<
    WithSessionQuery<TeamMembersQuery>,
    TeamMember[],
    SessionErrorCode | ListTeamMembersErrorCode
  >;
  /** Puts a member of the organization into a team. */
  readonly addTeamMember: Call<WithSessionBody<TeamMemberInput>, TeamMember, SessionErrorCode | AddTeamMemberErrorCode>;
  /** Takes somebody out of a team. */
  readonly removeTeamMember: Call<
    WithSessionBody<TeamMemberInput>,
    MessageAnswer,
    SessionErrorCode | RemoveTeamMemberErrorCode
  >;
  /** Makes a role, of permissions that its maker has. */
  readonly createOrgRole: Call<WithSessionBody<CreateRoleInput>, CreatedRole, SessionErrorCode | CreateRoleErrorCode>;
  /** Changes a role that the organization made. */
  readonly updateOrgRole: Call<WithSessionBody<UpdateRoleInput>, UpdatedRole, SessionErrorCode | UpdateRoleErrorCode>;
  /** Deletes a role that nobody has. */
  readonly deleteOrgRole: Call<WithSessionBody<RoleQuery>, SuccessAnswer, SessionErrorCode | DeleteRoleErrorCode>;
  /** The roles that the organization made. */
  readonly listOrgRoles: Call<
    WithSessionQuery<OrganizationIdQuery>,
    OrganizationRole[],
    SessionErrorCode | ListRolesErrorCode
  >;
  /** One of them. */
  readonly getOrgRole: Call<WithSessionQuery<RoleQuery>, OrganizationRole, SessionErrorCode | GetRoleErrorCode>;
}
