/** The calls about invitations: what they take, return, and fail with. */

import type {
  InPersonErrorCode,
  OptionalClientCall,
  PublicQuery,
  SessionCall,
  SessionQuery,
} from "@latchkey/core/plugin";
import type { Invitation, OrganizationModels } from "../models.ts";
import type { OrganizationIdQuery } from "../organizations/contract.ts";

/** What `/organization/invite-member` takes. */
export interface InviteMemberInput {
  readonly email: string;
  readonly role: string | readonly string[];
  readonly organizationId?: string | undefined;
  /** Whether to send the email of the pending invitation again and extend it. Default: false. */
  readonly resend?: boolean | undefined;
  /** Teams that the invited user also joins. */
  readonly teamId?: string | readonly string[] | undefined;
}

/** What calls about one invitation take. */
export interface InvitationInput {
  /** The invitation's id, or the form `{id}.{secret}` that its link carries. */
  readonly invitationId: string;
}

/** What `/organization/invitation-link` returns. */
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

/** What accepting returns. */
export interface AcceptedInvitation<I, M> {
  readonly invitation: I;
  readonly member: M;
}

/** What rejecting returns. */
export interface RejectedInvitation<I> {
  readonly invitation: I;
  readonly member: null;
}

/** What `/organization/get-invitation` takes. */
export interface InvitationQuery {
  /** The invitation's id, or the form `{id}.{secret}` that its link carries. That form also works without a session. */
  readonly id: string;
  /** What the email passed to the page as `token`. Not needed if `id` is the form that the link carries. */
  readonly token?: string | undefined;
}

/** What it returns. */
export type InvitationDetails<I = Invitation> = I & {
  readonly organizationName: string;
  readonly organizationSlug: string;
  readonly inviterEmail: string;
};

/** What `/organization/list-user-invitations` takes, on the server only. */
export interface UserInvitationsQuery {
  /** Any email. Default: that of the session. */
  readonly email?: string | undefined;
}

/** An invitation in the list of the invited user. */
export type OwnInvitation<I = Invitation> = I & { readonly organizationName: string };

/** Codes of a call that concerns an invitation to the caller. */
export type RecipientErrorCode =
  | "INVITATION_NOT_FOUND"
  | "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION"
  | "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION";

/** Only the server can name an email. */
interface ListUserInvitationsCall<M extends OrganizationModels>
  extends PublicQuery<
    UserInvitationsQuery | void,
    OwnInvitation<M["invitation"]>[],
    "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"
  > {
  readonly client: OptionalClientCall<
    unknown,
    OwnInvitation<M["invitation"]>[],
    "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"
  >;
}

/** The calls about invitations. */
export interface InvitationCalls<M extends OrganizationModels = OrganizationModels> {
  /** Invites a user by email. */
  readonly createInvitation: SessionCall<
    InviteMemberInput & M["newInvitation"],
    M["invitation"],
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
    | "FIELD_NOT_ALLOWED"
  >;
  /** Makes the caller a member, and the organization the active one. */
  readonly acceptInvitation: SessionCall<
    AnswerInvitationInput,
    AcceptedInvitation<M["invitation"], M["member"]>,
    | RecipientErrorCode
    | InPersonErrorCode
    | "FAILED_TO_RETRIEVE_INVITATION"
    | "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION"
    | "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE"
    | "ROLE_NOT_FOUND"
    | "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION"
    | "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED"
    | "TEAM_NOT_FOUND"
    | "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER"
    | "TEAM_MEMBER_LIMIT_REACHED"
  >;
  /** Declines an invitation. */
  readonly rejectInvitation: SessionCall<
    AnswerInvitationInput,
    RejectedInvitation<M["invitation"]>,
    RecipientErrorCode | "FAILED_TO_RETRIEVE_INVITATION"
  >;
  /** Revokes an invitation. */
  readonly cancelInvitation: SessionCall<
    InvitationInput,
    M["invitation"],
    "INVITATION_NOT_FOUND" | "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION"
  >;
  /** Returns the link of an invitation to its inviter, for apps that send no email. */
  readonly createInvitationLink: SessionCall<
    InvitationInput,
    InvitationLink,
    | InPersonErrorCode
    | "INVITATION_NOT_FOUND"
    | "ROLE_NOT_FOUND"
    | "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION"
    | "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE"
  >;
  /** Returns an invitation to its recipient, or to anyone who has its link. */
  readonly getInvitation: PublicQuery<
    InvitationQuery,
    InvitationDetails<M["invitation"]>,
    RecipientErrorCode | "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION"
  >;
  /** Returns an organization's invitations with any status, newest first. */
  readonly listInvitations: SessionQuery<
    OrganizationIdQuery | void,
    M["invitation"][],
    "ORGANIZATION_ID_IS_REQUIRED" | "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION"
  >;
  /** Returns the pending invitations to the caller's verified email. */
  readonly listUserInvitations: ListUserInvitationsCall<M>;
}
