/** The calls as the client has them, its stores, and everything that the plugin adds to the types of an app. */

import type {
  ClientCall,
  OptionalClientCall,
  PluginTypes,
  SessionErrorCode,
  StatusAnswer,
  SuccessAnswer,
} from "@latchkey/core";
import type { Permissions } from "@latchkey/core/access";
import type { OrganizationApi } from "./api.ts";
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
  UpdateMemberRoleErrorCode,
  UpdateMemberRoleInput,
} from "./members/inputs.ts";
import type { FullOf, ModelsOf, OrganizationModels } from "./models.ts";
import type { OrganizationSchema } from "./options.ts";
import type {
  CheckSlugInput,
  CreatedOrganization,
  CreateOrganizationErrorCode,
  CreateOrganizationInput,
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
/** Fields that go into the address. */
export interface InQuery<Q> {
  readonly query?: Q | undefined;
}

/** Fields that go into the address, and of which some are needed. */
export interface RequiredQuery<Q> {
  readonly query: Q;
}

/** As the client has it, under `organization`. */
export interface OrganizationClientCalls<M extends OrganizationModels = OrganizationModels> {
  /** Makes an organization; it becomes the active one. */
  readonly create: ClientCall<
    CreateOrganizationInput & M["newOrganization"],
    CreatedOrganization<M["organization"], M["member"]>,
    SessionErrorCode | CreateOrganizationErrorCode
  >;
  /** Whether nobody has a slug yet. */
  readonly checkSlug: ClientCall<CheckSlugInput, StatusAnswer, SessionErrorCode | "ORGANIZATION_SLUG_ALREADY_TAKEN">;
  /** Changes name, slug, logo, metadata and the app's own fields. */
  readonly update: ClientCall<
    UpdateOrganizationInput<OrganizationChange & Partial<M["newOrganization"]>>,
    M["organization"],
    SessionErrorCode | UpdateOrganizationErrorCode
  >;
  /** Deletes an organization and everything in it. */
  readonly delete: ClientCall<OrganizationInput, M["organization"], SessionErrorCode | DeleteOrganizationErrorCode>;
  /** The organizations that the caller is in. */
  readonly list: OptionalClientCall<unknown, M["organization"][], SessionErrorCode>;
  /** Chooses the organization that calls concern unless they name one; `null` chooses none. */
  readonly setActive: ClientCall<
    SetActiveInput,
    M["organization"] | null,
    SessionErrorCode | ReadOrganizationErrorCode
  >;
  /** An organization; `null` where none is named and none active. */
  readonly getOrganization: OptionalClientCall<
    InQuery<OrganizationQuery>,
    M["organization"] | null,
    SessionErrorCode | ReadOrganizationErrorCode
  >;
  /** An organization with its first members, newest invitations, and teams. */
  readonly getFullOrganization: OptionalClientCall<
    InQuery<FullOrganizationQuery>,
    FullOf<M> | null,
    SessionErrorCode | ReadOrganizationErrorCode
  >;
  /** Whether the caller's roles grant all of these permissions. */
  readonly hasPermission: ClientCall<
    HasPermissionInput,
    PermissionAnswer,
    SessionErrorCode | "NO_ACTIVE_ORGANIZATION" | ReadOrganizationErrorCode
  >;
  /** The caller's membership in the active organization. */
  readonly getActiveMember: OptionalClientCall<
    unknown,
    MemberWithUser<M["member"]>,
    SessionErrorCode | ActiveMemberErrorCode
  >;
  /** The caller's role, or that of another member. */
  readonly getActiveMemberRole: OptionalClientCall<
    InQuery<MemberRoleQuery>,
    MemberRole,
    SessionErrorCode | ListMembersErrorCode
  >;
  /** A page of members: searched, filtered, ordered; with `total` and `nextCursor`. */
  readonly listMembers: OptionalClientCall<
    InQuery<ListMembersQuery>,
    MemberPage<MemberWithUser<M["member"]>>,
    SessionErrorCode | ListMembersErrorCode
  >;
  /** Removes a member, by id or by address. */
  readonly removeMember: ClientCall<
    RemoveMemberInput,
    RemovedMember<MemberWithUser<M["member"]>>,
    SessionErrorCode | RemoveMemberErrorCode
  >;
  /** Gives a member other roles. */
  readonly updateMemberRole: ClientCall<
    UpdateMemberRoleInput,
    M["member"],
    SessionErrorCode | UpdateMemberRoleErrorCode
  >;
  /** Lets the caller leave. */
  readonly leave: ClientCall<OrganizationInput, MemberWithUser<M["member"]>, SessionErrorCode | LeaveErrorCode>;
  /** Invites an address by mail. */
  readonly inviteMember: ClientCall<
    InviteMemberInput & M["newInvitation"],
    M["invitation"],
    SessionErrorCode | InviteMemberErrorCode
  >;
  /** Makes the caller a member; the organization becomes the active one. */
  readonly acceptInvitation: ClientCall<
    AnswerInvitationInput,
    AcceptedInvitation<M["invitation"], M["member"]>,
    SessionErrorCode | AcceptInvitationErrorCode
  >;
  /** Turns an invitation down. */
  readonly rejectInvitation: ClientCall<
    AnswerInvitationInput,
    RejectedInvitation<M["invitation"]>,
    SessionErrorCode | AnswerInvitationErrorCode
  >;
  /** Withdraws an invitation. */
  readonly cancelInvitation: ClientCall<InvitationInput, M["invitation"], SessionErrorCode | CancelInvitationErrorCode>;
  /** Shows the inviter the link of their invitation, for apps that send no mail. */
  readonly invitationLink: ClientCall<InvitationInput, InvitationLink, SessionErrorCode | InvitationLinkErrorCode>;
  /** An invitation, for its recipient, or with its link. */
  readonly getInvitation: ClientCall<
    RequiredQuery<InvitationQuery>,
    InvitationDetails<M["invitation"]>,
    SessionErrorCode | GetInvitationErrorCode
  >;
  /** An organization's invitations of all states, newest first. */
  readonly listInvitations: OptionalClientCall<
    InQuery<OrganizationIdQuery>,
    M["invitation"][],
    SessionErrorCode | ListInvitationsErrorCode
  >;
  /** The open invitations to the caller's address, which must be proven. */
  readonly listUserInvitations: OptionalClientCall<
    unknown,
    OwnInvitation<M["invitation"]>[],
    SessionErrorCode | "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"
  >;
  /** Makes a team. */
  readonly createTeam: ClientCall<CreateTeamInput & M["newTeam"], M["team"], SessionErrorCode | CreateTeamErrorCode>;
  /** An organization's teams. */
  readonly listTeams: OptionalClientCall<
    InQuery<OrganizationIdQuery>,
    M["team"][],
    SessionErrorCode | ListTeamsErrorCode
  >;
  /** Changes a team. */
  readonly updateTeam: ClientCall<
    UpdateTeamInput<TeamChange & Partial<M["newTeam"]>>,
    M["team"],
    SessionErrorCode | UpdateTeamErrorCode
  >;
  /** Removes a team: not the caller's own, and not the last one unless that is allowed. */
  readonly removeTeam: ClientCall<RemoveTeamInput, MessageAnswer, SessionErrorCode | RemoveTeamErrorCode>;
  /** Chooses one of the caller's teams; `null` chooses none. */
  readonly setActiveTeam: ClientCall<SetActiveTeamInput, M["team"] | null, SessionErrorCode | SetActiveTeamErrorCode>;
  /** The caller's teams in an organization. */
  readonly listUserTeams: OptionalClientCall<
    InQuery<UserTeamsQuery>,
    M["team"][],
    SessionErrorCode | ListTeamsErrorCode
  >;
  /** Who is in a team, for those who are in it. */
  readonly listTeamMembers: OptionalClientCall<
    InQuery<TeamMembersQuery>,
    TeamMember[],
    SessionErrorCode | ListTeamMembersErrorCode
  >;
  /** Puts a member of the organization into a team. */
  readonly addTeamMember: ClientCall<TeamMemberInput, TeamMember, SessionErrorCode | AddTeamMemberErrorCode>;
  /** Takes somebody out of a team. */
  readonly removeTeamMember: ClientCall<TeamMemberInput, MessageAnswer, SessionErrorCode | RemoveTeamMemberErrorCode>;
  /** Makes a role, of permissions that its maker has. */
  readonly createRole: ClientCall<CreateRoleInput, CreatedRole, SessionErrorCode | CreateRoleErrorCode>;
  /** Changes a role that the organization made. */
  readonly updateRole: ClientCall<UpdateRoleInput, UpdatedRole, SessionErrorCode | UpdateRoleErrorCode>;
  /** Deletes a role that nobody has. */
  readonly deleteRole: ClientCall<RoleQuery, SuccessAnswer, SessionErrorCode | DeleteRoleErrorCode>;
  /** The roles that the organization made. */
  readonly listRoles: OptionalClientCall<
    InQuery<OrganizationIdQuery>,
    OrganizationRole[],
    SessionErrorCode | ListRolesErrorCode
  >;
  /** One of them. */
  readonly getRole: ClientCall<RequiredQuery<RoleQuery>, OrganizationRole, SessionErrorCode | GetRoleErrorCode>;
  /**
   * Whether a role, or any of several separated by commas, grants all of these permissions: as the server would say, but
   * without asking it. There where the client half is among the client's plugins. Roles made at run time are not known.
   */
  checkRolePermission(asked: { readonly role: string; readonly permissions: Permissions }): boolean;
}

interface ActiveOrganization {
  readonly activeOrganizationId: string | null;
  /** Where teams are on. */
  readonly activeTeamId?: string | null;
}

interface InvitedUser {
  /** The `id` of a mailed invitation link, `{id}.{secret}`. The user's email is verified by it. */
  readonly invitationToken?: string | undefined;
}

/** What the stores hold. */
export interface OrganizationStores<M extends OrganizationModels = OrganizationModels> {
  readonly activeOrganization: FullOf<M>;
  readonly listOrganizations: M["organization"][];
  readonly activeMember: MemberWithUser<M["member"]>;
  readonly activeMemberRole: MemberRole;
}

/** What the plugin adds to the types of an app. */
export interface OrganizationTypes<S extends OrganizationSchema = {}> extends PluginTypes {
  readonly session: ActiveOrganization;
  readonly newUser: InvitedUser;
  readonly api: OrganizationApi<ModelsOf<S>>;
  readonly client: { readonly organization: OrganizationClientCalls<ModelsOf<S>> };
  readonly stores: OrganizationStores<ModelsOf<S>>;
}
