/** Organizations, put together. */

import type { Plugin, TableHooks } from "@latchkey/core";
import { definePlugin, type TableHook } from "@latchkey/core/plugin";
import type { OrganizationTypes } from "./contract.ts";
import { organizationErrors, someErrors } from "./errors.ts";
import { cancelInvitation } from "./invitations/cancel.ts";
import {
  acceptInvitationEndpoint,
  createInvitationLink,
  inviteMember,
  rejectInvitation,
} from "./invitations/endpoints.ts";
import { invitationDeliverer, invitationMailKind } from "./invitations/mail.ts";
import { getInvitation, listInvitations, listUserInvitations } from "./invitations/read.ts";
import { invitationToken, provesAddress } from "./invitations/secret.ts";
import { revokeSentBy } from "./invitations/store.ts";
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
import { keepOwners, removeSolelyOwnedBy } from "./members/owners.ts";
import {
  type OrganizationOptions,
  type OrganizationSchema,
  type OrganizationSettings,
  resolveOrganization,
} from "./options.ts";
import { createOrganization } from "./organizations/create.ts";
import {
  checkSlug,
  deleteOrganization,
  listOrganizations,
  removeOrganizationEndpoint,
  setActiveOrganization,
  updateOrganization,
} from "./organizations/endpoints.ts";
import { getFullOrganization, getOrganization, hasPermission } from "./organizations/read.ts";
import { createRole, deleteRole, getRole, listRoles, updateRole } from "./roles/endpoints.ts";
import { memberTable, organizationTable, organizationTables } from "./tables.ts";
import { createTeam, listTeams, listUserTeams, removeTeam, setActiveTeam, updateTeam } from "./teams/endpoints.ts";
import { addTeamMember, listTeamMembers, removeTeamMember } from "./teams/members.ts";

/** What `keepOwners` and `removeSolelyOwnedBy` refuse. */
const lastOwner = someErrors(["YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER", "ORGANIZATION_DELETION_DISABLED"]);

/** The plugin, as `organization` makes it. */
export interface OrganizationPlugin<S extends OrganizationSchema = {}> extends Plugin<OrganizationTypes<S>> {
  readonly id: "organization";
}

/**
 * Organizations with members, roles, invitations by mail and teams.
 *
 * @throws {Error} an option that makes no sense
 */
export function organization<const S extends OrganizationSchema = {}>(
  options?: OrganizationOptions<S>,
): OrganizationPlugin<S>;
/** A schema adds fields to the models. The endpoints are checked without them. */
export function organization(options: OrganizationOptions = {}): OrganizationPlugin {
  const settings = resolveOrganization(options);
  return definePlugin<OrganizationPlugin>({
    id: "organization",
    tables: organizationTables(settings),
    models: settings.fields,
    endpoints: {
      ...organizationEndpoints(settings),
      ...memberEndpoints(settings),
      ...invitationEndpoints(settings),
      ...onlyIf(settings.teams, teamEndpoints(settings)),
      ...onlyIf(settings.dynamicRoles, roleEndpoints(settings)),
    },
    errors: organizationErrors,
    refusals: { deleteUser: lastOwner },
    taken: {
      "organization.slug": "ORGANIZATION_ALREADY_EXISTS",
      "member.organizationId,userId": "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
    },
    sessionJoins: {
      activeMember: { table: memberTable, on: { organizationId: "activeOrganizationId", userId: "userId" } },
      activeOrganization: { table: organizationTable, on: { id: "activeOrganizationId" } },
    },
    tokens: [invitationToken],
    provesEmail: provesAddress,
    onRightsLost: (tx, loss, context) => revokeSentBy(tx, context, loss),
    removeSolelyOwned: (tx, removal, context) => removeSolelyOwnedBy(tx, context, settings, removal),
    outbox: { [invitationMailKind]: invitationDeliverer(settings) },
    tableHooks: [keepOwners(settings), ...appHooks(options.hooks)],
  });
}

/** Endpoints that exist only if an option is on. The types don't know the options, so they have these calls either way. */
function onlyIf<E extends NonNullable<Plugin["endpoints"]>>(isOn: boolean, endpoints: E): E {
  return isOn ? endpoints : ({} as E);
}

function organizationEndpoints(settings: OrganizationSettings) {
  return {
    createOrganization: createOrganization(settings),
    checkOrganizationSlug: checkSlug,
    updateOrganization: updateOrganization(settings),
    ...onlyIf(settings.deletion, { deleteOrganization: deleteOrganization(settings) }),
    listOrganizations,
    setActiveOrganization: setActiveOrganization(settings),
    getOrganization: getOrganization(settings),
    getFullOrganization: getFullOrganization(settings),
    hasPermission: hasPermission(settings),
    removeOrganization: removeOrganizationEndpoint,
  };
}

function memberEndpoints(settings: OrganizationSettings) {
  return {
    getActiveMember: getActiveMember(settings),
    getActiveMemberRole: getActiveMemberRole(settings),
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
    // With mail, no link is shown: sending the invitation again replaces it.
    ...onlyIf(settings.send === null, { createInvitationLink: createInvitationLink(settings) }),
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
      const moments = operations[operation];
      return moments ? [{ table, operation, ...moments }] : [];
    }),
  );
}
