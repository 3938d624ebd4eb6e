/** Public exports of `@latchkey/organization`. */

export { type OrganizationAuditAction, organizationAuditActions } from "./audit-actions.ts";
export type {
  InvitationSignUpFields,
  OrganizationAccountState,
  OrganizationCalls,
  OrganizationCapabilities,
  OrganizationClient,
  OrganizationStores,
  OrganizationTypes,
} from "./contract.ts";
export { type OrganizationErrorCode, organizationErrors } from "./errors.ts";
export type {
  GuardSpec,
  Membership,
  OrganizationGuard,
  OrganizationSession,
  Permission,
  WithMembership,
} from "./guards.ts";
export type {
  AcceptedInvitation,
  InvitationCalls,
  InvitationDetails,
  InvitationInput,
  InvitationLink,
  InvitationQuery,
  InvitationRecipientErrorCode,
  InviteMemberInput,
  OwnInvitation,
  RejectedInvitation,
  RespondToInvitationInput,
  UserInvitationsQuery,
} from "./invitations/contract.ts";
export type {
  ActiveMember,
  AddMemberInput,
  ListMembersQuery,
  MemberCalls,
  MemberPage,
  MemberRole,
  MemberRoleQuery,
  MemberUser,
  MemberWithUser,
  OwnMembership,
  RemovedMember,
  RemoveMemberInput,
  TransferOwnershipInput,
  UpdateMemberRoleInput,
} from "./members/contract.ts";
export type { Invitation, Member, ModelsOf, Organization, OrganizationModels, Team } from "./models.ts";
export type {
  HookedTable,
  InvitationMail,
  Limit,
  LimitScope,
  OrganizationModel,
  OrganizationOptions,
  OrganizationSchema,
  TeamOptions,
} from "./options.ts";
export type {
  AdminOrganizationCalls,
  ListAllOrganizationsQuery,
  OrganizationMembersQuery,
  OrganizationPage,
  UserOrganizations,
} from "./organizations/admin-contract.ts";
export type {
  CheckSlugInput,
  CreatedOrganization,
  CreateOrganizationInput,
  CreateOrganizationServerInput,
  FullOrganization,
  FullOrganizationOf,
  FullOrganizationQuery,
  HasPermissionInput,
  OrganizationBaseCalls,
  OrganizationChange,
  OrganizationIdQuery,
  OrganizationInput,
  OrganizationQuery,
  PermissionResponse,
  SetActiveInput,
  SlugAvailability,
  UpdateOrganizationInput,
} from "./organizations/contract.ts";
export { type OrganizationPlugin, organization } from "./plugin.ts";
export {
  type BuiltInRole,
  createRoleCheck,
  type DeclaredRoles,
  declareRoles,
  defaultStatements,
  type RoleOptions,
  type RolePermission,
  roleStatements,
} from "./roles/access.ts";
export type {
  CreatedRole,
  CreateRoleInput,
  OrganizationRole,
  RoleCalls,
  RoleQuery,
  UpdatedRole,
  UpdateRoleInput,
} from "./roles/contract.ts";
export {
  type InvitationRow,
  type InvitationStatus,
  invitationTable,
  type MemberRow,
  memberTable,
  type OrganizationRoleRow,
  type OrganizationRow,
  organizationRoleTable,
  organizationTable,
  type TeamMemberRow,
  type TeamRow,
  teamMemberTable,
  teamTable,
} from "./tables.ts";
export type {
  CreateTeamInput,
  MessageResponse,
  RemoveTeamInput,
  SetActiveTeamInput,
  TeamCalls,
  TeamChange,
  TeamMember,
  TeamMemberInput,
  TeamMembersQuery,
  UpdateTeamInput,
  UserTeamsQuery,
} from "./teams/contract.ts";
