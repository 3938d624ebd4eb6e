/** What the calls about invitations take and answer. */

import type { InPersonErrorCode } from "@latchkey/core";
import type { InvitationStatus } from "../tables.ts";

/** An open offer of membership to an address, as answers show it. */
export interface Invitation {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  /** One role, or several separated by commas. */
  readonly role: string | null;
  readonly status: InvitationStatus;
  /** Ids of teams, separated by commas. */
  readonly teamId: string | null;
  readonly inviterId: string;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** What `/organization/invite-member` takes. */
export interface InviteMemberInput {
  readonly email: string;
  readonly role: string | readonly string[];
  readonly organizationId?: string | undefined;
  /** Sends the mail of the open invitation once more, and extends it. */
  readonly resend?: boolean | undefined;
  /** Teams that they join, too. */
  readonly teamId?: string | readonly string[] | undefined;
}

/** What calls about one invitation take. */
export interface InvitationInput {
  /** The invitation's id, or the form `{id}.{secret}` that its link carries. */
  readonly invitationId: string;
}

/** What `/organization/invitation-link` answers. */
export interface InvitationLink {
  /** The invitation's id with the secret of this link: `{id}.{secret}`. */
  readonly id: string;
  /** The page where the invitation is accepted, with that id in its query. */
  readonly url: string;
}

/** What accepting and rejecting take. */
export interface AnswerInvitationInput extends InvitationInput {
  /** What the email passed to the page as `token`. Not needed if `invitationId` is the form that the link carries. */
  readonly token?: string | undefined;
}

/** What accepting answers. */
export interface AcceptedInvitation<I, M> {
  readonly invitation: I;
  readonly member: M;
}

/** What rejecting answers. */
export interface RejectedInvitation<I> {
  readonly invitation: I;
  readonly member: null;
}

/** What `/organization/get-invitation` takes. */
export interface InvitationQuery {
  /** The invitation's id, or the form `{id}.{secret}` that its link carries, which works without a session, too. */
  readonly id: string;
  /** What the email passed to the page as `token`. Not needed if `id` is the form that the link carries. */
  readonly token?: string | undefined;
}

/** What it answers. */
export type InvitationDetails<I = Invitation> = I & {
  readonly organizationName: string;
  readonly organizationSlug: string;
  readonly inviterEmail: string;
};

/** An invitation in the list of a person's own. */
export type OwnInvitation<I = Invitation> = I & { readonly organizationName: string };

/** What inviting can be refused for. */
export type InviteMemberErrorCode =
  | InPersonErrorCode
  | "INVALID_EMAIL"
  | "ORGANIZATION_NOT_FOUND"
  | "MEMBER_NOT_FOUND"
  | "ROLE_NOT_FOUND"
  | "USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION"
  | "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION"
  | "TEAM_NOT_FOUND"
  | "INVALID_TEAM_ID"
  | "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER"
  | "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION"
  | "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE"
  | "INVITATION_LIMIT_REACHED"
  | "TEAM_MEMBER_LIMIT_REACHED"
  | "FIELD_NOT_ALLOWED";

/** What answering an invitation can be refused for. */
export type AnswerInvitationErrorCode =
  | "INVITATION_NOT_FOUND"
  | "FAILED_TO_RETRIEVE_INVITATION"
  | "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION"
  | "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION";

/** What accepting one can be refused for. */
export type AcceptInvitationErrorCode =
  | AnswerInvitationErrorCode
  | InPersonErrorCode
  | "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION"
  | "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE"
  | "ROLE_NOT_FOUND"
  | "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION"
  | "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED"
  | "TEAM_NOT_FOUND"
  | "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER"
  | "TEAM_MEMBER_LIMIT_REACHED";

/** What reading one can be refused for. */
export type GetInvitationErrorCode = AnswerInvitationErrorCode | "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION";

/** What showing the link of one can be refused for. */
export type InvitationLinkErrorCode =
  | InPersonErrorCode
  | "INVITATION_NOT_FOUND"
  | "ROLE_NOT_FOUND"
  | "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION"
  | "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE";

/** What canceling one can be refused for. */
export type CancelInvitationErrorCode = "INVITATION_NOT_FOUND" | "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION";

/** What listing an organization's can be refused for. */
export type ListInvitationsErrorCode = "ORGANIZATION_ID_IS_REQUIRED" | "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION";
