/** Error messages of organizations. */

/** The English error messages, by error code. */
export const organizationErrorsEn: Readonly<Record<string, string>> = {
  // organizations
  ORGANIZATION_ALREADY_EXISTS: "Another organization has this short name. Choose another one.",
  ORGANIZATION_SLUG_ALREADY_TAKEN: "Another organization has this short name. Choose another one.",
  INVALID_SLUG: "Use letters and digits, with single dashes between them, 64 at most.",
  SLUG_DIFFERS: "This is not the short name of the organization.",
  ORGANIZATION_NOT_FOUND: "This organization does not exist any more.",
  ORGANIZATION_ID_IS_REQUIRED: "Choose an organization first.",
  NO_ACTIVE_ORGANIZATION: "Choose an organization first.",
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: "That person is not a member of this organization any more.",
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: "You are not a member of this organization any more.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: "You may not make organizations here.",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: "You are in as many organizations as are allowed.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: "You may not change this organization.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: "You may not delete this organization.",
  ORGANIZATION_DELETION_DISABLED: "Organizations can't be deleted in this app. Transfer ownership first.",
  // members
  MEMBER_NOT_FOUND: "That person is not a member any more.",
  ROLE_NOT_FOUND: "There is no such role any more.",
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: "That person is a member already.",
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: "This organization has as many members as it can have.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: "You may not remove this member.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: "You may not give this member this role.",
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER:
    "An organization always has an owner. Make somebody else an owner first.",
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER:
    "An organization always has an owner. Make somebody else an owner first.",
  // invitations
  INVITATION_NOT_FOUND: "It was answered, withdrawn or replaced, or it is too old. Ask for a new one.",
  FAILED_TO_RETRIEVE_INVITATION: "Something changed in between. Try again.",
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION:
    "Whoever invited you is not a member any more. Ask somebody else for an invitation.",
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: "This address has an open invitation. Send that one again.",
  INVITATION_LIMIT_REACHED: "There are as many open invitations as are allowed. Withdraw some first.",
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: "This invitation went to another email than yours.",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: "You may not invite people.",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: "This role may do more than the person who invites into it.",
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: "You may not withdraw invitations.",
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION:
    "Confirm your email first: open the link in the mail that we sent you.",
  EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION: "Confirm your email to see who has invited you.",
  // teams
  TEAM_NOT_FOUND: "This team does not exist any more.",
  INVALID_TEAM_ID: "This is not a team.",
  UNABLE_TO_REMOVE_LAST_TEAM: "One team has to be left.",
  YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM: "Choose a team first.",
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: "That person is not in this team.",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: "There are as many teams as are allowed.",
  TEAM_MEMBER_LIMIT_REACHED: "This team has as many members as it can have.",
  YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION: "You may not see the teams of this organization.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: "You may not make teams.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_ORGANIZATIONS: "You don't have permission to view users' organizations.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: "You may not change this team.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: "You cannot remove the team that you are in.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: "You may not remove teams.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER: "You may not add people to teams.",
  YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER: "You may not take people out of teams.",
  // custom roles
  YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE: "Choose an organization first.",
  ROLE_NAME_IS_ALREADY_TAKEN: "There is a role of this name already.",
  INVALID_RESOURCE: "One of these permissions does not exist any more.",
  TOO_MANY_ROLES: "This organization has as many roles as it can have.",
  CANNOT_DELETE_A_PRE_DEFINED_ROLE: "This role belongs to the app, and stays.",
  ROLE_IS_ASSIGNED_TO_MEMBERS: "Somebody has this role. Give them another one first.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE: "You may not make this role. Nobody gives what they do not have.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE: "You may not change this role. Nobody gives what they do not have.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE: "You may not delete this role.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE: "You may not see the roles.",
  YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE: "You may not see this role.",
  MISSING_AC_INSTANCE: "Roles cannot be made here.",
};
