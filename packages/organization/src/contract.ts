/** The plugin's calls on `auth.api` and the client, and the types that it adds to an app. */

import type { Permissions } from "@latchkey/core/access";
import type { CoreModels, PluginTypes, StageCodes } from "@latchkey/core/plugin";
import type { InvitationCalls } from "./invitations/contract.ts";
import type { ActiveMember, MemberCalls, MemberRole } from "./members/contract.ts";
import type { ModelsOf, OrganizationModels } from "./models.ts";
import type { OrganizationSchema } from "./options.ts";
import type { AdminOrganizationCalls } from "./organizations/admin-contract.ts";
import type { FullOrganizationOf, OrganizationBaseCalls } from "./organizations/contract.ts";
import type { RoleCalls } from "./roles/contract.ts";
import type { TeamCalls } from "./teams/contract.ts";

/**
 * The plugin's calls. Those about teams and custom roles exist only if the app turns these features on.
 *
 * @typeParam C the codes that other plugins add to stages
 */
export interface OrganizationCalls<
  M extends OrganizationModels = OrganizationModels,
  C extends StageCodes = CoreModels["codes"],
> extends OrganizationBaseCalls<M, C>,
    MemberCalls<M, C>,
    InvitationCalls<M, C>,
    TeamCalls<M>,
    RoleCalls,
    AdminOrganizationCalls<M> {}

/** The calls as they appear on the client. */
export interface OrganizationClient<
  M extends OrganizationModels = OrganizationModels,
  C extends StageCodes = CoreModels["codes"],
> {
  readonly organization: OrganizationClientCalls<M, C>;
}

/** The plugin's part of `GET /capabilities`. Times are in seconds. */
export interface OrganizationCapabilities {
  /**
   * Which users can create organizations. `some` means that the app decides for each user, so `GET /account-state`
   * contains the result.
   */
  readonly create: "all" | "some" | "none";
  readonly teams: boolean;
  /** Whether organizations can have custom roles. */
  readonly dynamicRoles: boolean;
  /** Whether owners can delete an organization. */
  readonly delete: boolean;
  /** Whether invitations are emailed, or inviters get links to share. */
  readonly invitations: "email" | "link";
  readonly invitationExpiresIn: number;
  /** Maximum members of every organization. `null` if there's no limit or it differs. */
  readonly membershipLimit: number | null;
  /** The app's roles, without custom ones. */
  readonly roles: readonly string[];
  /** The role of owners. */
  readonly creatorRole: string;
  /** All actions that a role can allow, by resource. */
  readonly statements: Readonly<Record<string, readonly string[]>>;
  /** The actions that each of `roles` allows, by resource. */
  readonly permissions: Readonly<Record<string, Permissions>>;
}

/** What the plugin adds to `GET /account-state`. */
export interface OrganizationAccountState {
  readonly canCreateOrganization?: boolean;
  /** The organizations without another owner. They have to be transferred or deleted before the account. */
  readonly soleOwnerOf?: readonly { readonly id: string; readonly name: string }[];
}

declare global {
  interface LatchkeyCapabilities {
    readonly organization?: OrganizationCapabilities;
  }
  interface LatchkeyAccountState extends OrganizationAccountState {}
  interface LatchkeyAdminClient {
    readonly listUserOrganizations: OrganizationCalls["listUserOrganizations"]["client"];
    readonly listOrganizations: OrganizationCalls["adminListOrganizations"]["client"];
    readonly getOrganization: OrganizationCalls["adminGetOrganization"]["client"];
    readonly listOrganizationMembers: OrganizationCalls["listOrganizationMembers"]["client"];
  }
}

interface OrganizationClientCalls<M extends OrganizationModels, C extends StageCodes> {
  readonly create: OrganizationCalls<M>["createOrganization"]["client"];
  readonly checkSlug: OrganizationCalls<M>["checkOrganizationSlug"]["client"];
  readonly isSlugAvailable: OrganizationCalls<M>["isOrganizationSlugAvailable"]["client"];
  readonly update: OrganizationCalls<M>["updateOrganization"]["client"];
  readonly delete: OrganizationBaseCalls<M, C>["deleteOrganization"]["client"];
  readonly list: OrganizationCalls<M>["listOrganizations"]["client"];
  readonly setActive: OrganizationCalls<M>["setActiveOrganization"]["client"];
  readonly getOrganization: OrganizationCalls<M>["getOrganization"]["client"];
  readonly getFullOrganization: OrganizationCalls<M>["getFullOrganization"]["client"];
  readonly hasPermission: OrganizationCalls<M>["hasPermission"]["client"];
  readonly getActiveMember: OrganizationCalls<M>["getActiveMember"]["client"];
  readonly getActiveMemberRole: OrganizationCalls<M>["getActiveMemberRole"]["client"];
  readonly listMemberships: OrganizationCalls<M>["listMemberships"]["client"];
  readonly listMembers: OrganizationCalls<M>["listMembers"]["client"];
  readonly removeMember: OrganizationCalls<M>["removeMember"]["client"];
  readonly updateMemberRole: OrganizationCalls<M>["updateMemberRole"]["client"];
  readonly leave: OrganizationCalls<M>["leaveOrganization"]["client"];
  readonly inviteMember: InvitationCalls<M, C>["createInvitation"]["client"];
  readonly acceptInvitation: InvitationCalls<M, C>["acceptInvitation"]["client"];
  readonly rejectInvitation: OrganizationCalls<M>["rejectInvitation"]["client"];
  readonly cancelInvitation: OrganizationCalls<M>["cancelInvitation"]["client"];
  readonly invitationLink: OrganizationCalls<M>["createInvitationLink"]["client"];
  readonly getInvitation: OrganizationCalls<M>["getInvitation"]["client"];
  readonly listInvitations: OrganizationCalls<M>["listInvitations"]["client"];
  readonly listUserInvitations: OrganizationCalls<M>["listUserInvitations"]["client"];
  readonly createTeam: OrganizationCalls<M>["createTeam"]["client"];
  readonly listTeams: OrganizationCalls<M>["listOrganizationTeams"]["client"];
  readonly updateTeam: OrganizationCalls<M>["updateTeam"]["client"];
  readonly removeTeam: OrganizationCalls<M>["removeTeam"]["client"];
  readonly setActiveTeam: OrganizationCalls<M>["setActiveTeam"]["client"];
  readonly listUserTeams: OrganizationCalls<M>["listUserTeams"]["client"];
  readonly listTeamMembers: OrganizationCalls<M>["listTeamMembers"]["client"];
  readonly addTeamMember: OrganizationCalls<M>["addTeamMember"]["client"];
  readonly removeTeamMember: OrganizationCalls<M>["removeTeamMember"]["client"];
  readonly createRole: OrganizationCalls<M>["createOrgRole"]["client"];
  readonly updateRole: OrganizationCalls<M>["updateOrgRole"]["client"];
  readonly deleteRole: OrganizationCalls<M>["deleteOrgRole"]["client"];
  readonly listRoles: OrganizationCalls<M>["listOrgRoles"]["client"];
  readonly getRole: OrganizationCalls<M>["getOrgRole"]["client"];
}

interface OrganizationSessionFields {
  readonly activeOrganizationId: string | null;
  /** Missing if teams are off. */
  readonly activeTeamId?: string | null;
}

/** What a sign-up through an invitation adds to its input. */
export interface InvitationSignUpFields {
  /** The `id` from an emailed invitation link, `{id}.{secret}`. It verifies the user's email. */
  readonly invitationToken?: string | undefined;
}

/** The values of the client's stores. */
export interface OrganizationStores<M extends OrganizationModels = OrganizationModels> {
  readonly activeOrganization: FullOrganizationOf<M>;
  readonly listOrganizations: M["organization"][];
  readonly activeMember: ActiveMember<M["member"]>;
  readonly activeMemberRole: MemberRole;
}

interface OrganizationStageErrors {
  readonly deleteUser: "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER" | "ORGANIZATION_DELETION_DISABLED";
}

/** What the plugin adds to an app's types. Its calls only use the stage codes of `$app`. */
export interface OrganizationTypes<S extends OrganizationSchema = {}> extends PluginTypes {
  readonly session: OrganizationSessionFields;
  readonly newUser: InvitationSignUpFields;
  readonly calls: OrganizationCalls<ModelsOf<S>, this["$app"]["codes"]>;
  readonly stageCodes: OrganizationStageErrors;
  readonly client: OrganizationClient<ModelsOf<S>, this["$app"]["codes"]>;
  readonly stores: OrganizationStores<ModelsOf<S>>;
}
