/** Assembles the organization plugin. */

import type { Plugin, TableHooks } from "@latchkey/core";
import { definePlugin, type TableHook, type UserRow } from "@latchkey/core/plugin";
import { organizationAuditActions } from "./audit-actions.ts";
import { describeAccount, describeOrganizations } from "./capabilities.ts";
import type { OrganizationTypes } from "./contract.ts";
import { organizationErrors, pickErrors } from "./errors.ts";
import { cancelInvitation } from "./invitations/cancel.ts";
import {
  acceptInvitationEndpoint,
  createInvitationLink,
  inviteMember,
  rejectInvitation,
} from "./invitations/endpoints.ts";
import { createInvitationMailHandler, invitationMailKind } from "./invitations/mail.ts";
import { getInvitation, listInvitations, listUserInvitations } from "./invitations/read.ts";
import { invitationToken, verifiesInvitedEmail } from "./invitations/secret.ts";
import { revokeInvitationsOfBannedUser } from "./invitations/store.ts";
import {
  addMemberEndpoint,
  getActiveMember,
  getActiveMemberRole,
  leaveOrganization,
  listMembers,
  removeMemberEndpoint,
  transferOwnershipEndpoint,
  updateMemberRole,
} from "./members/endpoints.ts";
import { listMemberships } from "./members/memberships.ts";
import { preventOwnerlessOrganizations, removeSolelyOwnedBy } from "./members/owners.ts";
import {
  type OrganizationOptions,
  type OrganizationSchema,
  type OrganizationSettings,
  resolveOrganization,
} from "./options.ts";
import {
  getOrganizationForAdmin,
  listAllOrganizations,
  listOrganizationMembers,
  listUserOrganizations,
} from "./organizations/admin.ts";
import { createOrganization } from "./organizations/create.ts";
import {
  checkSlug,
  deleteOrganization,
  isSlugAvailable,
  listOrganizations,
  removeOrganizationEndpoint,
  setActiveOrganization,
  updateOrganization,
} from "./organizations/endpoints.ts";
import { getFullOrganization, getOrganization, hasPermission } from "./organizations/read.ts";
import { createRole, deleteRole, getRole, listRoles, updateRole } from "./roles/endpoints.ts";
import { createOrganizationAccess } from "./service.ts";
import { organizationTables } from "./tables.ts";
import { createTeam, listTeams, listUserTeams, removeTeam, setActiveTeam, updateTeam } from "./teams/endpoints.ts";
import { addTeamMember, listTeamMembers, removeTeamMember } from "./teams/members.ts";

/** The errors of `preventOwnerlessOrganizations` and `removeSolelyOwnedBy`. */
const lastOwnerErrors = pickErrors([
  "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER",
  "ORGANIZATION_DELETION_DISABLED",
]);

/** The plugin that `organization` returns. */
export interface OrganizationPlugin<S extends OrganizationSchema = {}> extends Plugin<OrganizationTypes<S>> {
  readonly id: "organization";
}

/**
 * Adds organizations with members, roles, email invitations, and teams.
 *
 * @throws {Error} if an option is invalid
 */
export function organization<const S extends OrganizationSchema = {}>(
  options?: OrganizationOptions<S>,
): OrganizationPlugin<S>;
/** The implementation ignores the schema's fields, which only change the types. */
export function organization(options: OrganizationOptions = {}): OrganizationPlugin {
  const settings = resolveOrganization(options);
  return definePlugin<OrganizationPlugin>({
    id: "organization",
    tables: organizationTables(settings),
    additionalFields: settings.fields,
    endpoints: {
      ...organizationEndpoints(settings),
      ...memberEndpoints(settings),
      ...invitationEndpoints(settings),
      ...adminEndpoints,
      ...endpointsIf(settings.teamsEnabled, teamEndpoints(settings)),
      ...endpointsIf(settings.dynamicRoles, roleEndpoints(settings)),
    },
    errors: organizationErrors,
    auditActions: organizationAuditActions,
    stageErrors: { deleteUser: lastOwnerErrors },
    conflictErrors: {
      "organization.slug": "ORGANIZATION_ALREADY_EXISTS",
      "member.organizationId,userId": "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
    },
    provides: { organizationAccess: createOrganizationAccess(settings) },
    tokens: [invitationToken],
    capabilities: (_, isCallable) => describeOrganizations(settings, isCallable),
    accountState: (context, user) => describeAccount(context, settings, user as UserRow),
    verifiesEmail: verifiesInvitedEmail,
    onAccessRevoked: (tx, loss, context) => revokeInvitationsOfBannedUser(tx, context, loss),
    removeSolelyOwned: (tx, removal, context) => removeSolelyOwnedBy(tx, context, settings, removal),
    outbox: { [invitationMailKind]: createInvitationMailHandler(settings) },
    tableHooks: [preventOwnerlessOrganizations(settings), ...appHooks(options.hooks)],
  });
}

/**
 * Returns the endpoints only if an option is on. The types can't know the options, so they always include the calls.
 */
function endpointsIf<E extends NonNullable<Plugin["endpoints"]>>(isOn: boolean, endpoints: E): E {
  return isOn ? endpoints : ({} as E);
}

function organizationEndpoints(settings: OrganizationSettings) {
  return {
    createOrganization: createOrganization(settings),
    checkOrganizationSlug: checkSlug,
    isOrganizationSlugAvailable: isSlugAvailable,
    updateOrganization: updateOrganization(settings),
    ...endpointsIf(settings.allowDeletion, { deleteOrganization: deleteOrganization(settings) }),
    listOrganizations,
    setActiveOrganization: setActiveOrganization(settings),
    getOrganization: getOrganization(settings),
    getFullOrganization: getFullOrganization(settings),
    hasPermission: hasPermission(settings),
    removeOrganization: removeOrganizationEndpoint,
  };
}

const adminEndpoints = {
  listUserOrganizations,
  adminListOrganizations: listAllOrganizations,
  adminGetOrganization: getOrganizationForAdmin,
  listOrganizationMembers,
};

function memberEndpoints(settings: OrganizationSettings) {
  return {
    getActiveMember: getActiveMember(settings),
    getActiveMemberRole: getActiveMemberRole(settings),
    listMemberships,
    listMembers: listMembers(settings),
    addMember: addMemberEndpoint(settings),
    transferOwnership: transferOwnershipEndpoint(settings),
    removeMember: removeMemberEndpoint(settings),
    updateMemberRole: updateMemberRole(settings),
    leaveOrganization: leaveOrganization(settings),
  };
}

function invitationEndpoints(settings: OrganizationSettings) {
  return {
    createInvitation: inviteMember(settings),
    acceptInvitation: acceptInvitationEndpoint(settings),
    rejectInvitation: rejectInvitation(settings),
    cancelInvitation: cancelInvitation(settings),
    // If the app sends email, no link is shown. Inviters can resend the invitation instead.
    ...endpointsIf(settings.sendInvitation === null, { createInvitationLink: createInvitationLink(settings) }),
    getInvitation: getInvitation(settings),
    listInvitations: listInvitations(settings),
    listUserInvitations,
  };
}

function teamEndpoints(settings: OrganizationSettings) {
  return {
    createTeam: createTeam(settings),
    listOrganizationTeams: listTeams(settings),
    updateTeam: updateTeam(settings),
    removeTeam: removeTeam(settings),
    setActiveTeam: setActiveTeam(settings),
    listUserTeams: listUserTeams(settings),
    listTeamMembers: listTeamMembers(settings),
    addTeamMember: addTeamMember(settings),
    removeTeamMember: removeTeamMember(settings),
  };
}

function roleEndpoints(settings: OrganizationSettings) {
  return {
    createOrgRole: createRole(settings),
    updateOrgRole: updateRole(settings),
    deleteOrgRole: deleteRole(settings),
    listOrgRoles: listRoles(settings),
    getOrgRole: getRole(settings),
  };
}

function appHooks(hooks: OrganizationOptions["hooks"] = {}): TableHook[] {
  return Object.entries(hooks).flatMap(([table, operations]: [string, TableHooks]) =>
    (["create", "update", "delete"] as const).flatMap((operation) => {
      const hooksOfOperation = operations[operation];
      return hooksOfOperation ? [{ table, operation, ...hooksOfOperation }] : [];
    }),
  );
}
