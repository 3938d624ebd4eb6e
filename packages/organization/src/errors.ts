/** The errors of the organization plugin. */

import type { ErrorEntry } from "@latchkey/core";
import { type AuthErrorOptions, fail, httpErrors } from "@latchkey/core/plugin";

/** The plugin's error catalog. Endpoints that use another status for a code declare it. */
export const organizationErrors = {
  // organizations
  ORGANIZATION_ALREADY_EXISTS: { status: 400, message: "Organization already exists" },
  ORGANIZATION_SLUG_ALREADY_TAKEN: { status: 400, message: "slug is taken" },
  ORGANIZATION_NOT_FOUND: { status: 400, message: "Organization not found" },
  ORGANIZATION_ID_IS_REQUIRED: { status: 400, message: "Organization ID is required" },
  NO_ACTIVE_ORGANIZATION: { status: 400, message: "No active organization" },
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: { status: 403, message: "User is not a member of the organization" },
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: { status: 403, message: "You are not a member of this organization" },
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to create a new organization",
  },
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: {
    status: 403,
    message: "You have reached the maximum number of organizations",
  },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to update this organization",
  },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to delete this organization",
  },
  ORGANIZATION_DELETION_DISABLED: { status: 403, message: "Organization deletion is disabled" },
  // members
  MEMBER_NOT_FOUND: { status: 400, message: "Member not found" },
  ROLE_NOT_FOUND: { status: 400, message: "Role not found" },
  USER_NOT_FOUND: { status: 400, message: "User not found" },
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: {
    status: 400,
    message: "User is already a member of this organization",
  },
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: { status: 403, message: "Organization membership limit reached" },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: { status: 403, message: "You are not allowed to delete this member" },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: { status: 403, message: "You are not allowed to update this member" },
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: {
    status: 400,
    message: "You cannot leave the organization as the only owner",
  },
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: {
    status: 400,
    message: "You cannot leave the organization without an owner",
  },
  // invitations
  INVALID_EMAIL: { status: 400, message: "Invalid email" },
  INVITATION_NOT_FOUND: { status: 400, message: "Invitation not found" },
  FAILED_TO_RETRIEVE_INVITATION: { status: 400, message: "Failed to retrieve invitation" },
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: {
    status: 400,
    message: "Inviter is no longer a member of the organization",
  },
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: {
    status: 400,
    message: "User is already invited to this organization",
  },
  INVITATION_LIMIT_REACHED: { status: 403, message: "Invitation limit reached" },
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: { status: 403, message: "You are not the recipient of the invitation" },
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to invite users to this organization",
  },
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: {
    status: 403,
    message: "You are not allowed to invite a user with this role",
  },
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: {
    status: 403,
    message: "You are not allowed to cancel this invitation",
  },
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION: {
    status: 403,
    message: "Email verification required before accepting or rejecting invitation",
  },
  EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION: {
    status: 403,
    message: "Email verification required to view or list invitations for the session email",
  },
  // teams
  TEAM_NOT_FOUND: { status: 400, message: "Team not found" },
  INVALID_TEAM_ID: { status: 400, message: "Team id contains a reserved character" },
  UNABLE_TO_REMOVE_LAST_TEAM: { status: 400, message: "Unable to remove last team" },
  YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM: { status: 400, message: "You do not have an active team" },
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: { status: 400, message: "User is not a member of the team" },
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: {
    status: 400,
    message: "You have reached the maximum number of teams",
  },
  TEAM_MEMBER_LIMIT_REACHED: { status: 403, message: "Team member limit reached" },
  YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to access this organization as an owner",
  },
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to create teams in this organization",
  },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: { status: 403, message: "You are not allowed to update this team" },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: { status: 403, message: "You are not allowed to delete this team" },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to delete teams in this organization",
  },
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER: {
    status: 403,
    message: "You are not allowed to create a new member",
  },
  YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER: { status: 403, message: "You are not allowed to remove a team member" },
  // custom roles
  YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE: {
    status: 400,
    message: "You must be in an organization to create a role",
  },
  ROLE_NAME_IS_ALREADY_TAKEN: { status: 400, message: "That role name is already taken" },
  INVALID_RESOURCE: { status: 400, message: "The provided permission includes an invalid resource" },
  TOO_MANY_ROLES: { status: 400, message: "This organization has too many roles" },
  CANNOT_DELETE_A_PRE_DEFINED_ROLE: { status: 400, message: "Cannot delete a pre defined role" },
  ROLE_IS_ASSIGNED_TO_MEMBERS: {
    status: 400,
    message: "Cannot delete a role that is assigned to members. Please reassign the members to a different role first",
  },
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE: { status: 403, message: "You are not allowed to create a role" },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE: { status: 403, message: "You are not allowed to update a role" },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE: { status: 403, message: "You are not allowed to delete a role" },
  YOU_ARE_NOT_ALLOWED_TO_LIST_THE_MEMBERS_OF_A_TEAM: {
    status: 403,
    message: "You are not allowed to list the members of a team",
  },
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_ORGANIZATIONS: {
    status: 403,
    message: "You are not allowed to list users' organizations",
  },
  YOU_ARE_NOT_ALLOWED_TO_VIEW_ORGANIZATIONS: {
    status: 403,
    message: "You are not allowed to view organizations",
  },
  YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE: { status: 403, message: "You are not allowed to list a role" },
  YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE: { status: 403, message: "You are not allowed to read a role" },
  MISSING_AC_INSTANCE: { status: 501, message: "Missing ac instance" },
} as const;

/** An error code of the organization plugin. */
export type OrganizationErrorCode = keyof typeof organizationErrors;

/** Picks errors from the catalog for the declaration of an endpoint or guard, optionally with other statuses. */
export function pickErrors<Code extends OrganizationErrorCode | "UNAUTHORIZED">(
  codes: readonly Code[],
  statuses: Partial<Record<OrganizationErrorCode, number>> = {},
): Readonly<Record<NoInfer<Code>, ErrorEntry>> {
  const all: Readonly<Record<OrganizationErrorCode | "UNAUTHORIZED", ErrorEntry>> = {
    ...organizationErrors,
    UNAUTHORIZED: httpErrors.UNAUTHORIZED,
  };
  const changed: Partial<Record<string, number>> = statuses;
  const entries = codes.map((code) => [code, { ...all[code], status: changed[code] ?? all[code].status }]);
  return Object.fromEntries(entries) as Record<Code, ErrorEntry>;
}

/**
 * Throws an error from the catalog.
 * @throws {AuthError} always
 */
export function failWith(code: OrganizationErrorCode, options?: AuthErrorOptions): never {
  return fail(organizationErrors, code, options);
}
