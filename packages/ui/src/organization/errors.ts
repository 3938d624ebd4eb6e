/** Error messages about organizations. Those about teams and roles are next to their texts. */

const slugTaken = "That slug is taken. Try another one.";
const noOrganization = "Select an organization first.";
const onlyOwner = "An organization must have an owner. Make another member an owner first.";

/** The English error messages, by error code. */
export const organizationErrorsEn: Readonly<Record<string, string>> = {
  ORGANIZATION_ALREADY_EXISTS: slugTaken,
  ORGANIZATION_SLUG_ALREADY_TAKEN: slugTaken,
  INVALID_SLUG: "Use up to 64 letters and numbers, separated by single dashes.",
  ORGANIZATION_NOT_FOUND: "This organization no longer exists.",
  ORGANIZATION_ID_IS_REQUIRED: noOrganization,
  NO_ACTIVE_ORGANIZATION: noOrganization,
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: "You're no longer a member of this organization.",
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: "You're not a member of this organization.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: "You don't have permission to create organizations.",
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: "You've reached the maximum number of organizations.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: "You don't have permission to edit this organization.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: "You don't have permission to delete this organization.",
  MEMBER_NOT_FOUND: "That person is no longer a member.",
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: "That person is already a member.",
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: "This organization has reached its member limit.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: "You don't have permission to remove this member.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: "You don't have permission to assign this role to this member.",
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: onlyOwner,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: onlyOwner,
  INVITATION_NOT_FOUND: "This invitation has expired, was revoked, or was already answered. Ask for a new one.",
  FAILED_TO_RETRIEVE_INVITATION: "This invitation changed while you were responding. Try again.",
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION:
    "The person who invited you is no longer a member. Ask another member for an invitation.",
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: "This email already has a pending invitation. Resend that one instead.",
  INVITATION_LIMIT_REACHED: "You've reached the limit of pending invitations. Revoke one first.",
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: "This invitation was sent to a different email.",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: "You don't have permission to invite members.",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE:
    "You can't invite someone to a role with more permissions than the inviter has.",
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: "You don't have permission to revoke invitations.",
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION:
    "Verify your email first. Open the link we sent you.",
  EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION: "Verify your email to see your invitations.",
  ORGANIZATION_DELETION_DISABLED: "Organizations can't be deleted in this app. Transfer ownership first.",
  YOU_ARE_NOT_ALLOWED_TO_VIEW_ORGANIZATIONS: "You don't have permission to view organizations.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_ORGANIZATIONS: "You don't have permission to view users' organizations.",
};
